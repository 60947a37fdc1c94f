// Test ids: `data-testid` values used by the end-to-end tests; they stay stable when the design changes.
//
//   board        the board (focus it to play by keyboard). data-phase: strike | place | wait | film | replay;
//                data-bottom: the seat at the lower edge; data-version: the last event received; data-extent: half the
//                drawn width in mm, so that a board position (mm from the centre, y up) is at
//                left + (1 + x / extent) · width / 2, top + (1 − y / extent) · height / 2 when south is at the bottom.
//                data-x, data-degrees, data-power: the aim (µm, degrees, 0…1) while a stroke is expected;
//                data-zoom: the zoom factor relative to the whole board.
//   disc-<name>  an empty node for each piece and the queen (disc-W1, disc-Q …; they are painted on a canvas): data-x,
//                data-y in µm of the board's frame at rest, data-shown true | false.
//   striker      the same for the striker.
//   loupe        the magnifier beside a pulling finger; aim-of-other: another player's aim (data-seat, data-degrees).
//   waiting      notice about a stroke that the server has not answered yet (empty if there is none).
//   course       the exact course of the stroke that is aimed, in practice (data-shown true | false).
//   spot         the chosen legal spot for a due piece (data-x, data-y); spots: the number of spots (data-count).
//   turn         the sentence that says whose turn it is (data-seat, data-yours true | false).
//   ruling       the last ruling (data-turn); why: its reason in one to three sentences; clause: each law number cited;
//                finding: each of its sentences.
//   ruling-line  the ruling as one line, if there is room for one line only; opens the ruling.
//   score-<seat> each side's card by its first seat (data-score, data-due, data-left, data-colour).
//   queen        the state of the queen (data-where).
//   power        the range input for power (0…100); angle-left, angle-right, angle (a number field): fine aim;
//                slide: the striker's position.
//   last-stroke  replays the last stroke; place-auto places a due piece on the spot nearest to the centre;
//                beyond: the message where a piece may not be placed (no-spot: the piece drawn there).
//   strike-button, pass, waive, demand-<n>, next: actions. When the game is over: again (a rematch), watch.
//   menu-button  opens the menu. past: in the menu of a small screen, opens the panel.
//   panel        moves, chat and terms in tabs: tab-moves, tab-chat, tab-table; moves, move-<n>, move-replay-<n>; terms.
//   undo, replay, share, mute: beside the board on a desk, in the menu of a small screen.
//   new-game, resign, download, turn-board, game-coach-on, keys, menu-home, menu-rules, menu-settings, menu: the menu.
//   fine         unfolds the controls for exact aiming on a phone. power-arc: the arc around the striker (data-part,
//                data-cancels). hint-cancel, hint-pull, note: remarks in place of the ruling line.
//   first-stroke the hand that shows the first pull. mark-<kind>: a mark of the ruling on the board (data-disc).
//   queen-<seat> the queen at the plate of the side that has it.
//   new-game-dialog (the table sheet) with sheet-rules, rules-file, players-<n>, seat-<seat>, strength-<seat>,
//                length-<name>, first-toss | first-me | first-they, clock-none | clock-law | clock-own, clock-stroke,
//                clock-place, guide-<name>, surface, handicap-<side>, position, watching, sheet-refusal, start, cancel;
//                resign-dialog with resign-yes, resign-no, call-off; keys-dialog with keys-close;
//                share opens share-dialog with watch-link (the address), watch-link-copy, share-close.
//   timeline     the range input of the replay; replay-play, replay-back, replay-forward, replay-speed, replay-link
//                (copies the address of the stroke), replay-close.
//   line         the sentence about a lost connection (absent while connected), line-now reconnects at once.
//   refusal      the reason for the last refused request; refusal-close.
//   plate-<seat> the name plate at each edge of the board (data-edge: bottom | right | top | left; data-here).
//   toss         the toss on the board (data-asks: guess | choose | sit): toss-left, toss-right, toss-break, toss-side,
//                toss-keep, toss-swap.
//   deed         the last action that was not a stroke.
//   offer-<what> an offer (undo | pause | rematch): offer-yes, offer-no, offer-back. pause, say-<phrase>,
//                quiet: the chat.
//   time         the time left for the player to act. games-<seat>: games won in a match. taken-<kind>-<seat>:
//                counters in a points game.
//   board-card   the result card between boards and at the end (data-boards; card: its rows, card-score, card-decided,
//                card-well, card-review, confetti); card-aside, card-back. over-share (or
//                over-download), over-home. share-download: the record, in the share dialog.
//   watching, watchers: the spectators. resign-game: this game of a match; resign-board: why a board
//                cannot be resigned. passes: number of consecutive passes.
//   result       the end of a board or of the game, in words.
//   places       the navigation: tab-<name> (tab-tools opens the list of tools), back-link (to the page above), who
//                (the account); nowhere: the page for an unknown address; lost: a game that cannot be opened.
//   home         the home page: board, usual (the terms in one line), play, change (the options of what Play starts),
//                company-program | company-here | company-link (the other ways to play), lobby-link, today, past-game,
//                go-on (each unfinished game, data-game); play-sheet: the options, with level-<name>, play-length-<name>,
//                play-start, play-2, play-3, play-4, name-here-<n>, play-more (the table sheet). watch, you; living: a film on the watch page.
//   waiting-room the table before all players have joined: sitter-<seat> (data-kind), invitation (the link) with
//                invitation-copy, invitation-send, invitation-code; loopback, open-door; join with join-name,
//                join-<seat>, sit-down.
//   games        the list of past games. filter-rules, filter-other, filter-result; past-<game> with download-<game>,
//                leave-<game>, leave-yes, leave-no. settings: language, name, volume, theme-<name>, filmSpeed-<n>,
//                fineRatio-<n>, guide-<name>, wood-<name>, pieces-<name>, night-quiet, turn, two-step, hide-aim, quiet.
//   rules, book, comparison: the pages of the rule books, with find, contents, compare.
//   practice     the practice page: mode-arrange | mode-play | mode-law, arranger (data-extent as on board), lay-<name>
//                (data-x, data-y), tray-<name>, fault, position, boards, copy-text, copy-link, strike-here; back,
//                again, same, take-over, facts; game-here; happened-<what>, falls, jumped, picking, falls-S, jumped-S,
//                untouched, direct, improper, early, lines, passes-before, call, by, when; ask-law, play-it, go-on,
//                rules-select, queen-select, surface, hand, spots, judged.
//   learn        the page of lessons: learn-rules, lesson-<name>; lesson (data-step): one lesson, with teacher
//                (data-reached '' | true | false), hint, show, anew, try-again, next-step, next-lesson, to-play.
//   live         the polite live region.
//   new-tie-link (home) opens a new team match: first-name, second-name, first-player-<n>, first-who-<n>, first-more
//                (second-…, own-… likewise), captain-here | captain-link | captain-program, tie-rules, begin-tie;
//                sheet-tie on the table sheet.
//   tie-card     the card of a team match, with rubber-<n> (data-standing) and tie-word; tie-yours, awaited,
//                line-up-<side>, pick-<side>-<n>-<i>, give-<side>, begin-rubber, to-board, take-<place>, lead-too,
//                join-tie, join-<place>, join-place, tie-invite, tie-watch, tie-download, tie-refusal.
//   game-tie     link from a rubber's board to its team match; to-tie when the rubber is over. go-on-tie, past-tie:
//                team matches at home and among the past games.
//   settings     durability (data-state: kept | passing | unknown), keep-data, keep-declined; save-backup, read-backup,
//                backup-file, backup-said, backup-fault

/** The test ids that do not contain a name or a number. */
export const TEST_IDS = [
  'board',
  'course',
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
  'panel',
  'tab-moves',
  'tab-chat',
  'tab-table',
  'moves',
  'terms',
  'fine',
  'power-arc',
  'hint-cancel',
  'hint-pull',
  'note',
  'first-stroke',
  'card-score',
  'card-decided',
  'card-well',
  'card-review',
  'confetti',
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
  'night-quiet',
  'replay-moment',
  'moment',
  'moment-board',
  'moment-play',
  'moment-video',
  'moment-gif',
  'moment-share',
  'moment-link',
  'moment-no-video',
  'moment-late',
  'moment-close',
  'two-step',
  'hide-aim',
  'quiet',
  'durability',
  'keep-data',
  'keep-declined',
  'save-backup',
  'read-backup',
  'backup-file',
  'backup-said',
  'backup-fault',
] as const;

export type TestId = (typeof TEST_IDS)[number];
