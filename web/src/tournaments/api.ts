// Requests about online tournaments. The server decides who may do what; a refusal is thrown with its sentence.

import { request } from '$connect';
import { answered, lobbyKey } from '../lobby/lobby.svelte';
import type { TournamentBracket, TournamentGames, TournamentJoining, TournamentList, TournamentMaking, TournamentOwn, TournamentStandings, TournamentView } from '../protocol';

const ROOT = '/api/tournaments';

/** The header that identifies a guest when reading; an account is identified by its cookie. */
export const guest = (): Record<string, string> => ({ authorization: `Bearer ${lobbyKey()}` });

async function read<T>(address: string): Promise<T> {
  return (await answered(await request(address, { headers: guest(), cache: 'no-store' }))) as T;
}

async function post<T>(address: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  return (await answered(await request(address, { method: 'POST', headers, body: JSON.stringify({ ...body, key: lobbyKey() }) }))) as T;
}

export const tournaments = async (max = 30): Promise<TournamentList['tournaments']> => (await read<TournamentList>(`${ROOT}?max=${max}`)).tournaments;

export const create = (making: TournamentMaking): Promise<TournamentView> => post(ROOT, making);

export const join = (id: string, joining: TournamentJoining): Promise<TournamentOwn> => post(`${ROOT}/${id}/join`, joining);

export const withdraw = (id: string): Promise<TournamentOwn> => post(`${ROOT}/${id}/withdraw`, {});

export const manage = (id: string, act: 'start' | 'cancel'): Promise<TournamentView> => post(`${ROOT}/${id}/${act}`, {});

export const standings = (id: string, first: number, max: number): Promise<TournamentStandings> => read(`${ROOT}/${id}/standings?first=${first}&max=${max}`);

export const games = (id: string, max: number, entry: number | null = null): Promise<TournamentGames> => read(`${ROOT}/${id}/games?max=${max}${entry === null ? '' : `&entry=${entry}`}`);

export const bracket = (id: string): Promise<TournamentBracket> => read(`${ROOT}/${id}/bracket`);

export const streamOf = (id: string): string => `${ROOT}/${id}/stream`;
