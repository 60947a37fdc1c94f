// Generated from src/carrom/protocol.py by `python -m carrom.typescript`; do not edit.

export const PROTOCOL = 2;

/** Who sits across the board. */
export type Opponent = "friend" | "program";

/** Who breaks the first board; the client's own seat is south. */
export type FirstBreak = "south" | "north" | "toss";

/** Begin a game; answered by `Joined` and `Snapshot`. */
export interface NewGame {
  readonly type: "new-game";
  readonly nonce: string;
  readonly opponent: Opponent;
  /** The program's level by name, one of `Welcome.levels`; null against a friend. */
  readonly level?: string | null;
  readonly breaker?: FirstBreak;
}

/** Join a game again; answered by `Joined`, then the missed events or a `Snapshot`. */
export interface Resume {
  readonly type: "resume";
  readonly game: string;
  readonly token: string;
  /** The last version seen; null (a fresh page) asks for a snapshot. */
  readonly version?: number | null;
}

/** A side of the board that a player sits at; in playing order, each to the right of the one before. */
export type Seat = "south" | "east" | "north" | "west";

/** Where the striker stands and how it leaves. `x` is the offset along the baseline from its middle, `y` the offset across the two lines from midway, in µm; `vx`, `vy` the velocity in µm/s; `spin` in mrad/s, counter-clockwise positive. All in the player's frame: as if he sat south, so that a positive `vy` plays away from him. */
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
}

/** One of the twenty discs of a set. */
export type Disc = "S" | "Q" | "W1" | "W2" | "W3" | "W4" | "W5" | "W6" | "W7" | "W8" | "W9" | "B1" | "B2" | "B3" | "B4" | "B5" | "B6" | "B7" | "B8" | "B9";

/** A place on the board, in µm: origin in the centre, x east, y north. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Put a due man down, in the board's frame. */
export interface Place {
  readonly type: "place";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly disc: Disc;
  readonly at: Point;
}

/** Let the other side off all its dues of this moment (Law 87a). */
export interface Waive {
  readonly type: "waive";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Demand so many of the extra points offered at the end of a board, or none (Law 87b). */
export interface Demand {
  readonly type: "demand";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly points: number;
}

/** Hand over the turn without a stroke (Law 137). */
export interface Pass {
  readonly type: "pass";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Concede the game (Law 139). */
export interface Resign {
  readonly type: "resign";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Take back to before the last stroke or act of a person; itself an event, nothing is deleted. */
export interface Undo {
  readonly type: "undo";
  readonly nonce: string;
  readonly version: number;
}

/** Rack the next board, after one has ended. */
export interface Next {
  readonly type: "next";
  readonly nonce: string;
  readonly version: number;
}

/** Ask for one past stroke to be shown again; answered by `Replayed`. */
export interface Replay {
  readonly type: "replay";
  readonly nonce: string;
  /** Its number in the game's history, from 1. */
  readonly stroke: number;
}

/** Ask whether the line still lives; answered by `Pong`. */
export interface Ping {
  readonly type: "ping";
}

/** One level of the program. */
export interface Level {
  readonly name: string;
  readonly summary: string;
}

/** How strokes are computed at the moment; the result is the same to the bit. */
export type Kernel = "warming" | "compiled" | "interpreted";

/** The server's greeting, first on every connection. */
export interface Welcome {
  readonly type: "welcome";
  readonly protocol: number;
  /** The server's version. */
  readonly program: string;
  /** From the weakest up. */
  readonly levels: readonly Level[];
  readonly kernel: Kernel;
}

/** The kernel has become warm, or has turned out not to exist here. */
export interface KernelChanged {
  readonly type: "kernel";
  readonly kernel: Kernel;
}

/** This connection now follows a game. Keep `game` and `token`: they are the way back. */
export interface Joined {
  readonly type: "joined";
  /** That of the `NewGame` it answers; null after `Resume`. */
  readonly nonce: string | null;
  readonly game: string;
  readonly token: string;
  /** The seats this connection may act for. */
  readonly yours: readonly Seat[];
  readonly version: number;
}

/** Who sits at a seat. */
export type SitterKind = "human" | "program";

/** One occupied seat. */
export interface Sitter {
  readonly seat: Seat;
  readonly name: string;
  readonly kind: SitterKind;
  /** The program's level; null for a person. */
  readonly level: string | null;
}

/** One board with its discs. Lengths in µm, masses in µg. */
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
  /** From the frame to the near face of the lines' band: the striker must touch this face. */
  readonly lower_line: number;
  /** From the frame to the far face of the band. */
  readonly upper_line: number;
  readonly line_length: number;
  readonly base_circle_diameter: number;
  readonly base_circle_disc: number;
  /** From the board's middle line to the centre of a base circle. */
  readonly base_circle_offset: number;
  readonly arrow_length: number;
  readonly arrow_width: number;
  /** From the pocket's centre to the arrow's outer tip. */
  readonly arrow_tip: number;
  readonly centre_circle: number;
  readonly outer_circle: number;
}

/** What stays the same throughout a game. */
export interface Card {
  readonly game: string;
  readonly sitters: readonly Sitter[];
  readonly ruleset: string;
  readonly edition: string;
  /** Points that win the game; null in a rule set without. */
  readonly target: number | null;
  /** Boards after which the leader wins; null for no limit. */
  readonly board_limit: number | null;
  readonly surface: string;
  readonly equipment: Equipment;
  /** The fastest stroke the server accepts, µm/s. */
  readonly max_speed: number;
}

/** One disc and its place. */
export interface Lying {
  readonly disc: Disc;
  readonly at: Point;
}

/** The discs on the board. `placed` is kept in the order of `Disc`, each disc at most once. */
export interface Position {
  readonly placed: readonly Lying[];
}

/** What kind of moment the game is in. */
export type Phase = "break" | "play" | "place" | "demand" | "board-over" | "game-over";

/** A closed stretch of x along a baseline, µm, in the frame of the seat that plays. */
export interface Interval {
  readonly lo: number;
  readonly hi: number;
  /** How far across the two lines the striker stands there: the stroke's y, 0 midway, µm. */
  readonly y: number;
}

/** A stroke is awaited. */
export interface ExpectStrike {
  readonly type: "strike";
  readonly seat: Seat;
  /** The number of this attempt at the break, from 1; null once the break is made. */
  readonly attempt: number | null;
  /** How many attempts at the break the rule set gives. */
  readonly attempts: number;
  /** Where the striker's centre may stand, in order of x; each stretch says the stroke's y it needs. */
  readonly intervals: readonly Interval[];
  readonly may_pass: boolean;
}

/** A due man is to be put down by this seat. */
export interface ExpectPlace {
  readonly type: "place";
  readonly seat: Seat;
  readonly disc: Disc;
  /** Legal spots, close enough together to choose from; the server judges any other point too. */
  readonly spots: readonly Point[];
  readonly may_waive: boolean;
}

/** Extra points may be demanded by this seat. */
export interface ExpectDemand {
  readonly type: "demand";
  readonly seat: Seat;
  readonly up_to: number;
}

/** The board is over; the next one waits to be racked. */
export interface ExpectNext {
  readonly type: "next";
  /** Who will break it; null when a toss decides. */
  readonly breaker: Seat | null;
}

/** The colour a side plays in this board. */
export type Colour = "white" | "black";

/** One side (those who score together) at this moment. */
export interface SideState {
  readonly seats: readonly Seat[];
  readonly colour: Colour | null;
  /** Points in this game, those of the running board not included. */
  readonly score: number;
  /** Men of this side that lie on the board. */
  readonly on_board: number;
  /** Men of this side that are down, in falling order. */
  readonly pocketed: readonly Disc[];
  /** Men it owes and has not yet given back. */
  readonly due: number;
}

/** What has become of the queen. */
export type QueenWhere = "board" | "pending" | "covered" | "aside";

/** Where the queen is, and whose. */
export interface QueenState {
  readonly where: QueenWhere;
  /** The first seat of the side that pocketed her; null while she lies on the board. */
  readonly seat: Seat | null;
}

/** How one board ended. */
export interface BoardResult {
  /** The first seat of the winning side; null when it was drawn or cancelled. */
  readonly winner: Seat | null;
  readonly points: number;
  /** The running score after it, in the order of `State.sides`. */
  readonly score: readonly number[];
}

/** What a stroke or call means for the turn. */
export type Turn = "continue" | "pass" | "retry" | "end" | "replay";

/** One clause's say. */
export interface Finding {
  /** As the rule book numbers it, for instance `Law 72a`. */
  readonly clause: string;
  readonly sentence: string;
}

/** A ruling in words. */
export interface Verdict {
  /** Who had played. */
  readonly seat: Seat;
  readonly turn: Turn;
  /** One to three sentences. */
  readonly why: string;
  readonly findings: readonly Finding[];
}

/** How the game ended. */
export interface GameResult {
  /** The first seat of the winning side; null for a draw. */
  readonly winner: Seat | null;
  /** As recorded: each side cut at the target. */
  readonly score: readonly number[];
  readonly conceded: boolean;
}

/** All that a client draws, as it stands after an event. */
export interface State {
  readonly position: Position;
  readonly phase: Phase;
  /** The seat that is asked to act; null when the game waits for nobody in particular. */
  readonly turn: Seat | null;
  readonly expected: readonly (ExpectStrike | ExpectPlace | ExpectDemand | ExpectNext)[];
  /** The number of the board of play, from 1. */
  readonly board: number;
  readonly breaker: Seat;
  readonly sides: readonly SideState[];
  readonly queen: QueenState;
  /** The boards already played. */
  readonly boards: readonly BoardResult[];
  /** The last ruling, if any stroke has been played since the board was racked. */
  readonly ruling: Verdict | null;
  readonly result: GameResult | null;
  readonly can_undo: boolean;
  readonly can_resign: boolean;
  /** How many strokes the history holds; after an undo it is shorter than what a client may remember. */
  readonly strokes: number;
}

/** One line of the history. */
export interface PastStroke {
  /** From 1. */
  readonly number: number;
  readonly board: number;
  readonly seat: Seat;
  readonly pocketed: readonly Disc[];
  readonly turn: Turn;
  readonly why: string;
}

/** Everything, from nothing: forget what you knew of this game. */
export interface Snapshot {
  readonly type: "snapshot";
  readonly version: number;
  readonly card: Card;
  readonly state: State;
  readonly history: readonly PastStroke[];
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

/** What a disc met. */
export type ContactKind = "disc" | "frame" | "pocket";

/** One contact of a stroke, for sound and for reading. */
export interface Contact {
  /** µs since the stroke began. */
  readonly time: number;
  readonly kind: ContactKind;
  readonly discs: readonly Disc[];
  readonly at: Point;
  /** Normal speed of approach, µm/s; for a pocket the speed of the fall. */
  readonly speed: number;
  /** Normal impulse, µN·s; 0 for a pocket. (A striker at 1 m/s carries 15 000.) */
  readonly impulse: number;
}

/** A stroke as it is shown: `before`, with the striker on its spot, then the keyframes, to `rest`. */
export interface Motion {
  readonly seat: Seat;
  readonly stroke: Stroke;
  readonly before: Position;
  readonly keyframes: readonly Keyframe[];
  readonly contacts: readonly Contact[];
  /** µs until everything rests. */
  readonly duration: number;
  /** Where everything came to rest, the striker too if it stayed on the board; before any disc is put back. */
  readonly rest: Position;
}

/** A stroke was played: show `motion`, then `state`. */
export interface Played {
  readonly type: "played";
  readonly version: number;
  readonly motion: Motion;
  /** The line that the history grows by. */
  readonly past: PastStroke;
  readonly ruling: Verdict;
  readonly state: State;
}

/** What happened without a stroke. */
export type Act = "racked" | "placed" | "waived" | "demanded" | "passed" | "resigned" | "undone";

/** Something happened without a stroke. */
export interface Acted {
  readonly type: "acted";
  readonly version: number;
  readonly act: Act;
  /** Who acted; null for the umpire. */
  readonly seat: Seat | null;
  /** The man that was placed. */
  readonly disc: Disc | null;
  /** The extra points that were demanded. */
  readonly points: number | null;
  readonly state: State;
}

/** The command with this nonce has been done, now or before; it was the event of that version. */
export interface Accepted {
  readonly type: "accepted";
  readonly nonce: string;
  readonly version: number;
}

/** Why a message was not followed. */
export type Refusal = "illegal" | "not-now" | "not-yours" | "stale" | "unknown-game" | "malformed" | "too-fast" | "no-game" | "full" | "broken";

/** A message was not followed; nothing has changed. */
export interface Refused {
  readonly type: "refused";
  /** Null when the message had none that could be read. */
  readonly nonce: string | null;
  readonly code: Refusal;
  /** One clear sentence: what was given, and what was expected. */
  readonly reason: string;
}

/** A past stroke, to be shown again. */
export interface Replayed {
  readonly type: "replayed";
  readonly nonce: string;
  readonly past: PastStroke;
  readonly motion: Motion;
  readonly ruling: Verdict;
  /** The position after it, with whatever the umpire put back. */
  readonly position: Position;
}

/** The line lives. */
export interface Pong {
  readonly type: "pong";
}

/** What a client says. */
export type ClientMessage =
  | NewGame
  | Resume
  | Strike
  | Place
  | Waive
  | Demand
  | Pass
  | Resign
  | Undo
  | Next
  | Replay
  | Ping;

/** What the server says. */
export type ServerMessage =
  | Welcome
  | KernelChanged
  | Joined
  | Snapshot
  | Played
  | Acted
  | Accepted
  | Refused
  | Replayed
  | Pong;

/** The client messages that become events of a game. */
export type GameCommand =
  | Strike
  | Place
  | Waive
  | Demand
  | Pass
  | Resign
  | Undo
  | Next;

/** What the game waits for. */
export type Expected =
  | ExpectStrike
  | ExpectPlace
  | ExpectDemand
  | ExpectNext;

/** The server messages that carry a new version. */
export type GameEvent =
  | Played
  | Acted;

/** What is drawn before a card names the equipment. */
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
