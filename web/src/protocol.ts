// Generated from src/carrom/protocol by `python -m carrom.typescript`; do not edit.

export const PROTOCOL = 3;

/** Length of the contest. */
export type Length = "board" | "game" | "match";

/** A side of the board where a player sits, in playing order; each is to the right of the previous one. >>> import carrom >>> carrom.Seat.SOUTH.right, carrom.Seat.SOUTH.opposite (<Seat.EAST: 'east'>, <Seat.NORTH: 'north'>) */
export type Seat = "south" | "east" | "north" | "west";

/** How a seat is filled. */
export type Who = "me" | "here" | "link" | "program";

/** The player planned for one seat. */
export interface SeatPlan {
  readonly seat: Seat;
  readonly who: Who;
  /** Name of a person; if empty, the seat's name is shown. An invited player brings their own name. */
  readonly name?: string;
  /** Level of the computer, one of `Welcome.levels`. */
  readonly level?: string | null;
}

/** Time limits. The laws determine what happens when a limit is exceeded. */
export interface ClockPlan {
  /** Seconds for a stroke, counted from the end of the last stroke's animation. */
  readonly stroke: number;
  /** Seconds for placing a due piece. */
  readonly place: number;
}

/** Length of the aiming line; the same for everybody at the table. */
export type Guide = "long" | "short" | "none";

/** The terms of a game. */
export interface Terms {
  /** One of `Welcome.rulesets`; ignored if `rules` is given. */
  readonly ruleset?: string;
  /** A custom rule set: the content of its TOML file. */
  readonly rules?: string | null;
  readonly length?: Length;
  /** Two players sit south and north; three south, east and north; four at all seats, with partners opposite. */
  readonly seats: readonly SeatPlan[];
  /** The seat whose side breaks first; null for a toss, which is played if a person takes part. */
  readonly first_break?: Seat | null;
  /** Null for no time limits. */
  readonly clock?: ClockPlan | null;
  /** Seconds after which an absent player whose turn it is loses the match; null to wait without limit. */
  readonly forfeit_after?: number | null;
  readonly guide?: Guide;
  /** Pieces removed for each side before a board, in the order of the sides' first seats. */
  readonly handicap?: readonly number[];
  /** Position that the first board starts from, in notation; null for the rack. */
  readonly position?: string | null;
  /** One of `Welcome.surfaces`. */
  readonly surface?: string;
  /** Whether anybody with the game's address may watch, without the `watch` secret. */
  readonly watching?: boolean;
}

/** Start a game. Answered by `Joined` and `Snapshot`. Play begins when no seat is open. */
export interface NewGame {
  readonly type: "new-game";
  readonly nonce: string;
  readonly key: string;
  readonly invite: string;
  readonly watch: string;
  readonly terms: Terms;
}

/** Take an open seat. Answered by `Joined` and `Snapshot`. */
export interface Join {
  readonly type: "join";
  readonly nonce: string;
  readonly game: string;
  readonly invite: string;
  readonly key: string;
  readonly name?: string;
  /** The seat to take; null for any open seat. */
  readonly seat?: Seat | null;
}

/** Connect to a game, as a player with the key of the seat or as a spectator. Answered by `Joined`, then by the missed events or a `Snapshot`. */
export interface Resume {
  readonly type: "resume";
  readonly game: string;
  readonly key?: string | null;
  readonly watch?: string | null;
  /** The last version seen; null, for a newly opened page, requests a snapshot. */
  readonly version?: number | null;
}

/** Stop following the game. The seats stay reserved. */
export interface Leave {
  readonly type: "leave";
}

/** Check a custom rule set. Answered by `RulesRead`, or by `Refused` with the error in it. */
export interface ReadRules {
  readonly type: "read-rules";
  readonly nonce: string;
  readonly rules: string;
}

/** Accept connections from the local network. Allowed only from a page on the server's own machine. Answered by `ReachChanged`. */
export interface OpenDoor {
  readonly type: "open-door";
  readonly nonce: string;
}

/** The striker's position and velocity. `x` is the offset along the baseline from its middle, `y` the offset across the two lines from midway, in µm; `vx` and `vy` the velocity in µm/s; `spin` in mrad/s, counter-clockwise positive. All are in the player's frame, as if the player sat south, so a positive `vy` plays away from the player. Whether a stroke is legal depends on the position and the rule set: `game.legal_strokes` knows. >>> import carrom >>> stroke = carrom.Stroke.aimed(x=60_000, degrees=-1, metres_per_second=9) >>> stroke Stroke(x=60000, vx=157072, vy=8998629, y=0, spin=0) >>> carrom.Stroke.from_text(stroke.to_text()) == stroke True */
export interface Stroke {
  readonly x: number;
  readonly vx: number;
  readonly vy: number;
  readonly y?: number;
  readonly spin?: number;
}

/** Play a stroke, in the frame of the seat that plays. */
export interface Strike {
  readonly type: "strike";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly stroke: Stroke;
  /** The intended stroke, if the client knows it; null if unknown. Clients that play exactly the stroke aimed at send the same stroke. It is stored in the record for reviews and does not affect the game. */
  readonly meant?: Stroke | null;
}

/** One of the twenty discs of a set: `S` the striker, `Q` the queen, `W1` to `W9` and `B1` to `B9` the pieces. Members are strings, and every place that takes a disc takes the member. >>> import carrom >>> carrom.Disc.W3.kind, carrom.Disc("Q").kind (<Kind.WHITE: 'white'>, <Kind.QUEEN: 'queen'>) */
export type Disc = "S" | "Q" | "W1" | "W2" | "W3" | "W4" | "W5" | "W6" | "W7" | "W8" | "W9" | "B1" | "B2" | "B3" | "B4" | "B5" | "B6" | "B7" | "B8" | "B9";

/** A point on the board, in whole µm: origin in the centre, x east, y north. >>> import carrom >>> carrom.Point(x=100_000, y=0).turned(1) Point(x=0, y=100000) */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Place a due piece, in the board's frame. */
export interface Place {
  readonly type: "place";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly disc: Disc;
  readonly at: Point;
}

/** Waive all dues that the other side owes at this moment (Law 87a). */
export interface Waive {
  readonly type: "waive";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Demand a number of the extra points offered at the end of a board, or none (Law 87b). */
export interface Demand {
  readonly type: "demand";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly points: number;
}

/** Pass the turn without a stroke (Law 137). */
export interface Pass {
  readonly type: "pass";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Concede the board, the game or the match (Law 139). */
export interface Resign {
  readonly type: "resign";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly what?: Length;
}

/** Cancel the game before its first stroke; it has no winner and does not count. */
export interface Abort {
  readonly type: "abort";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** One of the two hands over the hidden piece. */
export type Hand = "left" | "right";

/** Guess the hand that hides the piece, in the toss (Law 39). */
export interface Guess {
  readonly type: "guess";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly hand: Hand;
}

/** What the winner of the toss chooses. */
export type Choice = "break" | "side";

/** Take the break or the choice of side, as the winner of the toss (Law 39a). */
export interface Choose {
  readonly type: "choose";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly what: Choice;
}

/** Keep or swap the seats, as the side that did not choose the break (Law 39c). */
export interface Sit {
  readonly type: "sit";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly swap: boolean;
}

/** Undo the last action of a person. The undo is itself an event; nothing is deleted. If other people sit at the table, it is an offer, carried out when all of them have sent the same. */
export interface Undo {
  readonly type: "undo";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Pause or resume the clock; an offer like `Undo`. */
export interface Pause {
  readonly type: "pause";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Offer a rematch with the same terms, like `Undo`. The same keys open the new game, which `Rematched` names. */
export interface Rematch {
  readonly type: "rematch";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Actions that need the consent of the other players. */
export type OfferKind = "undo" | "pause" | "rematch";

/** Decline an offer, or withdraw one's own. */
export interface Decline {
  readonly type: "decline";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly what: OfferKind;
}

/** Rack the next board after one has ended. */
export interface Next {
  readonly type: "next";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Show the other players where this player aims. At most ten per second are forwarded. Not answered. */
export interface Aim {
  readonly type: "aim";
  readonly seat: Seat;
  /** In the frame of the seat; null to hide the aim. */
  readonly stroke: Stroke | null;
}

/** Phrases that players can send to each other. */
export type Phrase = "good-luck" | "well-played" | "sorry" | "thanks" | "one-moment";

/** Send one of the phrases to everybody at the table. Not answered. */
export interface Say {
  readonly type: "say";
  readonly seat: Seat;
  readonly phrase: Phrase;
}

/** The result that a client computed for a stroke, where it differs from the server's. */
export interface Difference {
  /** The version after the stroke. */
  readonly version: number;
  /** Null if the client could not play the stroke. */
  readonly digest: string | null;
}

/** Choose how this connection receives strokes: as `Played` with their animation (the default), or as `StrokePlayed`. Not answered. */
export interface SendFilms {
  readonly type: "send-films";
  readonly wanted: boolean;
  /** Why a client that plays strokes itself wants films again; the server logs it. */
  readonly differs?: Difference | null;
}

/** Request the animation of a past stroke. Answered by `Replayed`. */
export interface Replay {
  readonly type: "replay";
  readonly nonce: string;
  /** Number of the stroke in the game's history, from 1. */
  readonly stroke: number;
}

/** A board as a person set it up; `kept` is the server's full state of a board that goes on. */
export interface SetupPosition {
  /** Name of a rule book that ships with the package. */
  readonly rules?: string;
  /** Positions of the discs, in notation. */
  readonly position: string;
  readonly turn?: Seat;
  /** The seat that plays white, where sides own colours. */
  readonly white?: Seat;
  /** One of board, pending (not yet covered), mover or opponent (covered by that side), aside. */
  readonly queen?: string;
  /** Number of pieces owed, the side in turn first. */
  readonly due?: readonly number[];
  /** Points in the game before this board, the side in turn first. */
  readonly score?: readonly number[];
  /** The attempt at the break; null once the rack is broken. */
  readonly attempt?: number | null;
  /** State from the server's last answer, to continue exactly; empty for a board set up by hand. */
  readonly kept?: string;
  /** Whether four play, partners opposite each other. */
  readonly partners?: boolean;
}

/** Check a position, and find where the striker may stand in it. Answered by `Arranged`. */
export interface Arrange {
  readonly type: "arrange";
  readonly nonce: string;
  readonly moment: SetupPosition;
  /** If false, the striker may stand anywhere along the baselines where no disc is. */
  readonly legal?: boolean;
  /** Whether to check that the position, dues and score are consistent, as in a game. */
  readonly judged?: boolean;
}

/** Play a stroke in a position set up by hand. Answered by `Tried` or `Refused`. */
export interface Try {
  readonly type: "try";
  readonly nonce: string;
  readonly moment: SetupPosition;
  /** In the frame of the seat in turn; null to let the computer play, at `level`. */
  readonly stroke: Stroke | null;
  readonly surface?: string;
  /** Level whose accuracy is applied to the stroke, one of `Welcome.levels`; null plays the stroke exactly. */
  readonly level?: string | null;
  readonly legal?: boolean;
  readonly judged?: boolean;
}

/** The kind of event to rule on. */
export type Happened = "stroke" | "pass" | "call";

/** How many of the two base lines the striker has left. */
export type LinesLeft = "none" | "one" | "both";

/** The side at fault in an umpire's call. */
export type Whose = "mover" | "opponent" | "nobody";

/** A stroke, a pass or an umpire's call, stated by a person and not simulated. */
export interface Facts {
  readonly happened?: Happened;
  /** Pocketed discs in falling order, the striker among them if it fell. */
  readonly falls?: readonly Disc[];
  /** Whether the striker touched any disc. */
  readonly touched?: boolean;
  /** Whether the striker itself touched an opponent's piece that fell. */
  readonly direct?: boolean;
  /** Whether the stroke broke the rules of technique or placing. */
  readonly improper?: boolean;
  /** Whether it was struck before the umpire called "Play". */
  readonly before_play?: boolean;
  /** Discs that left the board over the frame; the striker may be among them. */
  readonly jumped?: readonly Disc[];
  /** How many of the two baselines the striker has left. */
  readonly lines?: LinesLeft;
  /** Consecutive passes before this one. */
  readonly passes?: number;
  /** The umpire's call, by its code in the casebook. */
  readonly call?: string;
  readonly by?: Whose;
  /** Whether the call is about something during or after the first stroke of the turn. */
  readonly after_stroke?: boolean;
}

/** Apply the laws to the given facts of a stroke. Answered by `Tried` without an animation, or by `Refused`. */
export interface WhatIf {
  readonly type: "what-if";
  readonly nonce: string;
  readonly moment: SetupPosition;
  readonly facts: Facts;
}

/** Try a step of a lesson. Answered by `Tried` with whether its goal is reached, or by `Refused`. */
export interface Attempt {
  readonly type: "attempt";
  readonly nonce: string;
  readonly rules?: string;
  readonly lesson: string;
  readonly step: number;
  /** Null for the computer's turn in the last lesson. */
  readonly stroke?: Stroke | null;
  /** The position reached in the last lesson; null for the start of the step. */
  readonly moment?: SetupPosition | null;
}

/** A Glicko-2 rating stored by the page. */
export interface Rate {
  readonly rating?: number;
  readonly deviation?: number;
  readonly volatility?: number;
}

/** Play a stroke in a puzzle, or place a piece. Answered by `Tried` with a `PuzzleRead`, or by `Refused`. */
export interface Solve {
  readonly type: "solve";
  readonly nonce: string;
  readonly puzzle: number;
  /** Null to show the best stroke, or to place a piece. */
  readonly stroke?: Stroke | null;
  /** Where the piece is placed; null in puzzles of strokes, and to show the best place. */
  readonly at?: Point | null;
  /** From the last answer, for the second of two strokes; null for the first. */
  readonly moment?: SetupPosition | null;
  /** The solver's rating, to be updated; null if this attempt is not rated. */
  readonly rating?: Rate | null;
}

/** Play a stroke of a drill, or place a piece. Answered by `Tried` with a `DrillRead`, or by `Refused`. */
export interface Drill {
  readonly type: "drill";
  readonly nonce: string;
  readonly drill: string;
  /** Number of the drill's position, from 1. */
  readonly number: number;
  /** Null to show a successful stroke, or to place a piece. */
  readonly stroke: Stroke | null;
  /** Where the piece is placed; null in drills of strokes, and to show a good place. */
  readonly at?: Point | null;
  /** From the last answer, for the second stroke of a try; null for the first. */
  readonly moment?: SetupPosition | null;
  /** Earlier attempts at this drill. */
  readonly tries?: number;
  readonly hits?: number;
}

/** The state of a solo run; together with its board's position it defines the run. */
export interface Running {
  readonly seed: number;
  readonly blacks?: boolean;
  readonly strokes?: number;
  readonly misses?: number;
  readonly idle?: number;
  readonly slam?: boolean;
  readonly over?: boolean;
}

/** Start a solo board, or play its next stroke. Answered by `Tried` with an `AloneRead`, or by `Refused`. */
export interface RunAlone {
  readonly type: "run-alone";
  readonly nonce: string;
  /** Null to start the board, or to show it again as it was left. */
  readonly stroke?: Stroke | null;
  /** From the last answer. */
  readonly moment?: SetupPosition | null;
  /** From the last answer. */
  readonly run?: Running | null;
  /** Misses on earlier full boards, the latest first; with those of this board they determine the estimated accuracy. */
  readonly misses?: readonly number[];
}

/** One player of a team. */
export interface PlayerPlan {
  /** If empty, the player is named by team and number. */
  readonly name?: string;
  /** `here` means at the captain's screen. */
  readonly who?: Who;
  /** Level of the computer, one of `Welcome.levels`. */
  readonly level?: string | null;
}

/** One team of a tie. */
export interface TeamPlan {
  readonly name: string;
  /** The players; if empty, the captain who accepts the invitation names them, or all of them are played by the computer. */
  readonly players?: readonly PlayerPlan[];
}

/** The terms of a tie. */
export interface TieTerms {
  /** A rule set with rubbers, one of `Welcome.rulesets`; ignored if `rules` is given. */
  readonly ruleset?: string;
  /** A custom rule set: the content of its TOML file. */
  readonly rules?: string | null;
  readonly teams: readonly TeamPlan[];
  /** Captain of the second team: the person who starts the tie (`here`), whoever uses the invitation, or the computer. */
  readonly captain?: Who;
  /** Level of the second team if the computer leads it and no players are named. */
  readonly level?: string | null;
  readonly clock?: ClockPlan | null;
  readonly guide?: Guide;
  readonly surface?: string;
  /** Whether anybody with the tie's address may watch, without the `watch` secret. */
  readonly watching?: boolean;
}

/** Start a tie as the captain of the first team. Answered by `TieSnapshot`. */
export interface NewTie {
  readonly type: "new-tie";
  readonly nonce: string;
  readonly key: string;
  readonly invite: string;
  readonly watch: string;
  readonly terms: TieTerms;
}

/** Take an open place in a tie. Answered by `TieSnapshot`. */
export interface JoinTie {
  readonly type: "join-tie";
  readonly nonce: string;
  readonly tie: string;
  /** Null if a captain takes the place of a player who has not arrived. */
  readonly invite?: string | null;
  readonly key: string;
  readonly place: string;
  /** A captain's team with its players. */
  readonly team?: TeamPlan | null;
}

/** Follow a tie, with a key or as a spectator. Answered by `TieSnapshot`, sent again whenever the tie changes. */
export interface ComeToTie {
  readonly type: "come-to-tie";
  readonly tie: string;
  readonly key?: string | null;
  readonly watch?: string | null;
  /** The invitation secret, which allows reading which places are open. */
  readonly invite?: string | null;
}

/** Stop following the tie. */
export interface LeaveTie {
  readonly type: "leave-tie";
}

/** One of the two teams of a tie. */
export type TieSide = "A" | "B";

/** Submit a team's line-up, in the order of the rubbers. It can be changed until both teams have done so. */
export interface LineUp {
  readonly type: "line-up";
  readonly nonce: string;
  readonly side: TieSide;
  /** For each rubber the names of its player or pair, as in `TiePlayer.name`. */
  readonly rubbers: readonly (readonly string[])[];
}

/** Start the next rubber, as a captain. */
export interface BeginRubber {
  readonly type: "begin-rubber";
  readonly nonce: string;
  readonly rubber: number;
}

/** Check that the connection is alive. Answered by `Pong`. With `echo` and `held`, the server measures the network delay and credits it to the player's clock. */
export interface Ping {
  readonly type: "ping";
  /** `now` of the last `Pong`; null before the first one. */
  readonly echo?: number | null;
  /** Time since that `Pong` arrived, ms. */
  readonly held?: number;
}

/** One level of the computer. */
export interface LevelInfo {
  readonly name: string;
  /** Aim error in degrees, one standard deviation. */
  readonly aim: number;
  /** Power error in per cent, one standard deviation. */
  readonly power: number;
  /** Whether this is an external engine, added by the server's operator. */
  readonly outside: boolean;
}

/** Number of players in a rubber. */
export type RubberKind = "singles" | "doubles";

/** One rule set, with the facts needed to start a game. */
export interface RulesetInfo {
  readonly name: string;
  readonly title: string;
  /** One sentence about its differences from other rule sets. */
  readonly about: string;
  /** Allowed numbers of players. */
  readonly players: readonly number[];
  readonly lengths: readonly Length[];
  readonly target: number | null;
  readonly board_limit: number | null;
  /** Maximum number of games in a match. */
  readonly games_of_match: number;
  /** The time limits of the laws. */
  readonly clock: ClockPlan;
  readonly colours_owned: boolean;
  /** The rubbers of a tie in order; empty if the rule set has no ties. */
  readonly rubbers: readonly RubberKind[];
  readonly white_is_brown: boolean;
}

/** Addresses under which this server can be reached. */
export interface Reach {
  /** Addresses for devices in the local network, the best first; empty if only this machine can connect. */
  readonly addresses: readonly string[];
  /** Whether this page may open the server to the network (`OpenDoor`). */
  readonly may_open: boolean;
}

/** How strokes are computed at present; the results are identical. */
export type KernelStatus = "warming" | "compiled" | "interpreted";

/** The first message on every connection. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  /** Version of the server program. */
  readonly program: string;
  /** From the weakest to the strongest. */
  readonly levels: readonly LevelInfo[];
  /** External engines, which can play in place of a level. */
  readonly engines: readonly LevelInfo[];
  readonly rulesets: readonly RulesetInfo[];
  readonly surfaces: readonly string[];
  readonly reach: Reach;
  readonly kernel: KernelStatus;
  /** Whether this server has accounts. */
  readonly accounts: boolean;
  /** Name of the signed-in account; null for a guest. */
  readonly you: string | null;
  /** Whether a client may decline films (`SendFilms`). */
  readonly films_optional: boolean;
  /** Whether the gaps of a rack follow from the nonce of its first stroke (the CRC-32 is the seed), so that the client can play that stroke itself. Only so at tables in the client's own browser; a server draws them with the stroke. */
  readonly open_racks: boolean;
  /** Whether this server has the files (`/offline.json`) with which a page goes on without a connection. */
  readonly offline: boolean;
}

/** The kernel has been compiled, or cannot be compiled on this machine. */
export interface KernelChanged {
  readonly type: "kernel";
  readonly kernel: KernelStatus;
}

/** Sent when the server has been opened to the network. */
export interface ReachChanged {
  readonly type: "reach";
  readonly nonce: string | null;
  readonly reach: Reach;
}

/** Description of a custom rule set. */
export interface RulesRead {
  readonly type: "rules-read";
  readonly nonce: string;
  readonly info: RulesetInfo;
}

/** The server is about to stop. The connection will close, and the client can reconnect at once. */
export interface Draining {
  readonly type: "draining";
}

/** Sent when this connection starts to follow a game. */
export interface Joined {
  readonly type: "joined";
  /** Nonce of the `NewGame` or `Join` that this answers; null after `Resume`. */
  readonly nonce: string | null;
  readonly game: string;
  /** Seats, at the start of the game, of the players that this connection acts for; empty for a spectator. */
  readonly yours: readonly Seat[];
  readonly version: number;
}

/** Kind of player at a seat. */
export type SitterKind = "human" | "program" | "open";

/** One player, identified by their seat at the start of the game. */
export interface Sitter {
  readonly seat: Seat;
  readonly name: string;
  readonly kind: SitterKind;
  /** Level of the computer; null for a person. */
  readonly level: string | null;
  /** Whether the player is connected; always true for programs. */
  readonly here: boolean;
  /** Whether a program plays with this account. */
  readonly bot: boolean;
  /** Whether the name belongs to an account, which has a page; a guest's name is not verified. */
  readonly account: boolean;
  /** Rating in the game's pool when the player sat down; null if there is none or it is not used. */
  readonly rating: number | null;
}

/** A board with its discs. Lengths in µm, masses in µg; source: the equipment clauses of the Laws (A.1 to A.12). `carrom.EQUIPMENT` has the presets by name; `standard` is the board of the Laws. >>> import carrom >>> board = carrom.EQUIPMENT["standard"] >>> board.surface, board.radius(carrom.Disc.S), board.radius(carrom.Disc.W1) (740000, 20650, 15900) */
export interface Equipment {
  readonly name: string;
  readonly surface: number;
  readonly pocket_diameter: number;
  readonly frame_width: number;
  readonly frame_height: number;
  readonly man_diameter: number;
  readonly man_mass: number;
  readonly man_thickness: number;
  readonly striker_diameter: number;
  readonly striker_mass: number;
  /** Distance from the frame to the near edge of the base lines; the striker must touch this edge. */
  readonly lower_line: number;
  /** Distance from the frame to the far edge of the base lines. */
  readonly upper_line: number;
  readonly line_length: number;
  readonly base_circle_diameter: number;
  readonly base_circle_disc: number;
  /** Distance from the board's centre line to the centre of a base circle. */
  readonly base_circle_offset: number;
  readonly arrow_length: number;
  readonly arrow_width: number;
  /** Distance from the pocket's centre to the arrow's outer tip. */
  readonly arrow_tip: number;
  readonly centre_circle: number;
  readonly outer_circle: number;
}

/** The tie and rubber that a game belongs to. */
export interface RubberOf {
  readonly tie: string;
  /** Number of the rubber, from 1. */
  readonly rubber: number;
  /** Names of the teams; the first one plays as side A. */
  readonly teams: readonly string[];
}

/** The facts that stay the same throughout a game. */
export interface Card {
  readonly game: string;
  /** In order of play. `Seats` reports later arrivals and presence. */
  readonly sitters: readonly Sitter[];
  readonly ruleset: string;
  /** Title of the rule set, in English. */
  readonly title: string;
  readonly edition: string;
  readonly length: Length;
  readonly games_to_win: number;
  /** Points that win the game; null if the rule set has no target. */
  readonly target: number | null;
  /** Number of boards after which the leader wins; null for no limit. */
  readonly board_limit: number | null;
  /** False in points games, where each piece counts for the player who pockets it. */
  readonly colours_owned: boolean;
  readonly white_is_brown: boolean;
  /** The clause on conceding. */
  readonly concede: string;
  readonly clock: ClockPlan | null;
  readonly guide: Guide;
  readonly handicap: readonly number[];
  /** The agreed terms, for a rematch; null in games of older versions. */
  readonly terms: Terms | null;
  /** Name of a preset, or parameters such as `friction=0.1,frame_restitution=0.7`; the others are those of `club`. */
  readonly surface: string;
  /** Version of the physics. Version 1 has `pocket=centre` and `yield_speed=0` on every surface. */
  readonly physics: string;
  readonly equipment: Equipment;
  /** The tie that this game is a rubber of; null if it is not part of a tie. */
  readonly tie: RubberOf | null;
  /** Whether coaching is allowed during the game: only if all its people play on one screen. */
  readonly coach: boolean;
  /** Whether its players may go on without a connection: an unrated game without a clock, at one screen. */
  readonly offline: boolean;
  /** Whether the game counts for the players' ratings; undo is then not possible. */
  readonly rated: boolean;
  /** Maximum speed of a stroke, µm/s. */
  readonly max_speed: number;
}

/** A disc and its position. */
export interface Lying {
  readonly disc: Disc;
  readonly at: Point;
}

/** The discs that lie on the board: an immutable mapping from `Disc` to `Point` (whole µm, board's frame). `placed` is sorted in the order of `Disc`, with each disc at most once. Iterating yields `Lying` values, `len` is the number of discs, and `position[disc]` a disc's point (`KeyError` if it is not on the board). A position displays as a picture in a notebook. >>> import carrom >>> start = carrom.rack(angle=270, seed=1) >>> len(start), carrom.Disc.S in start (19, False) >>> alone = carrom.Position.of({carrom.Disc.W1: carrom.Point(x=0, y=250_000)}) >>> alone.to_text() 'c1_W1.0.250000' >>> carrom.Position.from_text("c1_W1.0.250000") == alone True */
export interface Position {
  readonly placed: readonly Lying[];
}

/** The phase of the game. */
export type Phase = "toss" | "break" | "play" | "place" | "demand" | "board-over" | "game-over";

/** A closed range of x along a baseline, in µm, in the frame of the seat that plays. */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
  /** The stroke's y in this range: offset across the two lines of the baseline, 0 midway, µm. */
  readonly y: number;
}

/** A stroke is expected. */
export interface ExpectStrike {
  readonly type: "strike";
  readonly seat: Seat;
  /** The number of this attempt at the break, from 1; null once the break is made. */
  readonly attempt: number | null;
  /** The number of attempts at the break that the rule set allows. */
  readonly attempts: number;
  /** Where the striker's centre may stand, ordered by x; each range gives the y of the stroke. */
  readonly intervals: readonly Interval[];
  readonly may_pass: boolean;
  /** Number of consecutive passes so far; a stroke resets it. */
  readonly passes: number;
  /** Number of consecutive passes after which the board is replayed; 0 if passing is not allowed. */
  readonly most_passes: number;
  /** The clause for that rule. */
  readonly passes_clause: string;
}

/** A due piece has to be placed by this seat. */
export interface ExpectPlace {
  readonly type: "place";
  readonly seat: Seat;
  readonly disc: Disc;
  /** Legal spots, dense enough to choose from; the server also checks any other point. */
  readonly spots: readonly Point[];
  readonly may_waive: boolean;
}

/** This seat may demand extra points. */
export interface ExpectDemand {
  readonly type: "demand";
  readonly seat: Seat;
  readonly up_to: number;
}

/** The toss: a piece is hidden under one of two hands, and this seat guesses which. */
export interface ExpectGuess {
  readonly type: "guess";
  readonly seat: Seat;
}

/** The toss is won: this seat chooses the break or the choice of side. */
export interface ExpectChoose {
  readonly type: "choose";
  readonly seat: Seat;
}

/** The other side has the break: this seat keeps or swaps the seats. */
export interface ExpectSit {
  readonly type: "sit";
  readonly seat: Seat;
}

/** The board is over; the next one can be racked. */
export interface ExpectNext {
  readonly type: "next";
  /** Who breaks the next board; null if a toss decides. */
  readonly breaker: Seat | null;
}

/** The colour that a side plays in this board. */
export type Colour = "white" | "black";

/** One side: the players who score together. */
export interface SideState {
  readonly seats: readonly Seat[];
  readonly colour: Colour | null;
  /** Points in this game, without the current board. */
  readonly score: number;
  /** Pieces of this side on the board. */
  readonly on_board: number;
  /** Pocketed pieces of this side, in the order they fell. */
  readonly pocketed: readonly Disc[];
  /** Pieces that the side owes. */
  readonly due: number;
  /** Games won in this match. */
  readonly games: number;
}

/** The state of the queen. */
export type QueenWhere = "board" | "pending" | "covered" | "aside";

/** The queen's state and owner. */
export interface QueenState {
  readonly where: QueenWhere;
  /** First seat of the side that pocketed it; null while it is on the board. */
  readonly seat: Seat | null;
}

/** The result of one board: a row of the score card. */
export interface BoardResult {
  /** Seat, at the start of the game, of the winning side's first player; null if the board was drawn or cancelled. */
  readonly winner: Seat | null;
  readonly points: number;
  /** Score of the game after this board, in the order of `State.sides`. */
  readonly score: readonly number[];
  /** Seat, at the start of the game, of the player who broke. */
  readonly breaker: Seat | null;
  /** The loser's remaining pieces, one point each. */
  readonly men: number;
  /** Points for the queen. */
  readonly queen: number;
  /** Extra points demanded. */
  readonly demanded: number;
  /** Whether this was an extra board, played because the game was level. */
  readonly extra: boolean;
  /** The clauses for the points. */
  readonly clauses: readonly string[];
}

/** Consequence of a stroke or call for the turn. */
export type Turn = "continue" | "pass" | "retry" | "end" | "replay";

/** A message: the key of its sentence, the values in it, and its clause (empty for an observed fact). */
export interface TranslatableText {
  readonly key: string;
  readonly values: readonly (readonly [string, number | string])[];
  readonly clause: string;
}

/** The finding of one clause. */
export interface Finding {
  /** Number of the clause in the rule book, for instance `Law 72a`. */
  readonly clause: string;
  /** In English. */
  readonly sentence: string;
  /** Name of the law in the translations, where its sentence has the key `law.` followed by this name. */
  readonly key: string;
  /** Values for the names in braces in that sentence. */
  readonly values: readonly (readonly [string, number | string])[];
}

/** A ruling as text. */
export interface Verdict {
  /** The seat that played. */
  readonly seat: Seat;
  readonly turn: Turn;
  /** One to three sentences in English, addressed to the player in turn. */
  readonly why: string;
  /** The same as translation keys and values, for any language and any reader. */
  readonly said: readonly TranslatableText[];
  readonly findings: readonly Finding[];
}

/** The result of the game. */
export interface GameResult {
  /** Seat, at the start of the game, of the winning side's first player; null for a draw. */
  readonly winner: Seat | null;
  /** As recorded: each side's score is cut off at the target. */
  readonly score: readonly number[];
  readonly conceded: boolean;
  /** Games won by each side; empty if the contest was a single game. */
  readonly games: readonly number[];
  /** Whether the loser was absent. */
  readonly forfeited: boolean;
  /** Whether the game was cancelled before its first stroke; it then has no winner and does not count. */
  readonly aborted: boolean;
}

/** The player at a seat at present. */
export interface Seated {
  readonly seat: Seat;
  /** The player, identified by their seat at the start of the game. */
  readonly sitter: Seat;
}

/** The complete state after an event: everything that a client displays. */
export interface State {
  readonly position: Position;
  readonly phase: Phase;
  /** The seat whose turn it is; null if the game waits for no particular seat. */
  readonly turn: Seat | null;
  readonly expected: readonly (ExpectStrike | ExpectPlace | ExpectDemand | ExpectGuess | ExpectChoose | ExpectSit | ExpectNext)[];
  /** Number of the current board, from 1. */
  readonly board: number;
  readonly breaker: Seat;
  readonly sides: readonly SideState[];
  readonly queen: QueenState;
  /** The finished boards. */
  readonly boards: readonly BoardResult[];
  /** The last ruling; null if no stroke has been played since the rack. */
  readonly ruling: Verdict | null;
  readonly result: GameResult | null;
  readonly can_undo: boolean;
  readonly can_resign: boolean;
  /** Whether a player may cancel the game. */
  readonly can_abort: boolean;
  /** Number of strokes in the history; an undo makes it smaller. */
  readonly strokes: number;
  readonly seated: readonly Seated[];
  /** Number of the game in the match, from 1. */
  readonly game: number;
  /** Whether the players have just changed seats. */
  readonly changed_seats: boolean;
  /** Boards of the game of the match that has just ended, until the next game begins. */
  readonly last_game: readonly BoardResult[];
}

/** One entry of the stroke history. */
export interface PastStroke {
  /** Number of the stroke, from 1. */
  readonly number: number;
  readonly board: number;
  readonly seat: Seat;
  readonly pocketed: readonly Disc[];
  readonly turn: Turn;
  /** The ruling in English, addressed to the player in turn. */
  readonly why: string;
  /** The ruling as translation keys and values. */
  readonly said: readonly TranslatableText[];
}

/** The clock of the seat whose turn it is. Times are in ms since 1970, UTC, by the server's clock. */
export interface Clock {
  readonly seat: Seat;
  /** When the seat's time starts to run: at the end of the last stroke's animation. */
  readonly starts: number;
  readonly ends: number;
  readonly now: number;
  /** While paused, the remaining time in ms; null while the clock runs. */
  readonly paused: number | null;
}

/** An offer, and the players who have agreed to it; if there are none, the offer is closed. */
export interface Offered {
  readonly type: "offered";
  readonly what: OfferKind;
  /** Players who have agreed, identified by their seats at the start of the game. */
  readonly by: readonly Seat[];
  /** The player who declined, if there is one. */
  readonly declined: Seat | null;
}

/** The complete state of a game; it replaces everything received before. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly version: number;
  readonly card: Card;
  /** Null while seats are open. */
  readonly state: State | null;
  readonly history: readonly PastStroke[];
  readonly clock: Clock | null;
  readonly offers: readonly Offered[];
}

/** From `time` (µs) until the disc's next keyframe, dt later: x + vx·dt + ½·ax·dt² and so on. Units µm, µm/s, µm/s² in the board's frame, mrad, mrad/s, mrad/s² with dt in seconds. A disc without keyframes does not move. */
export interface Keyframe {
  readonly disc: Disc;
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly vx: number;
  readonly vy: number;
  readonly ax: number;
  readonly ay: number;
  readonly angle: number;
  readonly spin: number;
  readonly spin_rate: number;
}

/** The kind of a contact. */
export type ContactKind = "disc" | "frame" | "pocket" | "rim";

/** One contact during a stroke, for sound and for display. */
export interface Contact {
  /** µs since the stroke began. */
  readonly time: number;
  readonly kind: ContactKind;
  readonly discs: readonly Disc[];
  readonly at: Point;
  /** Normal speed of approach, µm/s; for a pocket the speed of the fall. */
  readonly speed: number;
  /** Normal impulse, µN·s; 0 for a pocket. For comparison, a striker at 1 m/s has a momentum of 15 000. */
  readonly impulse: number;
}

/** The animation of a stroke: `before`, with the striker on its spot, then the keyframes, until `rest`. */
export interface Motion {
  readonly seat: Seat;
  readonly stroke: Stroke;
  readonly before: Position;
  readonly keyframes: readonly Keyframe[];
  readonly contacts: readonly Contact[];
  /** µs until every disc is at rest. */
  readonly duration: number;
  /** Where every disc came to rest, including the striker if it stayed on the board; before any disc is returned. */
  readonly rest: Position;
}

/** A stroke was played: show `motion`, then `state`. */
export interface Played {
  readonly type: "played";
  readonly version: number;
  /** The version before it. */
  readonly after: number;
  /** Time of the stroke, ms since 1970. A client that connects after the animation's end shows only its end. */
  readonly at: number;
  readonly motion: Motion;
  /** New entry of the history. */
  readonly past: PastStroke;
  readonly ruling: Verdict;
  readonly state: State;
  readonly clock: Clock | null;
}

/** A stroke was played: `Played` without its animation, for connections that decline films (`SendFilms`). The client computes the animation from the position before it. `digest` confirms that it has the same result. The ruling is that of `state`. */
export interface StrokePlayed {
  readonly type: "stroke";
  readonly version: number;
  /** The version before it. */
  readonly after: number;
  /** Time of the stroke, ms since 1970. */
  readonly at: number;
  readonly seat: Seat;
  readonly stroke: Stroke;
  /** The position before it, at a break: the rack with its gaps, which are drawn with the stroke. Null if played from the position of the last state. */
  readonly rack: Position | null;
  readonly digest: string;
  /** New entry of the history. */
  readonly past: PastStroke;
  readonly state: State;
  readonly clock: Clock | null;
}

/** An event other than a stroke. */
export type Act = "racked" | "placed" | "waived" | "demanded" | "passed" | "resigned" | "undone" | "tossed" | "chosen" | "timed-out" | "forfeited" | "aborted" | "no-room";

/** Something other than a stroke happened. */
export interface Acted {
  readonly type: "acted";
  readonly version: number;
  /** The version before it. */
  readonly after: number;
  readonly act: Act;
  /** The seat that acted; null for the umpire. */
  readonly seat: Seat | null;
  /** The piece that was placed. */
  readonly disc: Disc | null;
  /** The number of extra points demanded. */
  readonly points: number | null;
  readonly state: State;
  readonly clock: Clock | null;
}

/** Players at the table and their presence; sent whenever either changes. */
export interface Seats {
  readonly type: "seats";
  readonly sitters: readonly Sitter[];
  readonly watchers: number;
}

/** Sent when the clock was paused or resumed. */
export interface ClockChanged {
  readonly type: "clock";
  readonly clock: Clock | null;
}

/** Where another player is aiming. */
export interface Aimed {
  readonly type: "aimed";
  readonly seat: Seat;
  readonly stroke: Stroke | null;
}

/** A phrase sent by a player. */
export interface Spoken {
  readonly type: "spoken";
  readonly seat: Seat;
  readonly phrase: Phrase;
}

/** All players agreed to a rematch; each opens the new game with the same key. */
export interface Rematched {
  readonly type: "rematched";
  readonly game: string;
}

/** The command with this nonce was carried out, now or earlier, as the event of that version. */
export interface Accepted {
  readonly type: "accepted";
  readonly nonce: string;
  readonly version: number;
}

/** Why a message was refused. */
export type Refusal = "illegal" | "not-now" | "not-yours" | "stale" | "unknown-game" | "malformed" | "too-fast" | "no-game" | "full" | "broken";

/** A message was refused; nothing has changed. */
export interface Refused {
  readonly type: "refused";
  /** Null if the message had no readable nonce. */
  readonly nonce: string | null;
  readonly code: Refusal;
  /** One sentence: what was wrong, and what was expected. */
  readonly reason: string;
}

/** The animation of a past stroke. */
export interface Replayed {
  readonly type: "replayed";
  readonly nonce: string;
  readonly past: PastStroke;
  readonly motion: Motion;
  readonly ruling: Verdict;
  /** The position after it, with the discs that the umpire returned. */
  readonly position: Position;
  /** The state before the stroke. */
  readonly before: State;
  /** The state after the stroke. */
  readonly state: State;
}

/** Reply to `Arrange`: whether the position is valid, and what is possible in it. */
export interface Arranged {
  readonly type: "arranged";
  readonly nonce: string;
  /** Why the position is invalid, in one sentence; null if it is valid. */
  readonly fault: string | null;
  /** The discs that make the position invalid. */
  readonly discs: readonly Disc[];
  /** The state of the position; null if it is invalid. */
  readonly state: State | null;
  /** Codes of the casebook for what an umpire can call in this position; empty if nothing is judged. */
  readonly calls: readonly string[];
}

/** Kind of a stroke, by how its piece gets into the pocket. */
export type StrokeKind = "straight" | "cut" | "one-frame" | "two-frames" | "bank" | "frozen" | "plant" | "kiss" | "double" | "back-stroke" | "break" | "safety";

/** The best alternative to a puzzle's best stroke: another piece, pocket or kind of stroke. */
export interface Rival {
  readonly name: StrokeKind;
  readonly disc: Disc;
  readonly pocket: number;
  readonly success: number;
}

/** The best decision of a puzzle. */
export interface Best {
  /** Null where a piece is to be placed. */
  readonly stroke: Stroke | null;
  /** The best place of a piece; null in puzzles of strokes. */
  readonly at: Point | null;
  /** The kind of stroke: `straight`, `cut`, `plant` and so on. */
  readonly name: string;
  readonly disc: Disc;
  /** 0 to 3: far left, far right, near left, near right, as seen by the player; −1 if none is meant. */
  readonly pocket: number;
  /** How often it reaches the goal for a strong player. */
  readonly success: number;
  /** The best stroke of another kind. */
  readonly rival: Rival | null;
}

/** A rating with its deviation and volatility. */
export interface Rating {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

/** Result of an attempt at a puzzle. */
export interface PuzzleRead {
  readonly kind: "puzzle";
  /** Whether this decision is good enough. The puzzle is solved if it is and the try does not go on. */
  readonly solved: boolean;
  /** Whether the second stroke is still to be played: send `moment` of the answer with it. */
  readonly goes_on: boolean;
  /** How often the decision reaches the goal, for a strong player. */
  readonly success: number;
  /** Least such share that is good enough. */
  readonly bar: number;
  /** Success rate of the next player's best stroke, after a defence or a placed piece. */
  readonly reply: number | null;
  readonly themes: readonly string[];
  readonly best: Best;
  /** The solver's rating after the attempt; null if it is not rated, or goes on. */
  readonly rating: Rating | null;
}

/** Result of a stroke of a drill. */
export interface DrillRead {
  readonly kind: "drill";
  readonly hit: boolean;
  /** Whether the second stroke of this try is still to be played: send `moment` of the answer with it. */
  readonly goes_on: boolean;
  /** Success rate of the opponent's best stroke, where that decides. */
  readonly left: number | null;
  /** The kind of stroke played; null if it pocketed no own piece. */
  readonly name: string | null;
  readonly tries: number;
  readonly hits: number;
  /** Lower bound of the 95 % interval of the hit rate; `high` is the upper bound. */
  readonly low: number;
  readonly high: number;
}

/** A player's accuracy, estimated from solo runs. */
export interface HandTold {
  /** Aim error in degrees: the median of the likelihood. */
  readonly direction: number;
  readonly low: number;
  /** Bounds of the 95 % interval, in degrees. */
  readonly high: number;
  /** The level whose aim error is nearest. */
  readonly level: string;
  readonly boards: number;
  /** Strokes counted of a board that was not finished. */
  readonly strokes: number;
}

/** State of a solo board. */
export interface AloneRead {
  readonly kind: "alone";
  readonly run: Running;
  /** Whether the stroke kept the turn or won the board. */
  readonly kept: boolean;
  readonly counts: boolean;
  /** Accuracy estimated from the misses; null before a full board is finished. */
  readonly hand: HandTold | null;
}

/** Reply to `Try`, `WhatIf`, `Attempt` and the exercises: the result of a stroke and its ruling. */
export interface TriedStroke {
  readonly type: "tried";
  readonly nonce: string;
  readonly motion: Motion | null;
  readonly pocketed: readonly Disc[];
  readonly touched: readonly Disc[];
  /** Null if nothing is judged. */
  readonly ruling: Verdict | null;
  readonly state: State;
  /** The moment after the stroke, to continue from. */
  readonly moment: SetupPosition;
  /** In a lesson: whether the goal of the step is reached; null while it can still be reached. */
  readonly reached: boolean | null;
  /** In a lesson: the teacher's comments, as keys of the page's texts with their values. */
  readonly said: readonly TranslatableText[];
  /** In a puzzle, a drill or a solo board: the result. */
  readonly training: PuzzleRead | DrillRead | AloneRead | null;
}

/** One player of a team. */
export interface TiePlayer {
  readonly name: string;
  /** `open` if the place waits for an invited player. */
  readonly kind: SitterKind;
  readonly place: string;
  readonly level: string | null;
  /** Whether the player is connected to the tie or its game; for a player at the captain's screen, whether the captain is. */
  readonly here: boolean;
}

/** The state of one team. */
export interface TieTeam {
  readonly name: string;
  readonly captain: SitterKind;
  /** Whether the captain is connected to the tie or its game. */
  readonly here: boolean;
  readonly players: readonly TiePlayer[];
  /** Whether the line-up has been submitted. */
  readonly lined_up: boolean;
  /** Null if not submitted, or hidden from the receiver until both are. */
  readonly lineup: readonly (readonly string[])[] | null;
}

/** State of a rubber. */
export type RubberStanding = "played" | "running" | "next" | "to-come" | "dead";

/** One rubber of the tie. */
export interface TieRubber {
  readonly number: number;
  readonly kind: RubberKind;
  readonly standing: RubberStanding;
  /** Players of each team, once both line-ups are submitted. */
  readonly players: readonly (readonly string[])[];
  /** Score of each team, once the rubber has begun. */
  readonly score: readonly number[];
  readonly winner: TieSide | null;
  /** Whether the rubber was conceded rather than played to its end. */
  readonly conceded: boolean;
  /** The game of the rubber, once it has begun. */
  readonly game: string | null;
}

/** A captain has to join for this team. */
export interface ExpectCaptain {
  readonly type: "captain";
  readonly side: TieSide;
}

/** A team has to submit its line-up. */
export interface ExpectLineUp {
  readonly type: "line-up";
  readonly side: TieSide;
  /** A valid line-up. */
  readonly suggestion: readonly (readonly string[])[];
}

/** A player of the next rubber has to join; the captain may take the place. */
export interface ExpectPlayer {
  readonly type: "player";
  readonly place: string;
  readonly name: string;
}

/** A captain has to start the next rubber. */
export interface ExpectRubber {
  readonly type: "rubber";
  readonly rubber: number;
}

/** A rubber has to be played to its end. */
export interface ExpectEnd {
  readonly type: "end";
  readonly rubber: number;
}

/** The complete state of a tie, sent whenever it changes. */
export interface TieSnapshot {
  readonly type: "tie";
  /** Nonce of the `NewTie` or `JoinTie` that this answers. */
  readonly nonce: string | null;
  readonly tie: string;
  readonly version: number;
  /** The places held by this connection; empty for a spectator. */
  readonly yours: readonly string[];
  readonly ruleset: string;
  /** Title of the rule set, in English. */
  readonly title: string;
  readonly target: number | null;
  readonly clock: ClockPlan | null;
  readonly teams: readonly TieTeam[];
  readonly rubbers: readonly TieRubber[];
  /** Rubbers won by each team. */
  readonly score: readonly number[];
  /** Set as soon as the tie is decided. */
  readonly winner: TieSide | null;
  readonly over: boolean;
  readonly expected: readonly (ExpectCaptain | ExpectLineUp | ExpectPlayer | ExpectRubber | ExpectEnd)[];
  /** The clauses that the score is based on. */
  readonly clauses: readonly string[];
}

/** Reply to `Ping`. */
export interface Pong {
  readonly type: "pong";
  /** The server's clock, ms since 1970, UTC. */
  readonly now: number;
}

/** The accuracy assumed in an analysis: standard deviations of direction (degrees), relative speed, place (µm). */
export interface Spread {
  readonly direction: number;
  readonly speed: number;
  readonly place: number;
  /** Whether errors follow Student's t with five degrees of freedom, as people's do, instead of a normal. */
  readonly tails: boolean;
}

/** A pocket, in the board's frame: north is away from south's seat. */
export type Corner = "north-west" | "north-east" | "south-west" | "south-east";

/** Why a stroke failed. */
export type Cause = "too-thick" | "too-thin" | "left" | "right" | "too-slow" | "rattles" | "kissed" | "blocked" | "past" | "followed-in" | "striker-falls" | "opponents-man" | "law" | "nothing-falls" | "other";

/** One way in which a stroke fails. */
export interface Wrong {
  readonly cause: Cause;
  /** The disc that was hit or fell, for causes that have one. */
  readonly disc: Disc | null;
  /** Share of all samples, 0 to 1. A sample that fails for several reasons counts for each. */
  readonly share: number;
  /** Mean win probability of the samples that fail this way. */
  readonly win: number;
}

/** The rest positions of one moving disc, over samples of a stroke. */
export interface Cloud {
  readonly disc: Disc;
  /** Rest positions of the disc where it has moved, in at most 96 successful samples; µm, board's frame. */
  readonly good: readonly Point[];
  /** The same in failed samples. */
  readonly bad: readonly Point[];
  /** Share of samples in which the disc falls. */
  readonly fell: number;
  /** Share of samples in which the disc does not move. */
  readonly stays: number;
}

/** One stroke of the expected line; played without noise, it leads to the next step. */
export interface ExpectedStroke {
  readonly seat: Seat;
  readonly name: StrokeKind;
  readonly disc: Disc | null;
  readonly corner: Corner | null;
  readonly stroke: Stroke;
  readonly success: number;
}

/** An analysed stroke. Shares are from 0 to 1, errors are standard errors, all on fresh samples. */
export interface StrokeFacts {
  /** Kind of the stroke when played without noise. */
  readonly name: StrokeKind;
  /** The disc it pockets; null if no piece of the player's falls. */
  readonly disc: Disc | null;
  /** The pocket from the player's view: far left, far right, near left, near right, 0 to 3. */
  readonly pocket: number | null;
  /** The same pocket in the board's frame. */
  readonly corner: Corner | null;
  readonly stroke: Stroke;
  /** Share of samples that keep the turn or win the board. */
  readonly success: number;
  readonly error: number;
  /** Share of samples that cost the player pieces. */
  readonly foul: number;
  /** Probability that the side in turn wins the board. */
  readonly win: number;
  readonly win_error: number;
  /** Expected points of the board for the side in turn, minus those for the opponent. */
  readonly points: number;
  readonly points_error: number;
  readonly samples: number;
  /** Range of directions in degrees over which it succeeds without other noise; null if it fails even without noise. */
  readonly window: number | null;
  /** Causes of failures and fouls, the most frequent first; empty until computed. */
  readonly wrong: readonly Wrong[];
  /** Rest positions of every disc that moves, the striker first; empty until computed. */
  readonly clouds: readonly Cloud[];
  /** The expected line after this stroke without noise, by the same player, or by the opponent if the turn passes; empty until computed, and at the end of a board. */
  readonly next: readonly ExpectedStroke[];
}

/** Win probability of the game or the match after the running board: if the board is won, and if it is lost. */
export interface Stake {
  readonly won: number;
  readonly lost: number;
}

/** What the running board decides for one side. */
export interface Stakes {
  readonly game: Stake;
  /** None for a single game. */
  readonly match: Stake | null;
}

/** An analysis of a position so far. Each message replaces the one before. */
export interface Analysis {
  readonly type: "analysis";
  /** Number of the search, from 1. */
  readonly stage: number;
  /** The seat in turn. */
  readonly seat: Seat;
  readonly hand: Spread;
  /** Probability that the side in turn wins the board with the best stroke. */
  readonly win: number;
  readonly points: number;
  /** The analysed strokes, the best first. */
  readonly lines: readonly StrokeFacts[];
  /** What the board decides for the side in turn; null if the score is unknown. */
  readonly stakes: Stakes | null;
  /** Simulations used so far. */
  readonly simulations: number;
  /** Whether the analysis is complete. */
  readonly done: boolean;
}

/** An analysis of one given stroke, with the same fields and samples as a line of an analysis. */
export interface Assessed {
  readonly type: "assessed";
  readonly hand: Spread;
  readonly line: StrokeFacts;
  readonly simulations: number;
  readonly done: boolean;
}

/** Success rates by spot and direction, for pocketing any piece, at the best of several speeds. */
export interface Heat {
  readonly type: "heat";
  /** Offsets of the striker along the baseline, µm, in the player's frame, ascending. */
  readonly places: readonly number[];
  /** Directions, mrad counter-clockwise from the player's right, in the player's frame, ascending. */
  readonly directions: readonly number[];
  /** Success rates in thousandths, one row per spot; −1 where the striker may not stand. */
  readonly success: readonly number[];
  /** For every spot the best direction's success rate, in thousandths. */
  readonly along: readonly number[];
  readonly done: boolean;
}

/** A player of the reviewed game. */
export interface Reviewed {
  readonly name: string;
  /** The seat at the beginning of the game. */
  readonly seat: Seat;
  /** Index of the player's side. */
  readonly side: number;
}

/** The start of a review: its players, the number of strokes, and the assumed accuracy. */
export interface ReviewBegun {
  readonly type: "review-begun";
  readonly players: readonly Reviewed[];
  /** Number of strokes; each is reported twice, quickly and precisely, and again if it is rolled out. */
  readonly strokes: number;
  readonly hand: Spread;
  /** Win probability by which the value may be wrong: strokes that differ by less count as equally good. */
  readonly dead_band: number;
}

/** The loss of a stroke by rollouts. */
export interface RolledLoss {
  /** Mean difference of the win probability; negative if the stroke did better than the alternative. */
  readonly loss: number;
  /** Standard error of `loss`. */
  readonly error: number;
  /** Boards played out, half of them after each stroke. */
  readonly games: number;
  /** Whether the loss is larger than `DEAD_BAND`, and its 95 % interval excludes 0. */
  readonly confirmed: boolean;
}

/** The quality of a decision, by the win probability it lost: see docs/how-to/analysis.md. */
export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** Win probabilities of the game and the match, where known. */
export interface Wider {
  /** Probability that the player's side wins the game. */
  readonly game: number;
  /** Probability that it wins the match; null for a single game. */
  readonly match: number | null;
}

/** The review of one stroke; sent again when more is known. */
export interface StrokeReviewed {
  readonly type: "stroke-reviewed";
  /** Number among the strokes of the whole game, from 1, as in `/game/<id>#12`. */
  readonly number: number;
  /** Number of the stroke's line in the record. */
  readonly event: number;
  readonly board: number;
  /** Index in `ReviewBegun.players`. */
  readonly player: number;
  /** The player's seat at that moment. */
  readonly seat: Seat;
  /** The position before the stroke; null if it cannot be set up by hand, as in doubles. */
  readonly moment: SetupPosition | null;
  readonly played: Stroke;
  /** The intended stroke, without clouds and expected line. */
  readonly meant: StrokeFacts;
  /** Whether the record has the intended stroke; otherwise the played stroke is used for it. */
  readonly is_known: boolean;
  /** The best stroke found, for a break the best of the book; without clouds and expected line. */
  readonly best: StrokeFacts;
  /** Probability that the player's side wins the board, after the stroke. */
  readonly after: number;
  /** Loss by the value: win probability of the best stroke minus that of the intended one. Within `DEAD_BAND` it means nothing. */
  readonly said: number;
  /** The loss by rollouts; null while it is not known, and for strokes that need none. */
  readonly rolled: RolledLoss | null;
  /** Whether the stroke is still to be rolled out. */
  readonly pending: boolean;
  /** Decision loss: the rolled loss if it is confirmed, otherwise 0. */
  readonly loss: number;
  /** Luck of the execution: `after` minus the win probability of the intended stroke. */
  readonly luck: number;
  /** Accuracy of the decision alone, 0 to 100. */
  readonly accuracy: number;
  readonly grade: Grade;
  /** `after` from the first side's view, for a graph. */
  readonly first: number;
  /** The ruling, in English. */
  readonly why: string;
  /** What the board decided for the player's side; null if no points decide the game. */
  readonly stakes: Stakes | null;
  /** Win probabilities of game and match after the stroke; null if no points decide the game. */
  readonly wider: Wider | null;
}

/** Totals of one player's strokes. */
export interface PlayerReview {
  readonly player: number;
  readonly strokes: number;
  /** Mean decision loss per stroke. */
  readonly loss: number;
  /** Sum over the game. */
  readonly luck: number;
  /** Mean over the player's strokes, without those that there was no time to check. */
  readonly accuracy: number;
  readonly succeeded: number;
  /** Expected number of successes of the intended strokes. */
  readonly expected: number;
  /** Mean loss by the value, for comparison. */
  readonly said: number;
  /** Number of strokes of each grade, in the order of `Grade`, without those that there was no time to check. */
  readonly grades: readonly number[];
}

/** A turning point of the game. */
export interface Turning {
  readonly number: number;
  readonly loss: number;
  readonly luck: number;
}

/** The review of the whole game, sent after each round over its strokes. */
export interface GameReview {
  readonly type: "review";
  readonly players: readonly PlayerReview[];
  /** At most three turning points, the largest first. */
  readonly turning: readonly Turning[];
  readonly done: boolean;
}

/** One way in which a break ends. */
export interface BreakResult {
  /** Pieces of the breaker's that fall. */
  readonly mine: number;
  /** Pieces of the opponents' that fall. */
  readonly theirs: number;
  readonly queen: boolean;
  /** Whether the striker falls. */
  readonly striker: boolean;
  /** Share of racks with this result. */
  readonly share: number;
  /** Whether the turn usually goes on. */
  readonly kept: boolean;
  /** Probability of winning the board after it. */
  readonly win: number;
}

/** One break of the book, played on many fresh racks. */
export interface BreakFacts {
  readonly stroke: Stroke;
  /** m/s. */
  readonly speed: number;
  /** Distance at which the striker passes the centre, to its right, in radii of the rack's outer ring (64 mm). */
  readonly aside: number;
  /** Share of turns kept according to the book. */
  readonly book_kept: number;
  /** Probability of winning the board according to the book; null if the book has none. */
  readonly book_win: number | null;
  /** Share of racks on which the turn is kept. */
  readonly success: number;
  /** Standard error of `success`. */
  readonly error: number;
  readonly foul: number;
  /** Probability of winning the board, by the value of what the break leaves. */
  readonly win: number;
  /** The same when the turn is kept; null if that never happened. */
  readonly win_kept: number | null;
  /** The same when the turn passes. */
  readonly win_lost: number | null;
  readonly points: number;
  /** Mean number of the breaker's pieces that fall. */
  readonly mine: number;
  readonly theirs: number;
  /** Share of racks on which the queen falls. */
  readonly queen: number;
  /** The most frequent results, the most frequent first. */
  readonly results: readonly BreakResult[];
}

/** The breaks of the book for one rack, surface and accuracy, the best first. */
export interface BreakTable {
  readonly type: "breaks";
  readonly rules: string;
  /** Angle of the rack, degrees. */
  readonly angle: number;
  /** The rack, in notation. */
  readonly position: string;
  readonly surface: string;
  readonly hand: Spread;
  /** The seat that breaks; strokes are in its frame. */
  readonly seat: Seat;
  /** Racks on which each break was played. */
  readonly racks: number;
  readonly lines: readonly BreakFacts[];
  readonly done: boolean;
}

/** The request is queued. */
export interface Waiting {
  readonly type: "waiting";
  readonly ahead: number;
}

/** The end of a stream that failed, with a one-sentence reason. */
export interface Failed {
  readonly type: "failed";
  readonly reason: string;
}

/** Create a sheet. Answered by `SheetBegun`; a repeated nonce returns the same sheet. */
export interface BeginSheet {
  readonly type: "begin-sheet";
  readonly nonce: string;
  /** Secret that allows writing to the sheet. */
  readonly key: string;
  /** Secret that allows correcting the sheet after its end and ruling on protests. */
  readonly referee: string;
  /** Secret that allows reading the sheet. */
  readonly watch: string;
  /** Names in order of play. */
  readonly players: readonly string[];
  readonly ruleset?: string;
  readonly contest?: string;
  readonly stage?: string | null;
  readonly handicap?: readonly number[];
  readonly event?: string;
  readonly round?: string;
  readonly match?: string;
  readonly place?: string;
  readonly umpire?: string;
  readonly date?: string;
}

/** Append a line. Answered by `LineHeard`. */
export interface TypeLine {
  readonly type: "type-line";
  readonly nonce: string;
  /** Random id of the device, so that only one device writes. */
  readonly device: string;
  /** Version at which the line was typed: `SheetState.version`, or that of the previous line. */
  readonly version: number;
  readonly line: string;
  /** With `sign`: the handwritten signature. */
  readonly ink?: string | null;
}

/** Take over writing from another device. Answered by `SheetState`. */
export interface TakeSheet {
  readonly type: "take-sheet";
  readonly device: string;
}

/** What the holder of a key may do with a sheet. */
export type SheetRole = "umpire" | "referee" | "reader";

/** The heading of the score card. */
export interface SheetHead {
  readonly event: string;
  readonly round: string;
  readonly match: string;
  readonly place: string;
  readonly date: string;
  readonly umpire: string;
  readonly ruleset: string;
  readonly rules: string;
  readonly contest: string;
  /** Whether each side owns a colour; if not, pieces count as points. */
  readonly colours: boolean;
  /** Whether the white pieces are called brown. */
  readonly brown: boolean;
}

/** A player, their current seat, and the word that names them in a line. */
export interface SheetPlayer {
  readonly name: string;
  readonly seat: Seat;
  readonly word: string;
  readonly side: number;
}

/** One side: name, colour, pieces, dues and score. */
export interface SheetSide {
  readonly letter: string;
  readonly name: string;
  readonly word: string;
  /** `white`, `black`, or null if colours are not owned. */
  readonly colour: string | null;
  /** Pieces on the board; 0 between boards. */
  readonly men: number;
  readonly due: number;
  /** Pieces waiting to be placed. */
  readonly coming: number;
  readonly score: number;
  readonly games: number;
  /** Points in the current board, in rule sets where pieces have points. */
  readonly points: number;
}

/** What a sheet waits for. */
export type SheetPhase = "toss" | "choose" | "seats" | "begin" | "strike" | "place" | "demand" | "over";

/** The expected action and the player who acts. */
export interface SheetAwaits {
  readonly phase: SheetPhase;
  /** Name of the player, or names of the players of a side. */
  readonly player: string;
  readonly seat: Seat | null;
  /** Number of the attempt at the break; 0 after the break. */
  readonly attempt: number;
  /** The piece to place: `white` or `black`. */
  readonly man: string;
  /** The owner of the piece. */
  readonly of: string;
  /** Number of pieces to place, or of points that may be demanded. */
  readonly left: number;
  readonly board: number;
  readonly extra: boolean;
  /** Whether the interval before the last game of a match is due. */
  readonly interval: boolean;
  readonly breakers: readonly string[];
}

/** Why a key of the pad is unavailable. */
export type Why = "not-now" | "few" | "appeal" | "ended" | "no-writer" | "said";

/** One key of the pad: the line that it types, or why it is unavailable. */
export interface SheetKey {
  readonly name: string;
  readonly line: string;
  readonly why: Why | null;
  /** The reason as an English sentence; empty if the key is available. */
  readonly told: string;
  /** Complete lines to choose from, where only the umpire knows what happened (`b1 direct`, `b1 indirect`). */
  readonly options: readonly string[];
}

/** Everything that can be typed now. */
export interface SheetPad {
  readonly keys: readonly SheetKey[];
  /** Letter of the pieces of the player in turn, `w` or `b`; empty if colours are not owned. */
  readonly own: string;
  /** Maximum numbers of white, black and queen that one stroke can pocket. */
  readonly most: readonly [number, number, number];
  /** What can be noted about a stroke besides the pocketed pieces. */
  readonly marks: readonly string[];
  /** Keys that work without a connection: pieces by colour, independent of the turn. */
  readonly away: readonly SheetKey[];
}

/** A line in force: the text, the player and the rulings. */
export interface SheetEntry {
  readonly number: number;
  readonly line: string;
  readonly player: string;
  readonly rulings: readonly string[];
}

/** A finished board, as a row of the score card. */
export interface SheetBoard {
  readonly game: number;
  readonly number: number;
  readonly breaker: string;
  /** Null if the board is replayed or drawn. */
  readonly winner: string | null;
  readonly loser: string | null;
  readonly points: number;
  /** The loser's pieces left on the board. */
  readonly men: number;
  /** Who covered the queen. */
  readonly queen: string | null;
  readonly queen_points: number;
  readonly taken: boolean;
  readonly replay: boolean;
  readonly extra: boolean;
  readonly slam: string | null;
  /** Score of the game after this board, as recorded. */
  readonly scores: readonly number[];
  /** In points games: the points that each side made in this board. */
  readonly totals: readonly number[];
  readonly remarks: string;
}

/** An open appeal or protest. */
export interface SheetOpen {
  readonly what: string;
  readonly by: string;
  readonly text: string;
  /** Seconds since 1970, UTC. */
  readonly since: number | null;
}

/** How the contest ended. */
export interface SheetResult {
  readonly winners: readonly string[];
  readonly how: string;
  readonly score: readonly number[];
  readonly games: readonly (readonly number[])[];
  readonly withheld: boolean;
}

/** A signature. */
export interface SheetSignature {
  readonly name: string;
  readonly role: string;
  readonly ink: string | null;
}

/** Times in seconds for the clocks shown. The clocks are informative: they decide nothing. */
export interface SheetClocks {
  /** The server's time, in seconds since 1970, UTC. */
  readonly now: number;
  /** When the last line was typed. */
  readonly since: number | null;
  readonly stroke: number;
  readonly placing: number;
  readonly interval: number;
}

/** The winner, and the score from the winner's side. */
export interface ResultInfo {
  /** Empty if there is no winner. */
  readonly winner: string;
  /** The winner first; in the order of the draw if there is no winner. */
  readonly names: readonly [string, string];
  /** Games as `25–12, 14–25`, or the rubbers of a tie; empty if nothing was played. */
  readonly score: string;
  readonly how: string;
  /** Whether something other than the score decided it. */
  readonly decided: boolean;
}

/** How a result from another source compares with the sheet. */
export type FixtureEnd = "stored" | "differs" | "decided";

/** The stored result of a fixture that was not entered on its sheet. */
export interface SheetFinished {
  readonly result: ResultInfo;
  /** The role of the person who entered it. */
  readonly by: string;
  /** Seconds since 1970, UTC. */
  readonly when: number;
  readonly state: FixtureEnd;
}

/** The complete state of a sheet, with the permissions of the receiving device. */
export interface SheetState {
  readonly type: "sheet";
  readonly sheet: string;
  readonly version: number;
  readonly role: SheetRole;
  /** Whether this device is writing. */
  readonly writes: boolean;
  /** Whether any device is writing. */
  readonly written: boolean;
  /** When the writing device last contacted the server, in seconds since 1970. */
  readonly heard: number | null;
  readonly head: SheetHead;
  readonly players: readonly SheetPlayer[];
  readonly sides: readonly SheetSide[];
  /** Number of the game in the contest, from 1. */
  readonly game: number;
  /** Number of the current or next board in the game, from 1. */
  readonly board: number;
  readonly playing: boolean;
  readonly breaker: string;
  /** `board`, `pending`, `aside` or `covered`; empty between boards. */
  readonly queen: string;
  readonly queen_by: string;
  readonly awaits: SheetAwaits;
  readonly pad: SheetPad;
  /** The line that an undo would remove. */
  readonly last: SheetEntry | null;
  /** The board that has just ended, until the next one begins. */
  readonly ended: SheetBoard | null;
  readonly boards: readonly SheetBoard[];
  readonly open: readonly SheetOpen[];
  /** The umpire's remarks, as text. */
  readonly remarks: readonly string[];
  readonly notes: readonly string[];
  readonly result: SheetResult | null;
  /** Whether only the referee can correct the sheet. */
  readonly closed: boolean;
  readonly signed: readonly SheetSignature[];
  readonly clocks: SheetClocks;
  /** SHA-256 of the record, in hexadecimal; empty before the end. */
  readonly hash: string;
  /** In a tournament: the stored result, if it does not come from this sheet. */
  readonly finished: SheetFinished | null;
  /** In a tournament: the number of its events that this state takes into account; it orders states of one version. */
  readonly events: number;
}

/** A sheet was created. */
export interface SheetBegun {
  readonly type: "sheet-begun";
  readonly sheet: string;
}

/** A line was accepted and is on disk. */
export interface LineHeard {
  readonly type: "line-heard";
  readonly nonce: string;
  /** Version of the sheet after the line. */
  readonly version: number;
  readonly words: readonly string[];
  readonly told: SheetState;
}

/** All lines in force with their numbers, for corrections. */
export interface SheetLog {
  readonly type: "sheet-log";
  readonly entries: readonly SheetEntry[];
}

/** Why a request was refused. */
export type SheetRefusal = "unknown" | "stale" | "taken" | "closed" | "not-so" | "full";

/** A request was refused; nothing has changed. */
export interface SheetRefused {
  readonly type: "sheet-refused";
  readonly code: SheetRefusal;
  readonly reason: string;
  /** Version of the sheet, if the sender may read it. */
  readonly version: number | null;
  /** Complete lines to choose from, where only the umpire knows what happened. */
  readonly options: readonly string[];
}

/** A tournament in a list. */
export interface EventLine {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly sessions: string;
  readonly entrants: number;
  /** Whether this server runs the tournament now. */
  readonly live: boolean;
}

/** All tournaments on this server. */
export interface EventList {
  readonly type: "events";
  readonly events: readonly EventLine[];
}

/** An entrant. */
export interface EntrantInfo {
  readonly id: string;
  readonly name: string;
  readonly seed: number | null;
  readonly club: string;
  readonly nation: string;
  readonly players: readonly string[];
}

/** One row of a standings table. */
export interface StandingsRow {
  readonly place: number;
  /** The places that the entrant shares with others, such as `3–4`; empty if it shares none. */
  readonly shared: string;
  readonly name: string;
  readonly cells: readonly string[];
  /** Why the entrant is not one place higher. */
  readonly why: string;
}

/** The standings of a section, or of one of its groups. */
export interface StandingsTable {
  /** `A`, `B` and so on; empty if the section has no groups. */
  readonly group: string;
  readonly heads: readonly string[];
  readonly rows: readonly StandingsRow[];
  readonly notes: readonly string[];
}

/** The state of a fixture. */
export type FixtureState = "waiting" | "called" | "playing" | "over" | "withheld";

/** One rubber of a tie; its players are included once both teams have submitted their line-ups. */
export interface RubberInfo {
  readonly kind: string;
  readonly players: readonly [string, string];
  readonly score: string;
  /** 1 or 2; 0 for no winner or while it is open. */
  readonly winner: number;
}

/** A fixture: two entrants that meet. */
export interface FixtureInfo {
  readonly address: string;
  readonly first: string;
  /** Empty if the first entrant has a bye. */
  readonly second: string;
  readonly board: number;
  readonly time: string;
  readonly umpire: string;
  readonly state: FixtureState;
  readonly score: string;
  readonly how: string;
  /** 1 or 2; 0 for no winner or while it is open. */
  readonly winner: number;
  readonly rubbers: readonly RubberInfo[];
}

/** One wave: a round of the section. */
export interface RoundInfo {
  readonly number: number;
  readonly fixtures: readonly FixtureInfo[];
  /** Names of those who rest in this round of a round robin. */
  readonly resting: readonly string[];
}

/** One match of a bracket. Where a name is not known yet, `refs` gives the match it comes from. */
export interface BracketSlot {
  readonly names: readonly [string, string];
  readonly refs: readonly [string, string];
  readonly points: readonly [string, string];
  readonly winner: number;
  readonly bye: boolean;
  readonly third: boolean;
}

/** One competition of a tournament. */
export interface SectionInfo {
  readonly id: string;
  readonly title: string;
  readonly system: string;
  readonly tables: readonly StandingsTable[];
  readonly waves: readonly RoundInfo[];
  /** Number of the round to be played: the first drawn one that is not over, else the last; 0 if none is drawn. */
  readonly due: number;
  readonly bracket: readonly (readonly BracketSlot[])[];
  /** Final order of a knockout section, best first; empty until it is decided. */
  readonly order: readonly string[];
  /** The place of each in `order`, such as `1`, or `5–8` if it is shared. */
  readonly places: readonly string[];
}

/** A slam (Law 26): its colour, and the match, game and board it was made in. */
export interface SlamInfo {
  readonly colour: string;
  readonly fixture: string;
  readonly names: readonly [string, string];
  readonly game: number;
  readonly board: number;
}

/** Fixtures that are played at the same time, where the rounds in play have more fixtures than there are tables. */
export interface ShiftInfo {
  readonly number: number;
  /** Day and hour, such as `2026-11-21 10:50`; empty if unknown. */
  readonly begins: string;
  /** Whether the time is an estimate, because its fixtures have not been scheduled or called yet. */
  readonly estimated: boolean;
  readonly tables: readonly number[];
  readonly fixtures: readonly string[];
  readonly over: boolean;
}

/** A tournament. */
export interface EventInfo {
  readonly type: "event";
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly contact: string;
  readonly sessions: string;
  readonly rules: string;
  readonly boards: number;
  /** Number of lines in its file. */
  readonly version: number;
  readonly live: boolean;
  readonly entrants: readonly EntrantInfo[];
  readonly sections: readonly SectionInfo[];
  readonly slams: readonly SlamInfo[];
  /** Shifts of the rounds in play; empty if all fixtures have a table at once. */
  readonly shifts: readonly ShiftInfo[];
}

/** The reason for a pairing. */
export interface WhyPair {
  readonly address: string;
  readonly why: string;
}

/** The reasons for all pairings of a round. */
export interface PairingReasons {
  readonly type: "why";
  readonly wave: string;
  readonly pairs: readonly WhyPair[];
}

/** The state of a board. */
export type BoardState = "free" | "waiting" | "called" | "playing" | "over" | "closed";

/** One side at a board. */
export interface LiveSide {
  readonly name: string;
  /** `white`, `black`, or empty if colours are not owned or not known. */
  readonly colour: string;
  readonly men: number;
  readonly due: number;
  /** Score in the current game; null if unknown, or hidden from players (Law 128). */
  readonly score: number | null;
  readonly games: number;
  /** Whether this side is in turn. */
  readonly strikes: boolean;
}

/** A board as the public sees it: three seconds delayed, and frozen during an appeal or a count. */
export interface LiveBoard {
  readonly type: "board";
  readonly board: number;
  /** Address of the fixture; empty if the board is free. */
  readonly fixture: string;
  readonly section: string;
  readonly wave: number;
  readonly state: BoardState;
  /** The result, if the fixture is over. */
  readonly result: string;
  readonly umpire: string;
  readonly sides: readonly LiveSide[];
  readonly game: number;
  /** Number of the current board in the game. */
  readonly round: number;
  /** `board`, `pending`, `aside` or `covered`; empty if unknown. */
  readonly queen: string;
  readonly frozen: boolean;
  readonly hidden: boolean;
  /** When the umpire's device last contacted the server, in seconds since 1970; null if there is no score sheet. */
  readonly heard: number | null;
  /** Version of the score sheet; 0 if there is none. */
  readonly version: number;
}

/** The clock of a round. It informs: no result depends on it. */
export interface ClockInfo {
  /** Address of the round, such as `s.1`. */
  readonly round: string;
  /** Title of the section. */
  readonly section: string;
  readonly wave: number;
  /** `running`, `paused` or `ended`. */
  readonly phase: string;
  /** How long it runs, with all extensions. */
  readonly seconds: number;
  /** When its time is over, in seconds since 1970; 0 unless it runs. */
  readonly ends: number;
  /** Seconds left while it does not run. */
  readonly left: number;
}

/** All boards. */
export interface LiveBoards {
  readonly type: "live";
  readonly event: string;
  readonly name: string;
  readonly now: number;
  readonly boards: readonly LiveBoard[];
  readonly clocks: readonly ClockInfo[];
}

/** The clocks of the rounds in play, sent at the beginning of a stream and whenever one changes. */
export interface LiveClocks {
  readonly type: "clocks";
  /** The server's time, in seconds since 1970. */
  readonly now: number;
  readonly clocks: readonly ClockInfo[];
}

/** Sent when lines were added to the tournament's file. */
export interface EventChanged {
  readonly type: "changed";
  readonly version: number;
}

/** Append lines to the tournament's file, all of them or none. Answered by `LinesWritten`. */
export interface Propose {
  readonly type: "propose";
  readonly nonce: string;
  readonly line: string;
}

/** One board of a score card: its winner (1 or 2), the loser's remaining pieces, and who covered the queen. */
export interface CardRow {
  readonly winner: number;
  readonly men: number;
  readonly queen: number;
}

/** Compute the score of a card. Answered by `CardTotals`; nothing is stored. */
export interface AskCard {
  readonly type: "card";
  readonly fixture: string;
  /** Who broke first, 1 or 2. */
  readonly first?: number;
  readonly rows?: readonly CardRow[];
  /** Whether the game ended on time. */
  readonly timed?: boolean;
}

/** An entrant in one section. */
export interface HallStanding {
  readonly section: string;
  /** `entered` until the section is drawn, then `playing` or `withdrawn`. */
  readonly state: string;
}

/** An entry, as its form shows it. */
export interface HallEntrant {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** 0 for none. */
  readonly seed: number;
  readonly club: string;
  readonly nation: string;
  readonly players: readonly string[];
  readonly sections: readonly HallStanding[];
  /** Sections that this entrant can join late. */
  readonly joins: readonly string[];
  /** Whether a draw rests on this entry, so that its seed and kind are fixed and it can only be withdrawn. */
  readonly drawn: boolean;
  /** Whether both line-ups of a tie that is not over are visible, so that only the referee changes the roster. */
  readonly sealed: boolean;
}

/** An umpire. */
export interface HallUmpire {
  readonly id: string;
  readonly name: string;
  readonly club: string;
}

/** A setting of a section that is not yet drawn, as it is written in a line. */
export interface HallSetting {
  readonly name: string;
  readonly value: string;
}

/** A section, and whether its next round can be drawn. */
export interface HallSection {
  readonly id: string;
  readonly title: string;
  readonly system: string;
  /** Kind of entrants that play in it; empty for every kind. */
  readonly kind: string;
  /** Number of drawn rounds. */
  readonly waves: number;
  /** Number of the round to be played: the first drawn one that is not over, else the last; 0 if none is drawn. */
  readonly due: number;
  /** Number of rounds still to be drawn. */
  readonly left: number;
  /** Number of rounds that are drawn together: all of groups and leagues, both legs of a knockout; else 1. */
  readonly draws: number;
  /** Why its number of rounds is too large for its entrants, before the first draw; empty if it is not. */
  readonly question: string;
  readonly may_draw: boolean;
  /** Why no round can be drawn now. */
  readonly why: string;
  /** Time limit of a round; 0 for none. */
  readonly minutes: number;
  /** Rounds that were drawn on results that have changed since; the section's own id stands for its seeding. */
  readonly stale: readonly string[];
  /** Rounds whose draw can be taken back, the last first; empty once a match of the last one has begun. */
  readonly undo: readonly number[];
  /** Whether an entrant can join late: `now`, `undo` (once the draws are taken back) or `no`. */
  readonly late: string;
  /** The settings that may still change; empty once the section is drawn. */
  readonly settings: readonly HallSetting[];
}

/** One entrant of a fixture. */
export interface HallSide {
  readonly id: string;
  readonly name: string;
  readonly players: readonly string[];
  /** Empty until submitted; another captain's line-up is hidden until both are submitted. */
  readonly lineup: readonly (readonly string[])[];
  readonly lined_up: boolean;
  /** The result that this side reported; null if none. */
  readonly claim: ResultInfo | null;
  /** The words of a claim with which the other side confirms it; empty if there is none. */
  readonly agree: string;
}

/** A signed sheet that differs from the stored result; the referee chooses one of the two, with a reason. */
export interface HallDispute {
  /** Address of the fixture, or of the rubber of a tie. */
  readonly fixture: string;
  /** Line number of the stored result. */
  readonly line: number;
  readonly stored: ResultInfo;
  readonly signed: ResultInfo;
  /** The line that confirms the stored result; a reason has to be added. */
  readonly keep: string;
  /** The line that adopts the sheet's result; empty if the tie was entered as a whole. */
  readonly take: string;
}

/** A change of line-up after both line-ups were visible. */
export interface HallLineupChange {
  readonly line: number;
  readonly name: string;
  readonly reason: string;
}

/** A fixture as officials see it. */
export interface HallFixture {
  readonly address: string;
  readonly section: string;
  readonly sides: readonly [HallSide, HallSide];
  readonly board: number;
  readonly time: string;
  readonly umpire: string;
  readonly state: FixtureState;
  readonly score: string;
  /** Null while the fixture is open. */
  readonly result: ResultInfo | null;
  /** Role of the author of that result; empty if unknown. */
  readonly by_role: string;
  /** Name of that author, if the log has one. */
  readonly by_name: string;
  readonly disputes: readonly HallDispute[];
  readonly lineup_changes: readonly HallLineupChange[];
  readonly how: string;
  /** Line number of the result in force; 0 if there is none. */
  readonly line: number;
  /** Line numbers of the rubbers' results; 0 for an open rubber. */
  readonly lines: readonly number[];
  readonly rubbers: readonly string[];
  /** Maximum number of games in the match. */
  readonly games: number;
  readonly minutes: number;
  /** Id of its score sheet, opened at `/umpire/<sheet>`. */
  readonly sheet: string;
  /** Whether the result comes from its score sheet, where the referee can correct it. */
  readonly from_sheet: boolean;
  /** Why the signed sheet was not adopted as the result; empty if it was. */
  readonly matter: string;
  /** Whether the holder of this link may keep score for it. */
  readonly keeps: boolean;
  readonly may_finish: boolean;
}

/** A fixture in the queue for a board. */
export interface HallWaiting {
  readonly address: string;
  readonly names: readonly [string, string];
  readonly why: string;
  readonly since: string;
  readonly umpire: string;
}

/** A protest with its time limits, in seconds since 1970. The limits are informative: they decide nothing. */
export interface HallProtest {
  readonly line: number;
  /** Line number of the result protested against. */
  readonly finish: number;
  readonly fixture: string;
  readonly names: readonly [string, string];
  readonly side: string;
  readonly board: number;
  readonly reason: string;
  readonly text: string;
  readonly since: number;
  readonly text_by: number;
  readonly decide_by: number;
  readonly ruled: number;
  readonly upheld: boolean;
}

/** A deduction of match points. */
export interface HallDeduction {
  readonly line: number;
  readonly name: string;
  readonly section: string;
  readonly points: number;
  readonly reason: string;
  readonly reversed: boolean;
}

/** A rule set to which a tournament can be changed. */
export interface HallRules {
  readonly name: string;
  readonly edition: string;
}

/** The details of the tournament that can be corrected. */
export interface HallDetails {
  readonly name: string;
  readonly rules: string;
  readonly edition: string;
  /** The rule sets to which it can be changed; empty once anything has been played. */
  readonly choices: readonly HallRules[];
  readonly boards: number;
  readonly sessions: string;
  readonly contact: string;
  readonly place: string;
}

/** The tournament as the holder of a link sees it. */
export interface HallState {
  readonly type: "hall";
  readonly event: string;
  readonly title: string;
  readonly contact: string;
  readonly role: string;
  readonly name: string;
  /** Id of the person; empty for roles without one. */
  readonly whose: string;
  readonly version: number;
  readonly now: number;
  readonly boards: number;
  readonly free: readonly number[];
  readonly entrants: readonly HallEntrant[];
  readonly umpires: readonly HallUmpire[];
  readonly sections: readonly HallSection[];
  readonly fixtures: readonly HallFixture[];
  readonly queue: readonly HallWaiting[];
  readonly protests: readonly HallProtest[];
  readonly deductions: readonly HallDeduction[];
  readonly details: HallDetails;
  /** Clocks of the rounds in play. */
  readonly clocks: readonly ClockInfo[];
  /** Shifts of the rounds in play; empty if all fixtures have a table at once. */
  readonly shifts: readonly ShiftInfo[];
  /** Tables that are out of use. */
  readonly closed: readonly number[];
  /** The text that decides what is left to chance; empty if none was drawn. */
  readonly lot: string;
}

/** A line of the log as a sentence. */
export interface HallEntry {
  readonly line: number;
  readonly when: number;
  /** The author in words; empty if unknown. */
  readonly who: string;
  /** What happened, with what was there before if it changed. */
  readonly said: string;
  readonly reason: string;
  /** What it is filed under: `entries`, `draws`, `results`, `referee` or `hall`. */
  readonly group: string;
  /** Whether it changes what an earlier line said. */
  readonly corrects: boolean;
  /** The line as it stands in the file; the players of a sealed line-up are left out. */
  readonly raw: string;
}

/** The history of the tournament, the newest line first, for roles that may read everything. */
export interface HallHistory {
  readonly type: "history";
  readonly entries: readonly HallEntry[];
}

/** A link to give out, with its QR code as a data URL. */
export interface HallLink {
  /** `scorer`, or `umpire:ravi`. */
  readonly role: string;
  readonly name: string;
  readonly word: string;
  readonly code: string;
}

/** All links, for the organiser. */
export interface LinkList {
  readonly type: "links";
  readonly links: readonly HallLink[];
  /** Links with the QR codes of the boards. */
  readonly boards: readonly HallLink[];
}

/** The score of a card, computed by the laws. */
export interface CardTotals {
  readonly type: "card-told";
  /** For each board, the score of its game after it. */
  readonly scores: readonly (readonly [number, number])[];
  readonly games: readonly (readonly [number, number])[];
  readonly over: boolean;
  readonly winner: number;
  /** The words of the result line after the fixture, such as `25-12 boards=3-1`; empty while the fixture is open. */
  readonly line: string;
  readonly said: string;
}

/** The proposed line is on disk. */
export interface LinesWritten {
  readonly type: "said";
  readonly nonce: string;
  readonly first: number;
  readonly lines: readonly string[];
  /** The results that the lines report. */
  readonly results: readonly ResultInfo[];
  /** The same as English sentences, with a warning about draws that used other standings. */
  readonly said: readonly string[];
  /** Rounds or sections that were drawn on standings that the change alters. */
  readonly stale: readonly string[];
  /** Each line as a sentence, with author and reason, in the language of the request. */
  readonly sentences: readonly string[];
}

/** A request was refused; nothing has changed. */
export interface HallRefused {
  readonly type: "refused";
  readonly reason: string;
  /** Whether the link itself is no longer valid. */
  readonly void: boolean;
}

/** Begin the draft of a tournament with the stages of a preset. Answered by `SetupState`. */
export interface NewSetup {
  readonly type: "setup-new";
  readonly name: string;
  readonly preset: string;
}

/** A setting of a stage as written in the tournament's file: `waves` and `7`. */
export interface StageSetting {
  readonly name: string;
  readonly value: string;
}

/** A stage of a draft; its settings are texts until the tournament is opened. */
export interface DraftStage {
  readonly id: string;
  readonly system: "cup" | "groups" | "league" | "swiss";
  readonly settings: readonly StageSetting[];
}

/** An entrant before a tournament is opened. */
export interface DraftEntry {
  readonly name: string;
  readonly kind: "pair" | "player" | "team";
  readonly club: string;
  readonly nation: string;
  readonly seed: number | null;
  readonly rating: number | null;
  readonly players: readonly string[];
  readonly id: string;
  readonly sections: readonly string[];
  /** Number of the row of the list that it was entered from; 0 if that list is no longer there. */
  readonly row: number;
}

/** A table as it was pasted or read, with the meaning of each column. */
export interface EntryTable {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly ("club" | "first" | "id" | "ignore" | "in" | "kind" | "last" | "name" | "nation" | "partner" | "players" | "rating" | "seed" | "team")[];
  /** The header line; empty if there is none. */
  readonly header: readonly string[];
  /** The number of each row in the list as it was read, which it keeps when others are entered; empty for 1, 2, … */
  readonly numbers: readonly number[];
}

/** An umpire of a draft. */
export interface DraftUmpire {
  readonly id: string;
  readonly name: string;
  readonly club: string;
}

/** A tournament that is being set up. */
export interface SetupDraft {
  /** The name of its file. */
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly sessions: string;
  readonly contact: string;
  readonly rules: string;
  readonly boards: number;
  readonly preset: string;
  /** The kind of entrants: players, pairs or teams. */
  readonly kind: "pair" | "player" | "team";
  readonly stages: readonly DraftStage[];
  readonly entries: readonly DraftEntry[];
  /** Rows that are not entered yet: pasted, read from a file, or left because of a problem. */
  readonly table: EntryTable | null;
  readonly umpires: readonly DraftUmpire[];
  /** Every text that was drawn for the lots; the last one counts. */
  readonly lots: readonly string[];
  /** How often the links of each role were revoked while the tournament was open before. */
  readonly voided: readonly (readonly [string, number])[];
}

/** Store a draft as it is on the page, also while it still has problems. Answered by `SetupState`. */
export interface SaveSetup {
  readonly type: "setup-save";
  readonly version: number;
  readonly draft: SetupDraft;
}

/** Read an entry list into the table of a draft: pasted text, or a file in base64. Answered by `SetupState`. */
export interface ReadTable {
  readonly type: "setup-table";
  readonly id: string;
  readonly version: number;
  readonly name?: string;
  readonly text?: string;
  readonly content?: string;
}

/** Enter the rows of the table that have no problem; the others stay. Answered by `SetupState`. */
export interface EnterRows {
  readonly type: "setup-enter";
  readonly id: string;
  readonly version: number;
}

/** Seed the entries: `list` by the ratings of the entry list, `folder` by those of the finished tournaments of this hall, `lot` by the lot, `none` removes all seeds. Answered by `SetupState`. */
export interface SeedEntries {
  readonly type: "setup-seed";
  readonly id: string;
  readonly version: number;
  readonly by: string;
}

/** Draw the text that decides the lots, or take one that was drawn in public. Answered by `SetupState`. */
export interface DrawLot {
  readonly type: "setup-lot";
  readonly id: string;
  readonly version: number;
  /** Empty to let the server draw one. */
  readonly text?: string;
}

/** Write the tournament of a draft, and open it. Answered by `EventOpened`. */
export interface OpenSetup {
  readonly type: "setup-open";
  readonly id: string;
  readonly version: number;
}

/** Remove a draft from the list; its file is renamed, not deleted. Answered by `SetupList`. */
export interface DiscardSetup {
  readonly type: "setup-discard";
  readonly id: string;
}

/** Open another tournament of this hall; the links of the one that was open stop. Answered by `EventOpened`. */
export interface OpenEvent {
  readonly type: "event-open";
  readonly id: string;
}

/** Take the open tournament back to its set-up; possible until a round is drawn. Answered by `SetupState`. */
export interface ReturnToSetup {
  readonly type: "event-return";
  readonly id: string;
}

/** Read a list of late entries for the open tournament: pasted text, a file in base64, or a table with its columns. Nothing is stored. Answered by `LateRows`. */
export interface ReadLate {
  readonly type: "late-read";
  readonly name?: string;
  readonly text?: string;
  readonly content?: string;
  readonly table?: EntryTable | null;
}

/** A tournament of the hall, or a draft. */
export interface SetupLine {
  readonly id: string;
  readonly name: string;
  readonly entrants: number;
  readonly sessions: string;
  readonly is_draft: boolean;
  /** Whether it is the one that this hall serves now. */
  readonly is_open: boolean;
  /** Whether a round has been drawn; a draft's set-up can be changed until then. */
  readonly is_drawn: boolean;
}

/** A usual format, which the organiser can change. */
export interface PresetInfo {
  readonly name: string;
  readonly summary: string;
}

/** The tournaments and drafts of a hall. */
export interface SetupList {
  readonly type: "setups";
  readonly events: readonly SetupLine[];
  readonly presets: readonly PresetInfo[];
  /** The rule sets that a tournament can have. */
  readonly rules: readonly string[];
  /** The token of the organiser's link for the open tournament. */
  readonly word: string;
}

/** Why a draft cannot be opened, and where: `details`, `stage:2`, `entry:5`, `entries` or `draw`. */
export interface SetupProblem {
  readonly where: string;
  readonly reason: string;
}

/** Why a row cannot be entered. `code` selects the sentence, `words` are its placeholders. */
export interface RowProblem {
  readonly code: string;
  readonly column: string;
  readonly words: readonly string[];
}

/** What a row would enter, or its problems. */
export interface RowPreview {
  readonly entry: DraftEntry | null;
  readonly problems: readonly RowProblem[];
  /** The team that the row's player belongs to, if the entrant is that of an earlier row. */
  readonly joins: string;
}

/** One name drawn: the entrant, and their group (from 1), or their seed. */
export interface LotStep {
  readonly name: string;
  readonly place: number;
}

/** What a lot decides: groups or seeds of a stage, or the seeds of all entrants if `stage` is empty. */
export interface LotList {
  readonly stage: string;
  readonly title: string;
  /** Number of groups; 0 for one list, in which `place` is the seed. */
  readonly groups: number;
  readonly steps: readonly LotStep[];
}

/** A draft, and what the server computes from it. */
export interface SetupState {
  readonly type: "setup";
  readonly version: number;
  readonly draft: SetupDraft;
  /** What keeps the tournament from being opened; empty if nothing does. */
  readonly problems: readonly SetupProblem[];
  /** What each row of the table would enter, or its problems. */
  readonly preview: readonly RowPreview[];
  /** Header words of the table's columns that are not used. */
  readonly unknown: readonly string[];
  /** What the lot decides. */
  readonly lots: readonly LotList[];
  /** Number of entries that have a rating from the finished tournaments of this hall. */
  readonly rated: number;
  /** The entries that this request added. */
  readonly entered: readonly DraftEntry[];
}

/** What each row of a table would enter in the open tournament. */
export interface LateRows {
  readonly type: "late-rows";
  readonly table: EntryTable;
  readonly preview: readonly RowPreview[];
  /** Header words of the table's columns that are not used. */
  readonly unknown: readonly string[];
  /** For each row, the lines to propose to enter it; empty if it has a problem or belongs to an earlier row. */
  readonly lines: readonly string[];
}

/** A tournament is open; `word` is the token of its organiser's link. */
export interface EventOpened {
  readonly type: "event-opened";
  readonly id: string;
  readonly word: string;
}

/** Whether this page may start a hall (`POST /api/halls`): only on the computer of a server started by `play`. */
export interface HallHost {
  readonly type: "hall-host";
  readonly may_start: boolean;
}

/** A hall runs on this computer; `link` is its organiser's link. */
export interface HallStarted {
  readonly type: "hall-started";
  readonly link: string;
}

/** Prepare a document of the open tournament, or of a draft. Answered by `PrintReady`. */
export interface AskPrint {
  readonly type: "print";
  readonly what: "boards" | "brackets" | "card" | "cards" | "fixtures" | "log" | "standings" | "tie" | "ties";
  readonly language?: "bn" | "en" | "hi" | "si" | "ta" | "ur";
  readonly paper?: "a4" | "a5" | "letter";
  /** Only this round, such as `s.1`; `due` for the open matches of the rounds that are due; empty for everything. */
  readonly round?: string;
  /** Id of a draft; empty for the open tournament. */
  readonly draft?: string;
}

/** A document is ready: its address can be opened in a new tab for an hour. */
export interface PrintReady {
  readonly type: "print-ready";
  readonly address: string;
}

/** Where the public pages of the open tournament are, and how old they are. */
export interface PublicationInfo {
  readonly type: "publication";
  /** Path on the hall's computer; empty if the hall writes none (`carrom hall --publish FOLDER`). */
  readonly folder: string;
  /** Number of lines of the tournament's file in the pages; 0 before they were written for the first time. */
  readonly version: number;
  readonly building: boolean;
  /** Why the pages could not be written the last time; empty if they could. */
  readonly fault: string;
}

/** A command that was carried out without a connection, by a person or by the computer at its seat. */
export interface OfflineAct {
  /** When it was carried out, ms since 1970. */
  readonly at: number;
  /** Its `version` is that of the page's copy before it. */
  readonly command: Strike | Place | Waive | Demand | Pass | Resign | Abort | Guess | Choose | Sit | Undo | Next;
}

/** What was played in a game without a connection. */
export interface PlayedOffline {
  /** The version of the game from which play went on. */
  readonly base: number;
  readonly acts: readonly OfflineAct[];
  /** CRC-32 of the state after the acts, as JSON; the server compares it with the state that it computes. */
  readonly digest: string;
}

/** The acts are part of a game now. */
export interface PlayAdded {
  /** The game that has them: another one than asked for if another device had played on in that. */
  readonly game: string;
  readonly version: number;
}

/** One event of a game, as the server has stored it. */
export interface CopiedEvent {
  readonly version: number;
  readonly body: string;
  /** Nonce of the command that caused it; null for acts of the server. */
  readonly nonce: string | null;
}

/** A game's settings and its events after a version, for play without a connection. */
export interface GameCopy {
  readonly game: string;
  /** Seconds since 1970, UTC. */
  readonly begun: number;
  readonly setting: string;
  readonly version: number;
  readonly events: readonly CopiedEvent[];
}

/** The system of an online tournament. */
export type TournamentKind = "arena" | "swiss" | "knockout";

/** Whether a game is rated. */
export type Counting = "rated" | "unrated" | "either";

/** The terms of a seek or a challenge. */
export interface Sought {
  /** One of `Welcome.rulesets`. */
  readonly ruleset?: string;
  readonly length?: Length;
  readonly players?: number;
  /** Null for the time limits of the laws. */
  readonly clock?: ClockPlan | null;
  readonly stake?: Counting;
  /** The lowest rating accepted; null accepts everybody, including players without a rating. */
  readonly low?: number | null;
  /** The highest rating accepted; null accepts everybody. */
  readonly high?: number | null;
  readonly guide?: Guide;
}

/** The terms of an online tournament. */
export interface TournamentTerms {
  readonly name: string;
  readonly kind?: TournamentKind;
  /** Rules, length, two or four players, clock and stake of each game, and the range of ratings that may join. In a tournament `either` means rated if all players of a game have accounts. */
  readonly game?: Sought;
  /** Start, ms since 1970. */
  readonly starts: number;
  /** Arena: its duration. */
  readonly minutes?: number;
  /** Swiss: the number of rounds; it ends earlier if everybody has met. */
  readonly rounds?: number;
  /** Swiss and knockout: seconds from the end of the last game of a round to the next round. */
  readonly between?: number;
  /** Swiss and knockout: minutes from the start of a round to the next at the earliest; 0 for none. */
  readonly every?: number;
  /** Seconds in which a player has to come to a game; otherwise they lose it and are paused. */
  readonly appear?: number;
  /** Whether only people with accounts may join. */
  readonly accounts?: boolean;
  /** Whether bots may join. */
  readonly bots?: boolean;
  /** The least number of rated games, in the tournament's rating pool, that an entrant has played. */
  readonly games?: number;
  /** The most entries; a Swiss may have 400 at most, a knockout 512. */
  readonly most?: number;
  /** A text for the players, on one line. */
  readonly about?: string;
}

/** Create an online tournament. */
export interface TournamentMaking {
  readonly key?: string | null;
  /** Name of a guest. */
  readonly name?: string;
  readonly terms: TournamentTerms;
  /** The invitation code that players need to join; null if everybody may. */
  readonly word?: string | null;
}

/** Join an online tournament, or return to it after a pause. */
export interface TournamentJoining {
  readonly key?: string | null;
  readonly name?: string;
  /** The invitation code, if the tournament has one. */
  readonly word?: string | null;
  /** Doubles: a secret that the partner needs to complete the pair; without `entry` it opens a new pair. */
  readonly partner?: string | null;
  /** Doubles: the pair to complete with the secret `partner`. */
  readonly entry?: number | null;
}

/** Withdraw a seek or a challenge, or decline one; a guest is identified by the key. */
export interface Giving {
  readonly key?: string | null;
}

/** How far an online tournament is. */
export type TournamentStage = "created" | "running" | "finished" | "cancelled";

/** An online tournament in a list. */
export interface TournamentSummary {
  readonly id: string;
  readonly terms: TournamentTerms;
  readonly stage: TournamentStage;
  /** Name of its creator. */
  readonly by: string;
  /** Whether an invitation code is needed to join. */
  readonly locked: boolean;
  /** The number of entries. */
  readonly players: number;
  /** When it started or starts, ms since 1970. */
  readonly starts: number;
  /** Arena: when it is over; otherwise when it was finished, or null. */
  readonly ends: number | null;
  /** The names of the winner once it is finished. */
  readonly winner: string;
}

/** A person of an entry. */
export interface TournamentMember {
  readonly name: string;
  /** Whether this is the name of an account; a guest's name is not verified. */
  readonly account: boolean;
  readonly bot: boolean;
  /** The rating in the tournament's pool when they joined; null without one. */
  readonly rating: number | null;
}

/** One row of the standings. */
export interface TournamentRow {
  readonly entry: number;
  /** Entries that are level in everything share a place. */
  readonly place: number;
  readonly members: readonly TournamentMember[];
  readonly points: number;
  readonly played: number;
  readonly won: number;
  /** Arena: the points of each game, the latest 20, oldest first. */
  readonly scores: readonly number[];
  /** Arena: whether the next game counts double. */
  readonly streak: boolean;
  /** Swiss: the sum of the opponents' points (Buchholz). */
  readonly tiebreak: number;
  /** Whether they are not paired until they return. */
  readonly paused: boolean;
  /** Knockout: whether they were beaten. */
  readonly out: boolean;
}

/** A game that can be watched. */
export interface WatchableGame {
  readonly game: string;
  readonly ruleset: string;
  readonly length: Length;
  /** Names in order of play. */
  readonly names: readonly string[];
  /** Which of them are programs, either the server's or with an account. */
  readonly bots: readonly boolean[];
  /** Which of the names belong to accounts; these have a page. */
  readonly accounts: readonly boolean[];
  /** Ratings at the start of the game; null for players without one. */
  readonly ratings: readonly (number | null)[];
  /** The players of each side, as indexes into `names`. */
  readonly sides: readonly (readonly number[])[];
  /** Score of the current game, one number per side. */
  readonly score: readonly number[];
  /** Games won in the match, one number per side. */
  readonly games: readonly number[];
  readonly board: number;
  readonly rated: boolean;
  /** Started at, ms since 1970. */
  readonly begun: number;
}

/** The state of an online tournament; a later line replaces it. */
export interface TournamentState {
  readonly type: "tournament";
  readonly summary: TournamentSummary;
  /** Time of the server, ms since 1970. */
  readonly now: number;
  /** The first rows of the standings, 20 at most. */
  readonly top: readonly TournamentRow[];
  /** The number of games that are being played. */
  readonly playing: number;
  /** The last round that was drawn; 0 in an arena and before the first. */
  readonly round: number;
  /** The number of rounds; 0 in an arena and while it is not known. */
  readonly rounds: number;
  /** When the next round starts, ms since 1970; null while games of this round are played, and in an arena. */
  readonly next: number | null;
  /** The game of the highest-placed players who are playing. */
  readonly tv: WatchableGame | null;
  /** A sentence about a change of plan, such as why it was cancelled. */
  readonly note: string;
}

/** The receiver's own situation in a tournament. */
export interface TournamentOwn {
  readonly type: "yours";
  /** The receiver's entry; null if they have not joined. */
  readonly entry: number | null;
  /** Their row of the standings. */
  readonly row: TournamentRow | null;
  /** Doubles: whether the entry waits for a partner. */
  readonly gathers: boolean;
  readonly paused: boolean;
  /** Whether they are free and will be paired. */
  readonly waiting: boolean;
  /** The game they have to play; open it with `Resume` and the key. */
  readonly game: string | null;
  /** Their seat in it. */
  readonly seat: Seat | null;
  /** The names of the opponents in it. */
  readonly against: string;
  /** When they lose it unless they have come, ms since 1970. */
  readonly until: number | null;
  /** Whether they may start or cancel the tournament. */
  readonly manages: boolean;
}

/** A tournament and the receiver's own situation in it. */
export interface TournamentView {
  readonly type: "tournament-view";
  readonly tournament: TournamentState;
  readonly yours: TournamentOwn;
}

/** The online tournaments of a server. */
export interface TournamentList {
  readonly type: "tournaments";
  /** Those that run, then those to come with the earliest first, then the latest finished ones. */
  readonly tournaments: readonly TournamentSummary[];
}

/** A page of the standings. */
export interface TournamentStandings {
  readonly type: "tournament-standings";
  readonly rows: readonly TournamentRow[];
  /** The number of entries in the standings. */
  readonly total: number;
}

/** The result of a tournament's game. */
export type TournamentResult = "first" | "second" | "draw" | "nobody";

/** How a tournament's game ended. */
export type TournamentEnding = "played" | "resigned" | "absent" | "late" | "bye";

/** A game of a tournament, or a bye. */
export interface TournamentGame {
  readonly type: "tournament-game";
  /** Its number in the tournament, from 1. */
  readonly number: number;
  /** Its round; 0 in an arena. */
  readonly round: number;
  /** The game to open or watch; null for a bye, and until it has been created. */
  readonly game: string | null;
  /** The two entries, or one for a bye. */
  readonly entries: readonly number[];
  /** Their names; those of a pair are joined by ` / `. */
  readonly names: readonly string[];
  /** Paired at, ms since 1970. */
  readonly began: number;
  readonly ended: number | null;
  /** Null while it is played. */
  readonly result: TournamentResult | null;
  readonly how: TournamentEnding | null;
  /** The tournament points of each entry; empty while it is played, and in a knockout. */
  readonly points: readonly number[];
  /** The score of the game's last set of boards, of each entry. */
  readonly score: readonly number[];
}

/** A page of a tournament's games, the latest first. */
export interface TournamentGames {
  readonly type: "tournament-games";
  readonly games: readonly TournamentGame[];
  readonly total: number;
}

/** One match of a knockout's bracket. */
export interface TournamentMatch {
  /** The two entries; 0 where nobody is known yet, and as the second of a bye. */
  readonly entries: readonly [number, number];
  /** Their names, those of a pair joined by ` / `; empty where nobody is known yet. */
  readonly names: readonly [string, string];
  readonly bye: boolean;
  /** Who advances: 1 for the first, 2 for the second; 0 while it is open. */
  readonly winner: number;
  /** The game to watch or replay; null until it has been created. */
  readonly game: string | null;
  /** The score of its last set of boards, of each entry; empty while it is played, and if it was not played out. */
  readonly score: readonly number[];
}

/** The bracket of a knockout: its rounds, each from top to bottom. */
export interface TournamentBracket {
  readonly type: "tournament-bracket";
  /** Two neighbours of a round meet in the next. Empty in an arena and a Swiss, and before the start. */
  readonly rounds: readonly (readonly TournamentMatch[])[];
}

/** The last line of a stream of results: the tournament is over. */
export interface TournamentEnd {
  readonly type: "tournament-end";
  readonly stage: TournamentStage;
}

/** Open a seek that others can accept. */
export interface Seeking {
  readonly key?: string | null;
  /** Name of a guest. */
  readonly name?: string;
  readonly terms: Sought;
  /** A secret that lets a partner take the seat opposite before the seek becomes public, for doubles. */
  readonly partner?: string | null;
}

/** Quick pairing: accept the best matching seek, or open one. */
export interface QuickPairing {
  readonly key?: string | null;
  readonly name?: string;
  readonly ruleset?: string;
  readonly length?: Length;
  readonly players?: number;
}

/** Accept a seek, a challenge or an invitation. */
export interface Sitting {
  readonly key?: string | null;
  readonly name?: string;
  /** The secret of the invitation, or of a seek that waits for a partner. */
  readonly word?: string | null;
}

/** Challenge a person with an account by name, or create an invitation link. */
export interface Challenging {
  readonly key?: string | null;
  readonly name?: string;
  /** Name of the account; null for anyone who has the secret. */
  readonly to?: string | null;
  /** The secret of an open invitation. */
  readonly word?: string | null;
  readonly terms: Sought;
}

/** A rating with its uncertainty. */
export interface PlayerRating {
  readonly rating: number;
  /** One standard deviation; the true strength is within two of them with 95 % probability. */
  readonly deviation: number;
  readonly games: number;
}

/** A player of a seek. */
export interface SeekPlayer {
  readonly name: string;
  readonly seat: Seat;
  /** Whether this is the name of an account; a guest's name is not verified. */
  readonly account: boolean;
  readonly bot: boolean;
  /** The rating in the seek's pool; null if the player has none there. */
  readonly rating: PlayerRating | null;
}

/** An open seek. */
export interface OpenSeek {
  readonly id: string;
  readonly terms: Sought;
  /** The clock of the game. */
  readonly clock: ClockPlan;
  readonly sitters: readonly SeekPlayer[];
  /** The free seats. */
  readonly open: readonly Seat[];
  /** Opened at, ms since 1970. */
  readonly since: number;
}

/** A snapshot of the lobby; it replaces everything received before. */
export interface LobbySnapshot {
  readonly type: "lobby";
  /** Null if the rest of the snapshot follows in the next lines, as changes whose `after` is null. */
  readonly version: string | null;
  /** The oldest first. */
  readonly seeks: readonly OpenSeek[];
  /** Games that can be watched, the latest first, 40 at most. */
  readonly playing: readonly WatchableGame[];
}

/** A seek whose players have changed; its other fields are unchanged. */
export interface SeekChange {
  readonly id: string;
  readonly sitters: readonly SeekPlayer[];
  readonly open: readonly Seat[];
}

/** Changes to the open seeks. */
export interface SeekChanges {
  /** Each replaces the seek with the same `id`, if there is one. */
  readonly added: readonly OpenSeek[];
  readonly changed: readonly SeekChange[];
  readonly removed: readonly string[];
}

/** A game whose score or board has changed; its other fields are unchanged. */
export interface PlayingChange {
  readonly game: string;
  readonly score: readonly number[];
  readonly games: readonly number[];
  readonly board: number;
}

/** Changes to the games that can be watched. */
export interface PlayingChanges {
  /** Each replaces the game with the same `game`, if there is one. */
  readonly added: readonly WatchableGame[];
  readonly changed: readonly PlayingChange[];
  readonly removed: readonly string[];
}

/** Changes to the lobby since the version `after`. A client whose version is not `after` has missed a change and has to reopen the stream without `since`. */
export interface LobbyChanged {
  readonly type: "changes";
  /** Null in the next part of a snapshot. */
  readonly after: string | null;
  /** Null if another part of the snapshot follows. */
  readonly version: string | null;
  readonly seeks: SeekChanges;
  readonly playing: PlayingChanges;
}

/** A challenge that has not been answered. */
export interface OpenChallenge {
  readonly id: string;
  readonly terms: Sought;
  readonly clock: ClockPlan;
  readonly by: SeekPlayer;
  /** The challenged person; null for anyone with the invitation link. */
  readonly to: string | null;
  /** Expires at, ms since 1970. */
  readonly until: number;
}

/** Information for the receiver only. */
export interface OwnLobbyState {
  readonly type: "yours";
  /** Name of the receiver's account; null for a guest. */
  readonly name: string | null;
  /** The receiver's open seek; null if there is none. */
  readonly seek: OpenSeek | null;
  /** Whether that seek waits for a partner. */
  readonly gathers: boolean;
  /** When the seek becomes visible to others, in ms since 1970; null if at once. It is delayed for players who left games. */
  readonly shown: number | null;
  /** Challenges to the receiver and from the receiver. */
  readonly challenges: readonly OpenChallenge[];
  /** A sentence about the delay, if there is one. */
  readonly notice: string;
}

/** A seek or challenge has become a game; open it with `Resume` and the key. */
export interface GameFound {
  readonly type: "game";
  readonly game: string;
  /** The receiver's seat. */
  readonly seat: Seat;
  readonly seek: string;
}

/** A seek is open; it stays open while its owner is connected to the lobby. */
export interface SeekMade {
  readonly type: "seek";
  readonly seek: OpenSeek;
  readonly shown: number | null;
  readonly notice: string;
}

/** A challenge is waiting for an answer. */
export interface ChallengeMade {
  readonly type: "challenge";
  readonly challenge: OpenChallenge;
}

/** The request has been carried out, now or earlier. */
export interface Done {
  readonly type: "done";
}

/** A rating pool: rule set, length and number of players, with games against programs separate. */
export interface RatingPool {
  readonly pool: string;
  readonly ruleset: string;
  readonly length: Length;
  readonly players: number;
  readonly bots: boolean;
  /** Number of people with a rating in it; null in the ratings of one person. */
  readonly people: number | null;
}

/** All pools that have ratings. */
export interface RatingPools {
  readonly type: "pools";
  readonly pools: readonly RatingPool[];
}

/** One row of a leaderboard. */
export interface LeaderboardRow {
  readonly name: string;
  readonly bot: boolean;
  readonly rating: PlayerRating;
}

/** The leaderboard of a pool: players with a reliable rating, the strongest first. */
export interface Leaderboard {
  readonly type: "leaders";
  readonly pool: string;
  readonly leaders: readonly LeaderboardRow[];
  /** Number of further players whose rating is not reliable yet. */
  readonly unsure: number;
}

/** A person's rating in one pool. */
export interface PoolRating {
  readonly pool: RatingPool;
  readonly rating: PlayerRating;
}

/** All ratings of a person. */
export interface PlayerRatings {
  readonly type: "ratings";
  readonly name: string;
  readonly ratings: readonly PoolRating[];
}

/** Public profile of a person with an account. */
export interface PublicProfile {
  readonly type: "user";
  /** The name as its owner writes it. */
  readonly name: string;
  /** Whether a program plays under this name. */
  readonly bot: boolean;
  /** Day on which the account was created, ms since 1970. */
  readonly made: number;
  readonly ratings: readonly PoolRating[];
}

/** The change of a rating by one game. */
export interface RatingChange {
  readonly game: string;
  /** End of the game, ms since 1970. */
  readonly at: number;
  /** Rating after the game. */
  readonly rating: number;
  readonly deviation: number;
  /** Change of the rating. */
  readonly gain: number;
  /** Result of the player's side: 1 for a win, ½ for a draw, 0 for a loss. */
  readonly share: number;
  /** Whether a moderator removed the game from the ratings; this entry then reverses its change. */
  readonly undone: boolean;
}

/** History of a rating in one pool, oldest first; thinned out where there are very many games. */
export interface RatingCourse {
  readonly pool: RatingPool;
  readonly points: readonly RatingChange[];
}

/** History of all ratings of a person. */
export interface RatingHistory {
  readonly type: "history";
  readonly name: string;
  readonly pools: readonly RatingCourse[];
}

/** A first try at a daily puzzle, to be judged and counted. */
export interface DailyTry {
  readonly stroke: Stroke;
  /** A random secret that the browser makes for this day and uses for no other purpose. The same token counts once; so does an account, whatever the token. */
  readonly token: string;
}

/** A daily puzzle, and whether its first try solved it. */
export interface DayTried {
  readonly day: string;
  readonly solved: boolean;
}

/** The puzzle rating at the end of a day. */
export interface DayRating {
  readonly day: string;
  readonly rating: number;
}

/** The number of puzzles solved in the best run of a mode. */
export interface BestRun {
  readonly mode: string;
  readonly solved: number;
}

/** A level of the computer, and when it was first beaten. */
export interface Medal {
  readonly level: string;
  readonly at: number;
}

/** An achievement, when it was first reached, and in which game. */
export interface Achievement {
  readonly name: string;
  readonly at: number;
  readonly game: string;
}

/** A finished game in the diary. */
export interface PlayedGame {
  readonly at: number;
  readonly game: string;
  /** The opponent's name; empty for a computer. */
  readonly name?: string;
  /** The computer's level; empty for a person. */
  readonly level?: string;
  readonly result: string;
  /** Own points and the opponent's. */
  readonly score: readonly [number, number];
  /** One sentence from the review of the game. */
  readonly lesson?: string;
}

/** The Glicko-2 rating of a player for puzzles, in thousandths (volatility in millionths). */
export interface PuzzleRating {
  readonly deviation: number;
  readonly rating: number;
  readonly volatility: number;
}

/** A puzzle, and whether the first try solved it. */
export interface PuzzleTried {
  readonly number: number;
  readonly solved: boolean;
}

/** What a browser or an account has of a player's progress. */
export interface Progress {
  readonly days?: readonly DayTried[];
  readonly course?: readonly DayRating[];
  readonly best?: readonly BestRun[];
  readonly medals?: readonly Medal[];
  readonly achievements?: readonly Achievement[];
  readonly diary?: readonly PlayedGame[];
  readonly rating?: PuzzleRating | null;
  readonly puzzles?: readonly PuzzleTried[];
}

/** A piece that waits to be placed by the player in the south. */
export interface DueTask {
  readonly disc: Disc;
  /** Legal places on a grid of 5 mm. */
  readonly spots: readonly Point[];
}

/** A puzzle before it is played. */
export interface PuzzleTask {
  readonly number: number;
  readonly moment: SetupPosition;
  /** `turn`, `double`, `queen`, `plan`, `order`, `break`, `defence` or `due`. */
  readonly goal: string;
  /** Number of strokes that the player plays; 0 where a piece is to be placed. */
  readonly strokes: number;
  readonly rating: number;
  readonly deviation: number;
  /** The range of the baseline from which a break is to be played, µm. */
  readonly stands: readonly [number, number] | null;
  /** The piece to place, and where it may be placed. */
  readonly place: DueTask | null;
}

/** The puzzle of the day, which is the same for everybody, without its solution. */
export interface DailyPuzzle {
  readonly day: string;
  readonly puzzle: PuzzleTask;
  /** Number of people whose first try of the day was counted. */
  readonly tried: number;
  /** Number of those who solved it on that try. */
  readonly solved: number;
}

/** Statistics of a daily puzzle after a try. */
export interface DailyCount {
  readonly day: string;
  /** Whether this try was counted: false for a later try, and beyond the limit of tries from one address. */
  readonly counted: boolean;
  readonly tried: number;
  readonly solved: number;
}

/** Messages from a client. */
export type ClientMessage =
  | NewGame
  | Join
  | Resume
  | Leave
  | ReadRules
  | OpenDoor
  | Strike
  | Place
  | Waive
  | Demand
  | Pass
  | Resign
  | Abort
  | Guess
  | Choose
  | Sit
  | Undo
  | Pause
  | Rematch
  | Decline
  | Next
  | Aim
  | Say
  | SendFilms
  | Replay
  | Arrange
  | Try
  | WhatIf
  | Attempt
  | Solve
  | Drill
  | RunAlone
  | NewTie
  | JoinTie
  | ComeToTie
  | LeaveTie
  | LineUp
  | BeginRubber
  | Ping;

/** Messages from the server. */
export type ServerMessage =
  | Welcome
  | KernelChanged
  | ReachChanged
  | RulesRead
  | Draining
  | Joined
  | Snapshot
  | Played
  | StrokePlayed
  | Acted
  | Seats
  | ClockChanged
  | Offered
  | Aimed
  | Spoken
  | Rematched
  | Accepted
  | Refused
  | Replayed
  | Arranged
  | TriedStroke
  | TieSnapshot
  | Pong;

/** Client messages that become events of a game. */
export type GameCommand =
  | Strike
  | Place
  | Waive
  | Demand
  | Pass
  | Resign
  | Abort
  | Guess
  | Choose
  | Sit
  | Undo
  | Pause
  | Rematch
  | Decline
  | Next;

/** Questions by a client about a board set up by hand. */
export type Question =
  | Arrange
  | Try
  | WhatIf
  | Attempt
  | Solve
  | Drill
  | RunAlone;

/** What the game expects next. */
export type Expected =
  | ExpectStrike
  | ExpectPlace
  | ExpectDemand
  | ExpectGuess
  | ExpectChoose
  | ExpectSit
  | ExpectNext;

/** Requests by a client about a tie. */
export type TieRequest =
  | NewTie
  | JoinTie
  | ComeToTie
  | LeaveTie
  | LineUp
  | BeginRubber;

/** What a tie expects next. */
export type TieExpected =
  | ExpectCaptain
  | ExpectLineUp
  | ExpectPlayer
  | ExpectRubber
  | ExpectEnd;

/** Results of an analysis, line by line. */
export type AnalysisTold =
  | Analysis
  | Heat
  | Waiting
  | Failed;

/** Assessment of a trial stroke. */
export type AssessedTold =
  | Assessed
  | Waiting
  | Failed;

/** The breaks of the book, line by line. */
export type BreaksTold =
  | BreakTable
  | Waiting
  | Failed;

/** Results of a review, line by line. */
export type ReviewLine =
  | ReviewBegun
  | StrokeReviewed
  | GameReview
  | Waiting
  | Failed;

/** Values streamed over HTTP, line by line. */
export type Streamed =
  | Analysis
  | Assessed
  | Heat
  | ReviewBegun
  | StrokeReviewed
  | GameReview
  | BreakTable
  | Waiting
  | Failed;

/** Requests by a page about an umpire's sheet. */
export type SheetRequest =
  | BeginSheet
  | TypeLine
  | TakeSheet;

/** Answers about an umpire's sheet. */
export type SheetAnswer =
  | SheetState
  | SheetBegun
  | LineHeard
  | SheetLog
  | SheetRefused;

/** Public data of championships. */
export type EventAnswer =
  | EventList
  | EventInfo
  | PairingReasons
  | LiveBoards
  | LiveBoard
  | LiveClocks
  | EventChanged;

/** Requests by the holder of a link to a hall. */
export type HallRequest =
  | Propose
  | AskCard;

/** Answers of a hall to the holder of a link. */
export type HallAnswer =
  | HallState
  | HallHistory
  | LinkList
  | CardTotals
  | LinesWritten
  | HallRefused;

/** Requests by the organiser about the set-up of tournaments. */
export type SetupRequest =
  | NewSetup
  | SaveSetup
  | ReadTable
  | EnterRows
  | SeedEntries
  | DrawLot
  | OpenSetup
  | DiscardSetup
  | OpenEvent
  | ReturnToSetup
  | ReadLate;

/** Answers about the set-up of tournaments. */
export type SetupAnswer =
  | SetupList
  | SetupState
  | LateRows
  | EventOpened
  | HallHost
  | HallStarted
  | HallRefused;

/** A request by an official for a print, and its answer. */
export type PrintMessage =
  | AskPrint
  | PrintReady
  | PublicationInfo;

/** Requests in the lobby; the URL selects the type. */
export type LobbyRequest =
  | Seeking
  | QuickPairing
  | Sitting
  | Giving
  | Challenging;

/** Messages for play without a connection; the URL selects the type. */
export type OfflineMessage =
  | PlayedOffline
  | PlayAdded
  | GameCopy;

/** Answers of the lobby. */
export type LobbyAnswer =
  | LobbySnapshot
  | LobbyChanged
  | OwnLobbyState
  | GameFound
  | SeekMade
  | ChallengeMade
  | Done
  | RatingPools
  | Leaderboard
  | PlayerRatings
  | PublicProfile
  | RatingHistory;

/** Requests about online tournaments; the URL selects the type. */
export type TournamentRequest =
  | TournamentMaking
  | TournamentJoining
  | Giving;

/** Answers about online tournaments. */
export type TournamentAnswer =
  | TournamentView
  | TournamentState
  | TournamentOwn
  | TournamentList
  | TournamentStandings
  | TournamentGames
  | TournamentBracket
  | TournamentGame
  | TournamentEnd;

/** Requests about training; the URL selects the type. */
export type TrainingRequest =
  | DailyTry
  | Progress;

/** Answers about training. */
export type TrainingAnswer =
  | DailyPuzzle
  | DailyCount;

/** Server messages with a new version of the game. */
export type GameEvent =
  | Played
  | StrokePlayed
  | Acted;

/** Equipment drawn before a game's is known. */
export const STANDARD: Equipment = {
  "name": "standard",
  "surface": 740000,
  "pocket_diameter": 44500,
  "frame_width": 70000,
  "frame_height": 22000,
  "man_diameter": 31800,
  "man_mass": 5375000,
  "man_thickness": 8000,
  "striker_diameter": 41300,
  "striker_mass": 15000000,
  "lower_line": 101500,
  "upper_line": 133300,
  "line_length": 470000,
  "base_circle_diameter": 31800,
  "base_circle_disc": 25400,
  "base_circle_offset": 219100,
  "arrow_length": 267000,
  "arrow_width": 1500,
  "arrow_tip": 72250,
  "centre_circle": 31800,
  "outer_circle": 170000
};
