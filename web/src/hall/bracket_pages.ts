// A bracket in parts that can be read on a big screen: blocks of its first rounds, then the rounds that lead to the final.

import type { SectionInfo } from '../protocol';
import { t } from '../i18n/t';

export interface BracketPage {
  readonly title: string;
  readonly section: SectionInfo;
}

/** Return a section's bracket in pages whose first round has at most `most` matches. */
export function bracketPages(section: SectionInfo, most: number): readonly BracketPage[] {
  const waves = section.bracket;
  const first = waves[0]?.filter((slot) => !slot.third).length ?? 0;
  if (first <= most) return [{ title: section.title, section: { ...section, order: [] } }];
  const blocks = Math.ceil(first / most);
  const late = Math.max(0, waves.findIndex((wave) => wave.filter((slot) => !slot.third).length <= most));
  const found: BracketPage[] = [];
  // The first rounds are left out once every match of theirs is decided.
  if (waves.slice(0, late).some((wave) => wave.some((slot) => !slot.winner && !slot.bye))) {
    for (let block = 0; block < blocks; block += 1) {
      const part = waves.slice(0, late + 1).map((wave) => {
        const all = wave.filter((slot) => !slot.third);
        const size = all.length / blocks;
        return all.slice(Math.floor(block * size), Math.max(Math.floor((block + 1) * size), Math.floor(block * size) + 1));
      });
      found.push({ title: `${section.title}, ${t('screen.part', { part: block + 1, parts: blocks })}`, section: { ...section, bracket: part, order: [] } });
    }
  }
  return [...found, { title: section.title, section: { ...section, bracket: waves.slice(late), order: [] } }];
}
