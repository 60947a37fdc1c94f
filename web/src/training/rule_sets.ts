// What the training pages need to know of rule sets.

/** Rule sets of the puzzles, in the order of the choice. */
export const RULE_SETS = ['icf', 'classic-29', 'club', 'eight-rounds', 'team-event', 'three-player', 'points'] as const;

/** Whether nobody owns a colour, so that every piece may be pocketed. */
export const sharesColours = (rules: string): boolean => rules === 'points' || rules === 'three-player';
