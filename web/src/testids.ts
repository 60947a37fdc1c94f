// The hooks that end-to-end tests hold on to: `data-testid` values, promised not to change with the looks.
//
//   board        the board (focus it to play by keyboard). data-phase: strike | place | wait | film | replay;
//                data-bottom: the seat at the lower edge; data-version: the last event received; data-extent: half the width
//                of what is drawn, in mm, so that a board place (mm from the middle, y up) is at
//                left + (1 + x / extent) · width / 2, top + (1 − y / extent) · height / 2 when south is at the bottom.
//                data-x, data-degrees, data-power: the aim (µm, degrees, 0…1) while a stroke is asked for;
//                data-zoom: how many times nearer than the whole board is looked at.
//   disc-<name>  an empty node for each man and the queen (disc-W1, disc-Q …; they are painted on a canvas): data-x, data-y
//                in µm of the board's frame at rest, data-shown true | false.
//   striker      the same for the striker.
//   loupe        the lens beside a finger that pulls; aim-of-other: where another player aims (data-seat, data-degrees).
//   waiting      the word about a stroke that the server has not answered yet (empty while there is none to say).
//   spot         the chosen legal spot for a due man (data-x, data-y); spots: how many there are (data-count).
//   turn         the sentence that says whose turn it is (data-seat, data-yours true | false).
//   ruling       the last ruling (data-turn); why: its reason in one to three sentences; clause: each of its law numbers; finding: each of its sentences.
//   ruling-line  where there is room for one line only: that line; it opens the ruling.
//   score-<seat> each side's card by its first seat (data-score, data-due, data-left, data-colour).
//   queen        what has become of the queen (data-where).
//   power        the range input for power (0…100); angle-left, angle-right, angle (a field for the number): fine aim; slide: the striker's place.
//   last-stroke  shows the last stroke again; place-auto puts a due man down on the spot nearest to the middle;
//                beyond: what is said where a man may not be put down (no-spot: the man drawn there).
//   strike-button, pass, waive, demand-<n>, next: acts. When the game is over: again (a rematch), watch.
//   menu-button  on a narrow upright window and on a low one opens the menu (elsewhere it is always open and this is absent).
//   past         in the menu where it is a sheet: opens the strokes and boards so far.
//   new-game, undo, resign, replay, download, mute, turn-board, game-coach-on, keys, menu: the menu.
//   new-game-dialog (the table sheet) with sheet-rules, rules-file, players-<n>, seat-<seat>, strength-<seat>, length-<name>,
//                first-toss | first-me | first-they, clock-none | clock-law | clock-own, clock-stroke, clock-place, guide-<name>,
//                surface, handicap-<side>, position, watching, sheet-refusal, start, cancel; resign-dialog with resign-yes, resign-no, call-off; keys-dialog with keys-close;
//                share opens share-dialog with watch-link (the address), watch-link-copy, share-close.
//   timeline     the replay's range input; replay-play, replay-back, replay-forward, replay-speed, replay-link (copies the stroke's address), replay-close.
//   line         the sentence about a lost connection (absent while all is well), line-now tries again at once.
//   refusal      the sentence of the last refused request; refusal-close.
//   plate-<seat> the name plate at each edge of the board (data-edge: bottom | right | top | left; data-here).
//   toss         the toss on the board (data-asks: guess | choose | sit): toss-left, toss-right, toss-break, toss-side, toss-keep, toss-swap.
//   deed: what was done last without a stroke.
//   offer-<what> an offer (undo | pause | rematch): offer-yes, offer-no, offer-back. pause, phrases, say-<phrase>, quiet: the menu.
//   time         the seconds of who is asked. games-<seat>: games won in a match. taken-<kind>-<seat>: counters in a points game.
//   board-card   the paper card between boards and at the end (card: its rows); card-aside, card-back. over-share (or over-download), over-home.
//                share-download: the record, in the dialog that shares.
//   watching, watchers: who looks on. resign-game: this game of a match; resign-board: why no board. passes: so many in a row.
//   result       the end of a board or of the game, in words.
//   places       the menu of places; nowhere: the place of an address that is none; lost: a game that cannot be had.
//   living       the board of the first page; company-program | company-here | company-link, level, usual (the terms in a line);
//   play, change, past-game, go-on (each unfinished game, data-game): home.
//   waiting-room the table before all have come: sitter-<seat> (data-kind), invitation (the link) with invitation-copy,
//                invitation-send, invitation-code; loopback, open-door; join with join-name, join-<seat>, sit-down.
//   games        the list of past games. filter-rules, filter-other, filter-result; past-<game> with download-<game>, leave-<game>,
//                leave-yes, leave-no. settings: language, name, volume, theme-<name>, filmSpeed-<n>, fineRatio-<n>, guide-<name>, turn,
//                two-step, hide-aim, quiet.
//   rules, book, comparison: the places of the rule books; find, contents, compare on them.
//   practice     the place: mode-arrange | mode-play | mode-law, arranger (data-extent as board's), lay-<name> (data-x, data-y),
//                tray-<name>, fault, position, boards, copy-text, copy-link, strike-here; back, again, same, take-over, facts;
//                game-here; happened-<what>, falls, jumped, picking, falls-S, jumped-S, untouched, direct, improper, early, lines,
//                passes-before, call, by, when; ask-law, play-it, go-on, rules-select, queen-select, surface, hand, spots, judged.
//   learn        the place of the lessons: learn-rules, lesson-<name>; lesson (data-step): one of them, with teacher (data-reached
//                '' | true | false), hint, show, anew, try-again, next-step, next-lesson, to-play.
//   live         the polite live region.
//   new-tie-link (home) opens a new tie: first-name, second-name, first-player-<n>, first-who-<n>, first-more (second-…, own-… likewise),
//                captain-here | captain-link | captain-program, tie-rules, begin-tie; sheet-tie on the table sheet.
//   tie-card     the card of a tie, with rubber-<n> (data-standing) and tie-word; tie-yours, awaited, line-up-<side>, pick-<side>-<n>-<i>, give-<side>,
//                begin-rubber, to-board, take-<place>, lead-too, join-tie, join-<place>, join-place, tie-invite, tie-watch, tie-download, tie-refusal.
//   game-tie     on a rubber's board the way to its tie; to-tie when it is over. go-on-tie, past-tie: ties at home and among the past games.

/** The test ids that are not made of a name or a number. */
export const TEST_IDS = [
  'board',
  'striker',
  'waiting',
  'loupe',
  'last-stroke',
  'place-auto',
  'beyond',
  'no-spot',
  'aim-of-other',
  'spot',
  'spots',
  'turn',
  'ruling',
  'ruling-line',
  'why',
  'clause',
  'finding',
  'queen',
  'power',
  'angle',
  'angle-left',
  'angle-right',
  'slide',
  'strike-button',
  'pass',
  'waive',
  'next',
  'again',
  'watch',
  'new-game',
  'undo',
  'resign',
  'replay',
  'download',
  'mute',
  'turn-board',
  'game-coach-on',
  'keys',
  'menu',
  'past',
  'menu-button',
  'new-game-dialog',
  'start',
  'sheet-rules',
  'rules-file',
  'first-toss',
  'first-me',
  'first-they',
  'clock-stroke',
  'clock-place',
  'surface',
  'position',
  'watching',
  'sheet-refusal',
  'living',
  'usual',
  'past-game',
  'level',
  'company-program',
  'company-here',
  'company-link',
  'cancel',
  'resign-dialog',
  'resign-yes',
  'call-off',
  'resign-no',
  'keys-dialog',
  'share',
  'share-dialog',
  'watch-link',
  'share-close',
  'keys-close',
  'timeline',
  'replay-play',
  'replay-back',
  'replay-forward',
  'replay-speed',
  'replay-link',
  'replay-close',
  'line',
  'line-now',
  'refusal',
  'refusal-close',
  'toss',
  'toss-left',
  'toss-right',
  'toss-break',
  'toss-side',
  'toss-keep',
  'toss-swap',
  'deed',
  'offer-yes',
  'offer-no',
  'offer-back',
  'pause',
  'phrases',
  'quiet',
  'time',
  'board-card',
  'card',
  'card-aside',
  'card-back',
  'over-download',
  'over-share',
  'share-download',
  'resign-board',
  'passes',
  'game-here',
  'falls',
  'jumped',
  'picking',
  'jumped-S',
  'untouched',
  'direct',
  'improper',
  'early',
  'lines',
  'passes-before',
  'call',
  'by',
  'when',
  'over-home',
  'watching',
  'watchers',
  'resign-game',
  'result',
  'live',
  'places',
  'places-more',
  'nowhere',
  'lost',
  'play',
  'waiting-room',
  'invitation',
  'loopback',
  'open-door',
  'join',
  'join-name',
  'sit-down',
  'change',
  'go-on',
  'games',
  'settings',
  'filter-rules',
  'filter-other',
  'filter-result',
  'leave-yes',
  'leave-no',
  'language',
  'name',
  'volume',
  'two-step',
  'hide-aim',
  'quiet',
] as const;

export type TestId = (typeof TEST_IDS)[number];
