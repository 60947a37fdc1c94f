// A bracket in parts that can be read on a big screen: blocks of its first rounds, then the rounds that lead to the final.

import type { StageInfo } from '../protocol';
import { t } from '../i18n/t';

export interface BracketPage {
  readonly title: string;
  readonly stage: StageInfo;
}

/** Return a stage's bracket in pages whose first round has at most `most` matches. */
export function bracketPages(stage: StageInfo, most: number): readonly BracketPage[] {
  const rounds = stage.bracket;
  const first = rounds[0]?.filter((slot) => !slot.third).length ?? 0;
  if (first <= most) return [{ title: stage.title, stage: { ...stage, order: [] } }];
  const blocks = Math.ceil(first / most);
  const late = Math.max(0, rounds.findIndex((round) => round.filter((slot) => !slot.third).length <= most));
  const found: BracketPage[] = [];
  // The first rounds are left out once every match of theirs is decided.
  if (rounds.slice(0, late).some((round) => round.some((slot) => !slot.winner && !slot.bye))) {
    for (let block = 0; block < blocks; block += 1) {
      const part = rounds.slice(0, late + 1).map((round) => {
        const all = round.filter((slot) => !slot.third);
        const size = all.length / blocks;
        return all.slice(Math.floor(block * size), Math.max(Math.floor((block + 1) * size), Math.floor(block * size) + 1));
      });
      found.push({ title: `${stage.title}, ${t('screen.part', { part: block + 1, parts: blocks })}`, stage: { ...stage, bracket: part, order: [] } });
    }
  }
  return [...found, { title: stage.title, stage: { ...stage, bracket: rounds.slice(late), order: [] } }];
}
