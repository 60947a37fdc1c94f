// HTTP API client for accounts, and passkey sign-in with WebAuthn.

import { request } from '$connect';
import { t } from '../../i18n/t';

export interface Way {
  readonly id: string;
  readonly kind: 'password' | 'passkey' | 'recovery';
  readonly label: string;
  readonly made: number;
  readonly used: number;
}
export interface Where {
  readonly id: string;
  readonly label: string;
  readonly made: number;
  readonly used: number;
  readonly here: boolean;
}
export interface Program {
  readonly id: string;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly made: number;
  readonly used: number;
  readonly expires: number;
}
/** The user's own account; a guest has no name. */
export interface Me {
  readonly name: string;
  readonly bot: boolean;
  readonly moderates: boolean;
  readonly fresh: boolean;
  readonly safe: boolean;
  readonly passkeys: boolean;
  readonly made: number;
  readonly ways: readonly Way[];
  readonly sessions: readonly Where[];
  readonly tokens: readonly Program[];
  readonly blocked: readonly string[];
  readonly warnings: readonly { readonly made: number; readonly why: string }[];
  readonly scopes: readonly string[];
}
export interface Welcomed {
  readonly name: string;
  readonly code: string | null;
}
export interface Listed {
  readonly game: string;
  readonly begun: number;
  readonly ended: number | null;
  readonly last: number;
  readonly seats: readonly string[];
  readonly names: readonly string[];
}

/** A team match in which the account has a place. */
export interface ListedTie {
  readonly tie: string;
  readonly begun: number;
  readonly last: number;
  readonly places: readonly string[];
  readonly teams: readonly string[];
}

/** A request refused by the server, with its reason; `key` is the kind of refusal. */
export class Refused extends Error {
  constructor(
    sentence: string,
    readonly key: string,
  ) {
    super(sentence);
  }
}

/** Send a request; throws `Refused`. */
export async function call<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    const said = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? null) };
    answer = await request(`/me${path}`, body === undefined ? { cache: 'no-store' } : said);
  } catch {
    throw new Refused(t('account.silent'), 'silent');
  }
  const told = (await answer.json().catch(() => null)) as { detail?: string; key?: string } | null;
  if (!answer.ok) throw new Refused(told?.detail ?? answer.statusText, told?.key ?? '');
  return told as T;
}

/** Create a passkey for a new account with this name or, if null, for the user's own account. */
export async function makePasskey<T>(name: string | null): Promise<T> {
  const asked = await call<Record<string, unknown>>('/passkey/new', { name });
  const made = await asking(() => navigator.credentials.create({ publicKey: opened(asked) as unknown as PublicKeyCredentialCreationOptions }));
  return call<T>('/passkey/made', { name, answer: JSON.stringify(told(made)) });
}

/** Sign in with a passkey that the user selects. */
export async function showPasskey(): Promise<Welcomed> {
  const asked = await call<Record<string, unknown>>('/passkey/ask', null);
  const shown = await asking(() => navigator.credentials.get({ publicKey: opened(asked) as unknown as PublicKeyCredentialRequestOptions }));
  return call<Welcomed>('/passkey/shown', { answer: JSON.stringify(told(shown)) });
}

async function asking(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await ask();
    if (found instanceof PublicKeyCredential) return found;
  } catch {
    // The user closed the browser's passkey prompt.
  }
  throw new Refused(t('account.passkey.left'), 'left');
}

/** Convert the server's WebAuthn options for the browser: base64url to bytes. */
function opened(asked: Record<string, unknown>): Record<string, unknown> {
  const { user, excludeCredentials, allowCredentials } = asked as { user?: { id: string }; excludeCredentials?: { id: string }[]; allowCredentials?: { id: string }[] };
  const each = (one: { id: string }): object => ({ ...one, id: bytes(one.id) });
  return {
    ...asked,
    challenge: bytes(asked['challenge'] as string),
    ...(user ? { user: each(user) } : {}),
    ...(excludeCredentials ? { excludeCredentials: excludeCredentials.map(each) } : {}),
    ...(allowCredentials ? { allowCredentials: allowCredentials.map(each) } : {}),
  };
}

/** Convert the browser's WebAuthn response for the server: bytes to base64url. */
function told(credential: PublicKeyCredential): object {
  const said = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const;
  const response: Record<string, string> = {};
  for (const part of parts) if (said[part]) response[part] = text(said[part]);
  return { id: credential.id, rawId: credential.id, type: credential.type, response, clientExtensionResults: {} };
}

function bytes(said: string): Uint8Array {
  return Uint8Array.from(atob(said.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

function text(content: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(content), (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
