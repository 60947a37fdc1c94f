// Stages of a tournament that is being set up: the settings that mean something for each system, their usual values,
// and a summary in one line.

import type { DraftStage, SetupDraft } from '../../protocol';
import { latinDigits } from '../../i18n/digits';
import { t } from '../../i18n/t';

export type System = DraftStage['system'];

/** A setting of a stage, as its card shows it. */
export interface StageField {
  readonly name: string;
  readonly kind: 'number' | 'choice' | 'stage' | 'score' | 'keys';
  /** The value if the setting is not written. */
  readonly usual: string;
  readonly values?: readonly string[];
  readonly least?: number;
  readonly most?: number;
  /** Whether it is shown only under "More settings". */
  readonly more?: boolean;
}

const number = (name: string, usual: number, least: number, most: number, more = false): StageField => ({ name, kind: 'number', usual: String(usual), least, most, more });
const choice = (name: string, values: readonly string[], more = false): StageField => ({ name, kind: 'choice', usual: values[0] ?? '', values, more });

const MATCH = choice('match', ['game', 'best-of-3', 'best-of-5', 'best-of-3-boards', 'best-of-5-boards', 'most-of-8-boards']);
const MINUTES = number('minutes', 0, 0, 600);
const RUBBERS = ['singles,singles,doubles', 'singles,doubles,singles', 'singles,singles,singles', 'singles,doubles', 'singles,singles,singles,doubles,doubles'];

/** The ranking criteria of the standings. */
export const KEYS = ['points', 'head', 'head-net', 'buchholz', 'net', 'total', 'boards', 'games', 'rubbers', 'points-each', 'net-each', 'seed', 'lot'] as const;
const USUAL_KEYS: Readonly<Record<System, string>> = {
  swiss: 'points,buchholz,net,total,seed',
  groups: 'points,head,head-net,net,total,lot',
  league: 'points,head,rubbers,net,total,lot',
  knockout: 'seed',
};
const score = (name: string): StageField => ({ name, kind: 'score', usual: '25-0', more: true });

/** Return a score as it is written in the tournament's file, such as `25-0`; null unless it is one that wins. */
export function winningScore(typed: string): string | null {
  const found = /^\s*(\d{1,3})(?:\s*[-–—:]\s*|\s+)(\d{1,3})\s*$/.exec(latinDigits(typed));
  const [winner, loser] = [Number(found?.[1]), Number(found?.[2])];
  return found && winner > loser ? `${winner}-${loser}` : null;
}

/** The systems of the "Add a stage" cards; a team league is a league of teams with rubbers. */
export const SYSTEMS: readonly System[] = ['groups', 'swiss', 'league', 'knockout'];

export const valueOf = (stage: DraftStage, name: string): string => stage.settings.find((each) => each.name === name)?.value ?? '';

/** Return a stage with one setting changed; an empty value, or the usual one, removes it. */
export function withSetting(stage: DraftStage, name: string, value: string, usual = ''): DraftStage {
  const settings = stage.settings.filter((each) => each.name !== name);
  const kept = value === '' || value === usual ? settings : [...settings, { name, value }];
  return { ...stage, settings: stage.settings.some((each) => each.name === name) && value !== '' && value !== usual ? stage.settings.map((each) => (each.name === name ? { name, value } : each)) : kept };
}

const isTeams = (stage: DraftStage, draft: SetupDraft): boolean => valueOf(stage, 'rubbers') !== '' || valueOf(stage, 'kind') === 'team' || (draft.kind === 'team' && valueOf(stage, 'kind') === '');

/** Return the settings that mean something for a stage. */
export function fieldsOf(stage: DraftStage, draft: SetupDraft): readonly StageField[] {
  const at = draft.stages.findIndex((each) => each.id === stage.id);
  const earlier = draft.stages.slice(0, Math.max(at, 0)).map((each) => each.id);
  const source = valueOf(stage, 'from') !== '';
  const fields: StageField[] = [];
  if (earlier.length && stage.system !== 'swiss') fields.push({ name: 'from', kind: 'stage', usual: '', values: ['', ...earlier] });
  if (stage.system === 'swiss') fields.push(number('rounds', 0, 1, 99));
  if (stage.system === 'groups') fields.push(number('groups', 1, 1, 64));
  if ((stage.system === 'groups' && Number(valueOf(stage, 'groups')) > 1) || stage.system === 'league' || stage.system === 'knockout') fields.push({ ...choice('draw', ['snake', 'lots'], stage.system !== 'groups') });
  if (stage.system !== 'swiss') fields.push(choice('legs', ['1', '2'], stage.system === 'knockout'));
  const followed = draft.stages.some((each) => valueOf(each, 'from') === stage.id);
  if (followed) fields.push(number('qualify', 0, 0, 999));
  if (followed && stage.system === 'groups' && Number(valueOf(stage, 'groups')) > 1) fields.push(number('best', 0, 0, 64));
  if (isTeams(stage, draft)) fields.push(choice('rubbers', RUBBERS));
  fields.push(MATCH);
  const match = valueOf(stage, 'match') || 'game';
  const isOpen = stage.system === 'swiss' && !Number(valueOf(stage, 'rounds'));
  if (!match.endsWith('boards') && (match === 'game' || !isOpen)) fields.push(MINUTES);
  if (stage.system === 'knockout') fields.push(choice('third', ['shared', 'match']), choice('level', ['extra-board', 'shoot-out', 'lot'], true));
  if (stage.system === 'knockout' && source) fields.push(choice('groups_apart', ['yes', 'no'], true));
  if (stage.system === 'swiss' || (stage.system === 'knockout' && !source)) fields.push(number('apart', 0, 0, stage.system === 'knockout' ? 1 : 99));
  if (Number(valueOf(stage, 'apart')) > 0) fields.push(choice('apart_by', ['club', 'nation']));
  if (stage.system === 'swiss') fields.push(choice('order', ['halves', 'neighbours'], true), choice('floats', ['free', 'spared'], true), choice('missed', ['bye', 'free'], true));
  if (stage.system === 'groups' || stage.system === 'league') fields.push(choice('withdrawn', ['half', 'annulled', 'walkovers'], true));
  if (isTeams(stage, draft)) fields.push(choice('rubber_order', ['fixed', 'free'], true), choice('dead_rubbers', ['left', 'played'], true), choice('plays_both', ['yes', 'no'], true));
  fields.push(choice('stage', ['', 'early', 'late'], true));
  if (stage.system === 'swiss') fields.push(score('bye'));
  fields.push(score('walkover'));
  if (stage.system !== 'knockout') fields.push({ name: 'keys', kind: 'keys', usual: USUAL_KEYS[stage.system], values: KEYS.filter((each) => each !== 'rubbers' || stage.system === 'league' || isTeams(stage, draft)), more: true });
  return fields;
}

/** Return a new stage of a system, with an id that no other stage has. */
export function newStage(system: System, draft: SetupDraft, teams: boolean): DraftStage {
  const taken = draft.stages.map((each) => each.id);
  const word = { swiss: 's', groups: 'g', league: 'l', knockout: 'knockout' }[system];
  let id: string = word;
  for (let i = 2; taken.includes(id); i += 1) id = `${word}${i}`;
  const last = draft.stages.at(-1);
  const settings = [{ name: 'name', value: t(teams && system === 'league' ? 'setup.system.teams' : `setup.system.${system}`) }];
  if (system === 'swiss') settings.push({ name: 'rounds', value: '5' });
  if (system === 'groups') settings.push({ name: 'groups', value: '4' });
  if (system === 'knockout' && last) settings.push({ name: 'from', value: last.id });
  if (teams) settings.push({ name: 'rubbers', value: RUBBERS[0] ?? '' });
  return { id, system, settings };
}

/** Return the title of a stage. */
export const titleOf = (stage: DraftStage): string => valueOf(stage, 'name') || stage.id;

/** Return what a stage is, in one line. */
export function summaryOf(stage: DraftStage, draft: SetupDraft): string {
  const parts: string[] = [];
  const value = (name: string): string => valueOf(stage, name);
  const source = draft.stages.find((each) => each.id === value('from'));
  const count = source ? 0 : draft.entries.length;
  if (source) parts.push(t('setup.sum.from', { stage: titleOf(source) }));
  if (stage.system === 'swiss') parts.push(Number(value('rounds')) ? t('setup.sum.rounds', { count: Number(value('rounds')) }) : t('setup.sum.open-end'));
  if (stage.system === 'groups') {
    const groups = Number(value('groups') || '1');
    const [least, most] = [Math.floor(count / groups), Math.ceil(count / groups)];
    if (!count || groups < 1 || !Number.isFinite(groups)) parts.push(t('setup.sum.groups', { count: groups || 0 }));
    else parts.push(t('setup.sum.groups-of', { count: groups, size: least === most ? String(least) : `${least}–${most}` }));
  }
  if (stage.system === 'league') parts.push(t(value('legs') === '2' ? 'setup.sum.twice' : 'setup.sum.once'));
  if (stage.system !== 'league' && value('legs') === '2') parts.push(t(stage.system === 'knockout' ? 'setup.sum.legs' : 'setup.sum.twice'));
  if (stage.system === 'knockout') parts.push(t('setup.sum.knockout'));
  if (value('rubbers')) parts.push(value('rubbers').split(',').map((kind) => t(`hall.${kind}`)).join(' · '));
  parts.push(t(`setup.match.${value('match') || 'game'}`));
  if (value('minutes')) parts.push(t('setup.sum.minutes', { count: Number(value('minutes')) }));
  if (draft.stages.some((each) => valueOf(each, 'from') === stage.id) && Number(value('qualify'))) parts.push(t('setup.sum.advance', { count: Number(value('qualify')) }));
  if (value('third') === 'match') parts.push(t('setup.sum.third'));
  return parts.join(', ');
}

/** Return the draft's stages with one moved by `by` places; a stage cannot stand before the one it follows. */
export function moved(stages: readonly DraftStage[], at: number, by: number): readonly DraftStage[] {
  const found = [...stages];
  const [one] = found.splice(at, 1);
  if (one) found.splice(at + by, 0, one);
  const before = new Set<string>();
  return found.map((each) => {
    const from = valueOf(each, 'from');
    before.add(each.id);
    return from && !before.has(from) ? withSetting(each, 'from', '') : each;
  });
}

/** Return the stages without one; those that followed it follow nothing. */
export const without = (stages: readonly DraftStage[], id: string): readonly DraftStage[] =>
  stages.filter((each) => each.id !== id).map((each) => (valueOf(each, 'from') === id ? withSetting(each, 'from', '') : each));
