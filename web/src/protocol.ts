// Generated from src/carrom/protocol by `python -m carrom.typescript`; do not edit.

export const PROTOCOL = 3;

/** How much is played. */
export type Length = "board" | "game" | "match";

/** A side of the board that a player sits at; in playing order, each to the right of the one before. */
export type Seat = "south" | "east" | "north" | "west";

/** Who is to sit at a seat. */
export type Who = "me" | "here" | "link" | "program";

/** Who is to sit at one seat. */
export interface SeatPlan {
  readonly seat: Seat;
  readonly who: Who;
  /** Of a person; empty: called by the seat. Who comes by the invitation brings his own. */
  readonly name?: string;
  /** The program's, one of `Welcome.levels`. */
  readonly level?: string | null;
}

/** How long a player may take; what follows when he takes longer is the law's. */
export interface ClockPlan {
  /** Seconds for a stroke, from when the film of the last one ends. */
  readonly stroke: number;
  /** Seconds for placing a man that is due. */
  readonly place: number;
}

/** How much of the way is drawn while aiming: the same for all at the table. */
export type Guide = "long" | "short" | "none";

/** What is played, and by whom. */
export interface Terms {
  /** One of `Welcome.rulesets`; ignored where `rules` brings its own. */
  readonly ruleset?: string;
  /** A custom rule set: the text of its TOML file. */
  readonly rules?: string | null;
  readonly length?: Length;
  /** Two sit south and north; three south, east and north; four all round, partners across. */
  readonly seats: readonly SeatPlan[];
  /** Whose side breaks first; null: the toss decides, on the board where a person is asked. */
  readonly first_break?: Seat | null;
  /** Null: nobody is hurried. */
  readonly clock?: ClockPlan | null;
  /** Seconds after which an absent player, asked to act, loses the match; null: the game stays open. */
  readonly forfeit_after?: number | null;
  readonly guide?: Guide;
  /** Men taken off each side before a board, in the order of the sides' first seats. */
  readonly handicap?: readonly number[];
  /** The position that the first board starts from, in notation; null: the rack. */
  readonly position?: string | null;
  /** One of `Welcome.surfaces`. */
  readonly surface?: string;
  /** Whether everybody who knows the game's address may look on, without the `watch` word. */
  readonly watching?: boolean;
}

/** Begin a game; answered by `Joined` and `Snapshot`. It starts when no seat is open any more. */
export interface NewGame {
  readonly type: "new-game";
  readonly nonce: string;
  readonly key: string;
  readonly invite: string;
  readonly watch: string;
  readonly terms: Terms;
}

/** Take an open seat; answered by `Joined` and `Snapshot`. */
export interface Join {
  readonly type: "join";
  readonly nonce: string;
  readonly game: string;
  readonly invite: string;
  readonly key: string;
  readonly name?: string;
  /** Null: any seat that is open. */
  readonly seat?: Seat | null;
}

/** Come to a game, as a player with his key or to look on. Answered by `Joined`, then the missed events or a `Snapshot`. */
export interface Resume {
  readonly type: "resume";
  readonly game: string;
  readonly key?: string | null;
  readonly watch?: string | null;
  /** The last version seen; null (a fresh page) asks for a snapshot. */
  readonly version?: number | null;
}

/** Follow the game no longer; the seats are kept. */
export interface Leave {
  readonly type: "leave";
}

/** Ask what a custom rule set is; answered by `RulesRead`, or refused with what is wrong in it. */
export interface ReadRules {
  readonly type: "read-rules";
  readonly nonce: string;
  readonly rules: string;
}

/** Let devices of the network in, from a page on the server's own machine; answered by `ReachChanged`. */
export interface OpenDoor {
  readonly type: "open-door";
  readonly nonce: string;
}

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
  /** What was meant, where the client knows it; the page, which plays what was aimed at, says the same. Null: unknown. It is kept in the record, for reviews, and changes nothing in the game. */
  readonly meant?: Stroke | null;
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

/** Concede the board, the game or the match (Law 139). */
export interface Resign {
  readonly type: "resign";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly what?: Length;
}

/** Call the game off before its first stroke: nobody has won, and it does not count. */
export interface Abort {
  readonly type: "abort";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** One of the two hands over a hidden man. */
export type Hand = "left" | "right";

/** Name the hand that hides the man: the toss (Law 39). */
export interface Guess {
  readonly type: "guess";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly hand: Hand;
}

/** What the winner of the toss takes. */
export type Choice = "break" | "side";

/** Take the break or the choice of side, as the winner of the toss (Law 39a). */
export interface Choose {
  readonly type: "choose";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly what: Choice;
}

/** Keep the seats or change them, as the side that did not take the break (Law 39c). */
export interface Sit {
  readonly type: "sit";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly swap: boolean;
}

/** Take back to before the last act of a person; itself an event, nothing is deleted. Where other people sit at the table it is an offer, and happens when all of them have said the same. */
export interface Undo {
  readonly type: "undo";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Stop the clock, or let it go on; an offer like `Undo`. */
export interface Pause {
  readonly type: "pause";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Play the same again; an offer like `Undo`. The same keys open the new game, which `Rematched` names. */
export interface Rematch {
  readonly type: "rematch";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** What is done by consent. */
export type OfferKind = "undo" | "pause" | "rematch";

/** Say no to an offer, or take one's own back. */
export interface Decline {
  readonly type: "decline";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
  readonly what: OfferKind;
}

/** Rack the next board, after one has ended. */
export interface Next {
  readonly type: "next";
  readonly nonce: string;
  readonly version: number;
  readonly seat: Seat;
}

/** Let the others see where one aims; at most ten a second are passed on. Answered by nothing. */
export interface Aim {
  readonly type: "aim";
  readonly seat: Seat;
  /** In the frame of the seat; null: the aim is hidden. */
  readonly stroke: Stroke | null;
}

/** What can be said across the table. */
export type Phrase = "good-luck" | "well-played" | "sorry" | "thanks" | "one-moment";

/** Say one of the phrases to all at the table. Answered by nothing. */
export interface Say {
  readonly type: "say";
  readonly seat: Seat;
  readonly phrase: Phrase;
}

/** Ask for one past stroke to be shown again; answered by `Replayed`. */
export interface Replay {
  readonly type: "replay";
  readonly nonce: string;
  /** Its number in the game's history, from 1. */
  readonly stroke: number;
}

/** What a person says of a board that he has set up; `kept` is what the server knew of it besides. */
export interface SetupPosition {
  /** One of the rule books that come with the program. */
  readonly rules?: string;
  /** Where the discs lie, in notation. */
  readonly position: string;
  readonly turn?: Seat;
  /** Who plays the white men, where colours are owned. */
  readonly white?: Seat;
  /** One of board, pending, mover, opponent, aside: where she is, or who has covered her. */
  readonly queen?: string;
  /** Men owed, the side in turn first. */
  readonly due?: readonly number[];
  /** Points in the game before this board, the side in turn first. */
  readonly score?: readonly number[];
  /** The attempt at the break; null once the rack is broken. */
  readonly attempt?: number | null;
  /** From an answer of the server, to go on from it exactly; empty for a board set up by hand. */
  readonly kept?: string;
}

/** Ask whether discs can lie so, and where the striker may stand then; answered by `Arranged`. */
export interface Arrange {
  readonly type: "arrange";
  readonly nonce: string;
  readonly moment: SetupPosition;
  /** False: the striker may stand anywhere along the lines where no disc lies. */
  readonly legal?: boolean;
  /** Whether the moment is one of a game, so that what is said of it has to be true together. */
  readonly judged?: boolean;
}

/** Play a stroke on a board set up by hand; answered by `Tried`, or refused. */
export interface Try {
  readonly type: "try";
  readonly nonce: string;
  readonly moment: SetupPosition;
  /** In the frame of the seat in turn; null: the program plays it, at `level`. */
  readonly stroke: Stroke | null;
  readonly surface?: string;
  /** Whose hand plays it: one of `Welcome.levels`; null: it is played exactly as it was meant. */
  readonly level?: string | null;
  readonly legal?: boolean;
  readonly judged?: boolean;
}

/** What the law is asked about. */
export type Happened = "stroke" | "pass" | "call";

/** How many of the two base lines the striker has left. */
export type LinesLeft = "none" | "one" | "both";

/** Whose fault it is what an umpire calls. */
export type Whose = "mover" | "opponent" | "nobody";

/** What is said to have happened without anybody having played it: a stroke, a pass, or an umpire's call. */
export interface Facts {
  readonly happened?: Happened;
  /** In falling order; the striker among them if it fell. */
  readonly falls?: readonly Disc[];
  /** Whether the striker touched any disc. */
  readonly touched?: boolean;
  /** Whether the striker itself touched a man of the opponent that fell. */
  readonly direct?: boolean;
  /** Whether the stroke was made against the rules of technique or placing. */
  readonly improper?: boolean;
  /** Whether it was struck before the umpire called "Play". */
  readonly before_play?: boolean;
  /** Discs that left the board over the frame; the striker may be among them. */
  readonly jumped?: readonly Disc[];
  /** How many of the two base lines the striker has left. */
  readonly lines?: LinesLeft;
  /** Passes in a row before this one. */
  readonly passes?: number;
  /** What the umpire calls, by its code in the casebook. */
  readonly call?: string;
  readonly by?: Whose;
  /** Whether the call is about something during or after the first stroke of the turn. */
  readonly after_stroke?: boolean;
}

/** Ask what the law says to a stroke that nobody has played; answered by `Tried`, without a film, or refused. */
export interface WhatIf {
  readonly type: "what-if";
  readonly nonce: string;
  readonly moment: SetupPosition;
  readonly facts: Facts;
}

/** Try a step of a lesson; answered by `Tried` with whether its goal is reached, or refused. */
export interface Attempt {
  readonly type: "attempt";
  readonly nonce: string;
  readonly rules?: string;
  readonly lesson: string;
  readonly step: number;
  /** Null: the program's turn in the last lesson. */
  readonly stroke?: Stroke | null;
  /** Where a board has come to, in the last lesson; null: as the step begins. */
  readonly moment?: SetupPosition | null;
}

/** A rating that the page keeps, as Glicko-2 has it. */
export interface Rate {
  readonly rating?: number;
  readonly deviation?: number;
  readonly volatility?: number;
}

/** Play a stroke at a puzzle; answered by `Tried` with a `PuzzleRead`, or refused. */
export interface Solve {
  readonly type: "solve";
  readonly nonce: string;
  readonly puzzle: number;
  /** Null: the best stroke is shown. */
  readonly stroke: Stroke | null;
  /** The solver's, to be rated anew; null where this try is not rated. */
  readonly rating?: Rate | null;
}

/** Play a stroke of a drill; answered by `Tried` with a `DrillRead`, or refused. */
export interface Drill {
  readonly type: "drill";
  readonly nonce: string;
  readonly drill: string;
  /** Which of the drill's positions. */
  readonly number: number;
  /** Null: a stroke that reaches it is shown. */
  readonly stroke: Stroke | null;
  /** Tries of this drill before this one. */
  readonly tries?: number;
  readonly hits?: number;
}

/** What a run has brought so far; with the moment of its board it is the run. */
export interface Running {
  readonly seed: number;
  readonly blacks?: boolean;
  readonly strokes?: number;
  readonly misses?: number;
  readonly idle?: number;
  readonly slam?: boolean;
  readonly over?: boolean;
}

/** Begin a run alone, or play its next stroke; answered by `Tried` with an `AloneRead`, or refused. */
export interface RunAlone {
  readonly type: "run-alone";
  readonly nonce: string;
  /** Null: the run begins, or is shown again as it was left. */
  readonly stroke?: Stroke | null;
  /** From the last answer. */
  readonly moment?: SetupPosition | null;
  /** From the last answer. */
  readonly run?: Running | null;
  /** Misses of whole boards before this one, the latest first: the hand is told from these and from this one. */
  readonly misses?: readonly number[];
}

/** One player of a team. */
export interface PlayerPlan {
  /** Empty: called by the team and his number. */
  readonly name?: string;
  /** Here: at the screen of his captain. */
  readonly who?: Who;
  /** The program's, one of `Welcome.levels`. */
  readonly level?: string | null;
}

/** One team of a tie. */
export interface TeamPlan {
  readonly name: string;
  /** Who may be lined up; none: whoever comes as its captain brings them, or they are all programs. */
  readonly players?: readonly PlayerPlan[];
}

/** What is agreed before a tie. */
export interface TieTerms {
  /** One of `Welcome.rulesets` that has rubbers; ignored where `rules` brings its own. */
  readonly ruleset?: string;
  /** A custom rule set: the text of its TOML file. */
  readonly rules?: string | null;
  readonly teams: readonly TeamPlan[];
  /** Who leads the second team: also who begins the tie (here), whoever comes by the invitation, or the program. */
  readonly captain?: Who;
  /** That of the second team where the program leads it and no players are named. */
  readonly level?: string | null;
  readonly clock?: ClockPlan | null;
  readonly guide?: Guide;
  readonly surface?: string;
  /** Whether everybody who knows the tie's address may look on, without the `watch` word. */
  readonly watching?: boolean;
}

/** Begin a tie as the captain of the first team; answered by `TieTold`. */
export interface NewTie {
  readonly type: "new-tie";
  readonly nonce: string;
  readonly key: string;
  readonly invite: string;
  readonly watch: string;
  readonly terms: TieTerms;
}

/** Take an open place of a tie; answered by `TieTold`. */
export interface JoinTie {
  readonly type: "join-tie";
  readonly nonce: string;
  readonly tie: string;
  /** Null: a captain takes the place of one of his players who has not come. */
  readonly invite?: string | null;
  readonly key: string;
  readonly place: string;
  /** A captain's team with its players. */
  readonly team?: TeamPlan | null;
}

/** Come to a tie with a key or to look on, and be told of it from now on; answered by `TieTold`. */
export interface ComeToTie {
  readonly type: "come-to-tie";
  readonly tie: string;
  readonly key?: string | null;
  readonly watch?: string | null;
  /** Who is invited may see which places are open. */
  readonly invite?: string | null;
}

/** Follow the tie no longer. */
export interface LeaveTie {
  readonly type: "leave-tie";
}

/** One of the two teams of a tie. */
export type TieSide = "A" | "B";

/** Name who plays the rubbers for a team, in their order; may be changed until both teams have done it. */
export interface LineUp {
  readonly type: "line-up";
  readonly nonce: string;
  readonly side: TieSide;
  /** For each rubber the names of its player or its pair, as `TiePlayer.name` has them. */
  readonly rubbers: readonly (readonly string[])[];
}

/** Let the next rubber begin, as a captain. */
export interface BeginRubber {
  readonly type: "begin-rubber";
  readonly nonce: string;
  readonly rubber: number;
}

/** Ask whether the line still lives; answered by `Pong`. Who says when he heard the last one has his lag given back to him, by the clock of his strokes. */
export interface Ping {
  readonly type: "ping";
  /** `now` of the last `Pong`; null before there was one. */
  readonly echo?: number | null;
  /** How long ago that came, in ms. */
  readonly held?: number;
}

/** One level of the program. */
export interface Level {
  readonly name: string;
  /** How far its aim is off, in degrees (one standard deviation). */
  readonly aim: number;
  /** How far its power is off, in per cent. */
  readonly power: number;
  /** Whether it is an engine from outside, which the server's owner has brought. */
  readonly outside: boolean;
}

/** How many play a rubber. */
export type RubberKind = "singles" | "doubles";

/** One rule set, as far as a table sheet needs it. */
export interface RulesetInfo {
  readonly name: string;
  readonly title: string;
  /** One sentence on what is different in it. */
  readonly about: string;
  /** How many may play it. */
  readonly players: readonly number[];
  readonly lengths: readonly Length[];
  readonly target: number | null;
  readonly board_limit: number | null;
  /** The most games a match has. */
  readonly games_of_match: number;
  /** The law's times. */
  readonly clock: ClockPlan;
  readonly colours_owned: boolean;
  /** The rubbers of a tie in their order; none: it has no ties. */
  readonly rubbers: readonly RubberKind[];
  readonly white_is_brown: boolean;
}

/** Where friends can find this server. */
export interface Reach {
  /** Addresses that devices of the network reach, the best first; empty: it listens to its own machine only. */
  readonly addresses: readonly string[];
  /** Whether this page may let the network in (`OpenDoor`). */
  readonly may_open: boolean;
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
  /** Engines from outside, which may sit where a level may. */
  readonly engines: readonly Level[];
  readonly rulesets: readonly RulesetInfo[];
  readonly surfaces: readonly string[];
  readonly reach: Reach;
  readonly kernel: Kernel;
  /** Whether people may have accounts here. */
  readonly accounts: boolean;
  /** The name of who is signed in; null: a guest. */
  readonly you: string | null;
}

/** The kernel has become warm, or has turned out not to exist here. */
export interface KernelChanged {
  readonly type: "kernel";
  readonly kernel: Kernel;
}

/** The network has been let in. */
export interface ReachChanged {
  readonly type: "reach";
  readonly nonce: string | null;
  readonly reach: Reach;
}

/** What a custom rule set is. */
export interface RulesRead {
  readonly type: "rules-read";
  readonly nonce: string;
  readonly info: RulesetInfo;
}

/** The server is about to stop; the line will break, and may be taken up again at once. */
export interface Draining {
  readonly type: "draining";
}

/** This connection now follows a game. */
export interface Joined {
  readonly type: "joined";
  /** That of the `NewGame` or `Join` it answers; null after `Resume`. */
  readonly nonce: string | null;
  readonly game: string;
  /** The players this connection acts for, by their seats at the beginning; none: it looks on. */
  readonly yours: readonly Seat[];
  readonly version: number;
}

/** Who sits at a seat. */
export type SitterKind = "human" | "program" | "open";

/** One player, named by the seat he has at the beginning. */
export interface Sitter {
  readonly seat: Seat;
  readonly name: string;
  readonly kind: SitterKind;
  /** The program's level; null for a person. */
  readonly level: string | null;
  /** Whether somebody who holds the seat is connected; programs always are. */
  readonly here: boolean;
  /** Whether a program plays in this person's account. */
  readonly bot: boolean;
  /** Whether the name is that of an account, which has a page; a guest's is what he says. */
  readonly account: boolean;
  /** In the pool of the game, as it was when he sat down; null: none, or it is not looked at. */
  readonly rating: number | null;
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

/** Which rubber of which tie a game is. */
export interface RubberOf {
  readonly tie: string;
  /** From 1. */
  readonly rubber: number;
  /** Their names, the first one's side A. */
  readonly teams: readonly string[];
}

/** What stays the same throughout a game. */
export interface Card {
  readonly game: string;
  /** In the order of play. Who has come meanwhile, and who is here, is told by `Seats`. */
  readonly sitters: readonly Sitter[];
  readonly ruleset: string;
  /** The rule set's, in English. */
  readonly title: string;
  readonly edition: string;
  readonly length: Length;
  readonly games_to_win: number;
  /** Points that win the game; null in a rule set without. */
  readonly target: number | null;
  /** Boards after which the leader wins; null for no limit. */
  readonly board_limit: number | null;
  /** False in points games, where every man counts for whoever pockets him. */
  readonly colours_owned: boolean;
  readonly white_is_brown: boolean;
  /** The clause on what may be conceded. */
  readonly concede: string;
  readonly clock: ClockPlan | null;
  readonly guide: Guide;
  readonly handicap: readonly number[];
  /** As agreed, to be agreed again; null in games of older versions. */
  readonly terms: Terms | null;
  readonly surface: string;
  readonly equipment: Equipment;
  /** The tie that this game is a rubber of. */
  readonly tie: RubberOf | null;
  /** Whether a coach may speak while it is played: only where all its people sit at one screen. */
  readonly coach: boolean;
  /** Whether it counts for the players' ratings; nothing is taken back then. */
  readonly rated: boolean;
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
export type Phase = "toss" | "break" | "play" | "place" | "demand" | "board-over" | "game-over";

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
  /** Passes in a row so far; a stroke ends the row. */
  readonly passes: number;
  /** With so many in a row the board is played again; 0 where nobody may pass. */
  readonly most_passes: number;
  /** The clause that says so. */
  readonly passes_clause: string;
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

/** The toss: a man lies under one of two hands, and this seat names one. */
export interface ExpectGuess {
  readonly type: "guess";
  readonly seat: Seat;
}

/** The toss is won: this seat takes the break or the choice of side. */
export interface ExpectChoose {
  readonly type: "choose";
  readonly seat: Seat;
}

/** The other side has the break: this seat keeps the seats or changes them. */
export interface ExpectSit {
  readonly type: "sit";
  readonly seat: Seat;
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
  /** Games won in this match. */
  readonly games: number;
}

/** What has become of the queen. */
export type QueenWhere = "board" | "pending" | "covered" | "aside";

/** Where the queen is, and whose. */
export interface QueenState {
  readonly where: QueenWhere;
  /** The first seat of the side that pocketed her; null while she lies on the board. */
  readonly seat: Seat | null;
}

/** How one board ended: a row of the score card. */
export interface BoardResult {
  /** Where the winning side's first player sat at the beginning; null when the board was drawn or cancelled. */
  readonly winner: Seat | null;
  readonly points: number;
  /** The running score after it, in the order of `State.sides`. */
  readonly score: readonly number[];
  /** Where the player who broke sat at the beginning. */
  readonly breaker: Seat | null;
  /** The loser's men that were left, one point each. */
  readonly men: number;
  /** What the queen counted. */
  readonly queen: number;
  /** Extra points that were demanded. */
  readonly demanded: number;
  /** An extra board, played because the game stood level. */
  readonly extra: boolean;
  /** What the points rest on. */
  readonly clauses: readonly string[];
}

/** What a stroke or call means for the turn. */
export type Turn = "continue" | "pass" | "retry" | "end" | "replay";

/** Something said: the key of its sentence, the values in it, and the clause it rests on (none: a fact seen). */
export interface TranslatableText {
  readonly key: string;
  readonly values: readonly (readonly [string, number | string])[];
  readonly clause: string;
}

/** One clause's say. */
export interface Finding {
  /** As the rule book numbers it, for instance `Law 72a`. */
  readonly clause: string;
  /** In English. */
  readonly sentence: string;
  /** The law's key in the catalogues: `law.` and this name its sentence. */
  readonly key: string;
  /** What the names in braces of that sentence stand for. */
  readonly values: readonly (readonly [string, number | string])[];
}

/** A ruling in words. */
export interface Verdict {
  /** Who had played. */
  readonly seat: Seat;
  readonly turn: Turn;
  /** One to three sentences in English, told to the player in turn. */
  readonly why: string;
  /** The same as keys and values, from which any language tells it to any reader. */
  readonly said: readonly TranslatableText[];
  readonly findings: readonly Finding[];
}

/** How the game ended. */
export interface GameResult {
  /** Where the winning side's first player sat at the beginning; null for a draw. */
  readonly winner: Seat | null;
  /** As recorded: each side cut at the target. */
  readonly score: readonly number[];
  readonly conceded: boolean;
  /** Games won by each side; empty where one game was the whole contest. */
  readonly games: readonly number[];
  /** Whether the loser stayed away. */
  readonly forfeited: boolean;
  /** Whether it was called off before its first stroke: nobody has won, and it does not count. */
  readonly aborted: boolean;
}

/** Who sits where at the moment. */
export interface Seated {
  readonly seat: Seat;
  /** His seat at the beginning. */
  readonly sitter: Seat;
}

/** All that a client draws, as it stands after an event. */
export interface State {
  readonly position: Position;
  readonly phase: Phase;
  /** The seat that is asked to act; null when the game waits for nobody in particular. */
  readonly turn: Seat | null;
  readonly expected: readonly (ExpectStrike | ExpectPlace | ExpectDemand | ExpectGuess | ExpectChoose | ExpectSit | ExpectNext)[];
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
  /** Whether a player may call it off. */
  readonly can_abort: boolean;
  /** How many strokes the history holds; after an undo it is shorter than what a client may remember. */
  readonly strokes: number;
  readonly seated: readonly Seated[];
  /** The number of the game in its match, from 1. */
  readonly game: number;
  /** Whether the players have just changed their seats. */
  readonly changed_seats: boolean;
  /** The boards of the game of the match that has just ended, until the next one is begun. */
  readonly last_game: readonly BoardResult[];
}

/** One line of the history. */
export interface PastStroke {
  /** From 1. */
  readonly number: number;
  readonly board: number;
  readonly seat: Seat;
  readonly pocketed: readonly Disc[];
  readonly turn: Turn;
  /** In English, told to the player in turn. */
  readonly why: string;
  /** The same as keys and values. */
  readonly said: readonly TranslatableText[];
}

/** The time of who is asked to act; ms since 1970 by the server's clock. */
export interface Clock {
  readonly seat: Seat;
  /** When his time begins: with the end of the last stroke's film. */
  readonly starts: number;
  readonly ends: number;
  readonly now: number;
  /** Where the clock stands still, the ms that are left; null while it runs. */
  readonly paused: number | null;
}

/** What is offered and who has agreed so far; nobody: it is off the table. */
export interface Offered {
  readonly type: "offered";
  readonly what: OfferKind;
  /** The players that have agreed, by their seats at the beginning. */
  readonly by: readonly Seat[];
  /** Who said no, when somebody did. */
  readonly declined: Seat | null;
}

/** Everything, from nothing: forget what you knew of this game. */
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

/** What a disc met. */
export type ContactKind = "disc" | "frame" | "pocket" | "rim";

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
  /** The version before it. */
  readonly after: number;
  /** When, ms since 1970: who comes later than `at` and the motion's duration sees its end. */
  readonly at: number;
  readonly motion: Motion;
  /** The line that the history grows by. */
  readonly past: PastStroke;
  readonly ruling: Verdict;
  readonly state: State;
  readonly clock: Clock | null;
}

/** What happened without a stroke. */
export type Act = "racked" | "placed" | "waived" | "demanded" | "passed" | "resigned" | "undone" | "tossed" | "chosen" | "timed-out" | "forfeited" | "aborted" | "no-room";

/** Something happened without a stroke. */
export interface Acted {
  readonly type: "acted";
  readonly version: number;
  /** The version before it. */
  readonly after: number;
  readonly act: Act;
  /** Who acted; null for the umpire. */
  readonly seat: Seat | null;
  /** The man that was placed. */
  readonly disc: Disc | null;
  /** The extra points that were demanded. */
  readonly points: number | null;
  readonly state: State;
  readonly clock: Clock | null;
}

/** Who sits at the table and who is here, whenever that changes. */
export interface Seats {
  readonly type: "seats";
  readonly sitters: readonly Sitter[];
  readonly watchers: number;
}

/** The clock was stopped, or goes on. */
export interface ClockChanged {
  readonly type: "clock";
  readonly clock: Clock | null;
}

/** Where another player aims. */
export interface Aimed {
  readonly type: "aimed";
  readonly seat: Seat;
  readonly stroke: Stroke | null;
}

/** What a player said across the table. */
export interface Spoken {
  readonly type: "spoken";
  readonly seat: Seat;
  readonly phrase: Phrase;
}

/** All have agreed to play the same again; each comes to the new game with the key he has. */
export interface Rematched {
  readonly type: "rematched";
  readonly game: string;
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
  /** The cards of the moment that the stroke was played in. */
  readonly before: State;
  /** The cards after it: all as it stood then. */
  readonly state: State;
}

/** What there is to say of a board set up by hand. */
export interface Arranged {
  readonly type: "arranged";
  readonly nonce: string;
  /** Why it cannot be so, in one sentence. */
  readonly fault: string | null;
  /** The discs that are at fault. */
  readonly discs: readonly Disc[];
  /** How it stands; null where it cannot be so. */
  readonly state: State | null;
  /** What an umpire can call on it, by the codes of the casebook; empty where nothing is judged. */
  readonly calls: readonly string[];
}

/** What players call a stroke. */
export type StrokeKind = "straight" | "cut" | "one-frame" | "two-frames" | "bank" | "frozen" | "plant" | "kiss" | "double" | "back-stroke" | "break" | "safety";

/** The best stroke of another idea. */
export interface Rival {
  readonly name: StrokeKind;
  readonly disc: Disc;
  readonly pocket: number;
  readonly success: number;
}

/** The best stroke of a puzzle. */
export interface Best {
  readonly stroke: Stroke;
  /** What players call it: `straight`, `cut`, `plant` and so on. */
  readonly name: string;
  readonly disc: Disc;
  /** Far left, far right, near left, near right as the player sees them: 0 to 3. */
  readonly pocket: number;
  /** How often it comes off for a strong hand. */
  readonly success: number;
  /** The best stroke of another idea. */
  readonly rival: Rival | null;
}

/** How strong somebody is, and how sure that is. */
export interface Rating {
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

/** What became of a try at a puzzle. */
export interface PuzzleRead {
  readonly kind: "puzzle";
  readonly solved: boolean;
  /** How often the stroke that was played comes off for a strong hand. */
  readonly success: number;
  /** How often it had to, at least. */
  readonly bar: number;
  readonly themes: readonly string[];
  readonly best: Best;
  /** The solver's, after it; null where the try is not rated. */
  readonly rating: Rating | null;
}

/** What became of a stroke of a drill. */
export interface DrillRead {
  readonly kind: "drill";
  readonly hit: boolean;
  /** What players call the stroke that was played; null where it pocketed nothing of one's own. */
  readonly name: string | null;
  readonly tries: number;
  readonly hits: number;
  /** Of the share of hits, 95 %. */
  readonly low: number;
  readonly high: number;
}

/** Whose hand it is, as far as it can be told. */
export interface HandTold {
  /** Degrees: as many above it as below, by likelihood. */
  readonly direction: number;
  readonly low: number;
  /** It lies between these in nineteen cases of twenty. */
  readonly high: number;
  /** The level whose hand is nearest. */
  readonly level: string;
  readonly boards: number;
  /** Of a board that is not whole. */
  readonly strokes: number;
}

/** How a run alone stands. */
export interface AloneRead {
  readonly kind: "alone";
  readonly run: Running;
  /** The stroke kept the turn, or won. */
  readonly kept: boolean;
  readonly counts: boolean;
  /** Whose hand the misses are; null before a board is whole. */
  readonly hand: HandTold | null;
}

/** What a stroke has led to, or what the law says to one. */
export interface Tried {
  readonly type: "tried";
  readonly nonce: string;
  readonly motion: Motion | null;
  readonly pocketed: readonly Disc[];
  readonly touched: readonly Disc[];
  /** Null where nothing is judged. */
  readonly ruling: Verdict | null;
  readonly state: State;
  /** To go on from here. */
  readonly moment: SetupPosition;
  /** In a lesson: whether the goal of the step is reached; null while it may still be. */
  readonly reached: boolean | null;
  /** In a lesson: what the teacher says, as keys of the page's texts with their values. */
  readonly said: readonly TranslatableText[];
  /** At a puzzle, in a drill, or of a run alone: what became of it. */
  readonly training: PuzzleRead | DrillRead | AloneRead | null;
}

/** One player of a team. */
export interface TiePlayer {
  readonly name: string;
  /** Open: whoever comes by the invitation; nobody has yet. */
  readonly kind: SitterKind;
  readonly place: string;
  readonly level: string | null;
  /** Whether he is connected, at the card or at the board; at his captain's screen: whether the captain is. */
  readonly here: boolean;
}

/** One team as it stands. */
export interface TieTeam {
  readonly name: string;
  readonly captain: SitterKind;
  /** Whether its captain is connected, at the card or at the board. */
  readonly here: boolean;
  readonly players: readonly TiePlayer[];
  /** Whether its line-up was given. */
  readonly lined_up: boolean;
  /** Null: not given yet, or not yours to see before both are. */
  readonly lineup: readonly (readonly string[])[] | null;
}

/** Where a rubber stands. */
export type RubberStanding = "played" | "running" | "next" | "to-come" | "dead";

/** One line of the tie's card. */
export interface TieRubber {
  readonly number: number;
  readonly kind: RubberKind;
  readonly standing: RubberStanding;
  /** Of each team, once both line-ups are given. */
  readonly players: readonly (readonly string[])[];
  /** Of each team, once it has begun. */
  readonly score: readonly number[];
  readonly winner: TieSide | null;
  /** Whether it was given up, and not played to its end. */
  readonly conceded: boolean;
  /** Where it is played. */
  readonly game: string | null;
}

/** Somebody has to come and lead a team. */
export interface ExpectCaptain {
  readonly type: "captain";
  readonly side: TieSide;
}

/** A team has to be lined up. */
export interface ExpectLineUp {
  readonly type: "line-up";
  readonly side: TieSide;
  /** A line-up that is allowed. */
  readonly suggestion: readonly (readonly string[])[];
}

/** A player of the next rubber has to come; his captain may take his place. */
export interface ExpectPlayer {
  readonly type: "player";
  readonly place: string;
  readonly name: string;
}

/** A rubber has to be begun. */
export interface ExpectRubber {
  readonly type: "rubber";
  readonly rubber: number;
}

/** A rubber has to be played to its end. */
export interface ExpectEnd {
  readonly type: "end";
  readonly rubber: number;
}

/** Everything of a tie, from nothing; told again whenever it changes. */
export interface TieTold {
  readonly type: "tie";
  /** That of the `NewTie` or `JoinTie` it answers. */
  readonly nonce: string | null;
  readonly tie: string;
  readonly version: number;
  /** The places that this connection holds; none: it looks on. */
  readonly yours: readonly string[];
  readonly ruleset: string;
  /** The rule set's, in English. */
  readonly title: string;
  readonly target: number | null;
  readonly clock: ClockPlan | null;
  readonly teams: readonly TieTeam[];
  readonly rubbers: readonly TieRubber[];
  /** Rubbers won by each team. */
  readonly score: readonly number[];
  /** As soon as it is decided. */
  readonly winner: TieSide | null;
  readonly over: boolean;
  readonly expected: readonly (ExpectCaptain | ExpectLineUp | ExpectPlayer | ExpectRubber | ExpectEnd)[];
  /** What the standing rests on. */
  readonly clauses: readonly string[];
}

/** The line lives. */
export interface Pong {
  readonly type: "pong";
  /** The server's clock, ms since 1970. */
  readonly now: number;
}

/** The hand for which all is reckoned: standard deviations of direction (degrees), relative speed, place (µm). */
export interface Spread {
  readonly direction: number;
  readonly speed: number;
  readonly place: number;
  /** Whether it slips now and then, as people's hands do. */
  readonly tails: boolean;
}

/** A pocket, in the board's frame: north is away from south's seat. */
export type Corner = "north-west" | "north-east" | "south-west" | "south-east";

/** Why a stroke did not do what was meant. */
export type Cause = "too-thick" | "too-thin" | "left" | "right" | "too-slow" | "rattles" | "kissed" | "blocked" | "past" | "followed-in" | "striker-falls" | "opponents-man" | "law" | "nothing-falls" | "other";

/** One way in which a stroke goes wrong. */
export interface Wrong {
  readonly cause: Cause;
  /** Who is met, or falls, where the cause speaks of one. */
  readonly disc: Disc | null;
  /** Of all samples, 0 to 1. */
  readonly share: number;
  /** Mean win probability of the samples that go wrong so. */
  readonly win: number;
}

/** Where one disc that moves comes to rest, over samples of a stroke. */
export interface Cloud {
  readonly disc: Disc;
  /** Where it has moved and lies in the end, in at most 96 samples that succeed; µm, board's frame. */
  readonly good: readonly Point[];
  /** In the others. */
  readonly bad: readonly Point[];
  /** Share of samples in which it falls. */
  readonly fell: number;
  /** Share of samples in which it does not move. */
  readonly stays: number;
}

/** One stroke of the line that is expected: played exactly, it leads to the next step. */
export interface Step {
  readonly seat: Seat;
  readonly name: StrokeKind;
  readonly disc: Disc | null;
  readonly corner: Corner | null;
  readonly stroke: Stroke;
  readonly success: number;
}

/** One stroke with all that is known of it. Shares are from 0 to 1, errors standard errors, all on fresh samples. */
export interface Line {
  /** What players call it when it is played exactly. */
  readonly name: StrokeKind;
  /** The disc it pockets; null: none of one's own. */
  readonly disc: Disc | null;
  /** Into which pocket as the player sees them: far left, far right, near left, near right, 0 to 3. */
  readonly pocket: number | null;
  /** The same pocket in the board's frame. */
  readonly corner: Corner | null;
  readonly stroke: Stroke;
  /** Share that keeps the turn or wins the board. */
  readonly success: number;
  readonly error: number;
  /** Share that costs men. */
  readonly foul: number;
  /** Probability that the side in turn wins the board. */
  readonly win: number;
  readonly win_error: number;
  /** Expected points of the board for the side in turn, less those for the other. */
  readonly points: number;
  readonly points_error: number;
  readonly samples: number;
  /** Degrees of direction over which it succeeds, all else played exactly; null where even the exact stroke fails. */
  readonly window: number | null;
  /** What goes wrong, the most frequent first; empty until it has been looked at. */
  readonly wrong: readonly Wrong[];
  /** Of every disc that moves, the striker first; empty until it has been looked at. */
  readonly clouds: readonly Cloud[];
  /** What is expected to follow when this stroke is played exactly: of the same player, or of the other if the turn passes; empty until it has been looked at, and at the end of a board. */
  readonly next: readonly Step[];
}

/** What hangs on a board: the chance of something greater once the board is won, and once it is lost. */
export interface Stake {
  readonly won: number;
  readonly lost: number;
}

/** What hangs on a board for one side. */
export interface Stakes {
  readonly game: Stake;
  /** None where a single game is played. */
  readonly match: Stake | null;
}

/** All that is known of a position so far. Each that follows takes the place of the one before, and knows more. */
export interface Analysis {
  readonly type: "analysis";
  /** Counts from 1. */
  readonly stage: number;
  /** Who is in turn. */
  readonly seat: Seat;
  readonly hand: Spread;
  /** Probability that the side in turn wins the board with the best stroke. */
  readonly win: number;
  readonly points: number;
  /** The best first. */
  readonly lines: readonly Line[];
  /** What hangs on the board for the side in turn; null where the score is not known. */
  readonly stakes: Stakes | null;
  /** Spent so far. */
  readonly simulations: number;
  /** Whether this is the last word. */
  readonly done: boolean;
}

/** One stroke that somebody tries, looked at as the lines of an analysis are, on the same samples. */
export interface Assessed {
  readonly type: "assessed";
  readonly hand: Spread;
  readonly line: Line;
  readonly simulations: number;
  readonly done: boolean;
}

/** Chances of success over place and direction, whatever is pocketed, at the best of some speeds. */
export interface Heat {
  readonly type: "heat";
  /** Offsets of the striker along the base line, µm, in the player's frame, rising. */
  readonly places: readonly number[];
  /** Of the stroke: mrad counter-clockwise from the player's right, in his frame, rising. */
  readonly directions: readonly number[];
  /** Thousandths, one row a place; −1 where the striker may not stand. */
  readonly success: readonly number[];
  /** Thousandths: for every place the best direction's. */
  readonly along: readonly number[];
  readonly done: boolean;
}

/** A player of the game reviewed. */
export interface Reviewed {
  readonly name: string;
  /** At the beginning. */
  readonly seat: Seat;
  /** Index of his side. */
  readonly side: number;
}

/** What is going to be reviewed. */
export interface ReviewBegun {
  readonly type: "review-begun";
  readonly players: readonly Reviewed[];
  /** How many will be told; a review tells of each twice, quickly and then well. */
  readonly strokes: number;
  readonly hand: Spread;
}

/** How good a decision was, by the win probability that it cost: see docs/how-to/analysis.md. */
export type Grade = "best" | "good" | "inaccuracy" | "mistake" | "blunder";

/** What became of the game and the match, as far as it can be told. */
export interface Wider {
  /** Probability that his side wins the game. */
  readonly game: number;
  /** Likewise the match; null where a single game is played. */
  readonly match: number | null;
}

/** One stroke of the game; told again when more is known. */
export interface StrokeReviewed {
  readonly type: "stroke-reviewed";
  /** Of the strokes of the whole game, from 1, as in `/game/<id>#12`. */
  readonly number: number;
  readonly board: number;
  /** Index in `ReviewBegun.players`. */
  readonly player: number;
  /** Where he sat then. */
  readonly seat: Seat;
  /** How the board stood; null where it cannot be set up by hand, as in doubles. */
  readonly moment: SetupPosition | null;
  readonly played: Stroke;
  /** The stroke that was meant; without clouds and what follows. */
  readonly meant: Line;
  /** Whether the record tells what was meant; if not, what was played is taken for it. */
  readonly is_known: boolean;
  /** The best stroke that was found, of a break the best course of the book; without clouds and what follows. */
  readonly best: Line;
  /** Probability, once all lay still, that his side wins the board. */
  readonly after: number;
  /** Decision: win probability that the best stroke promises more than the one meant. */
  readonly loss: number;
  /** Execution: `after` less what the stroke that was meant promises. */
  readonly luck: number;
  /** 0 to 100, of the decision alone. */
  readonly accuracy: number;
  readonly grade: Grade;
  /** `after`, seen by the first side: what a graph shows. */
  readonly first: number;
  /** The ruling, in English. */
  readonly why: string;
  /** What hung on the board for his side; null where no game of points was played. */
  readonly stakes: Stakes | null;
  /** Game and match once all lay still, at the score of that moment; null likewise. */
  readonly wider: Wider | null;
}

/** One player's strokes together. */
export interface PlayerReview {
  readonly player: number;
  readonly strokes: number;
  /** Mean decision loss a stroke. */
  readonly loss: number;
  /** Sum over the game. */
  readonly luck: number;
  /** Mean over his strokes. */
  readonly accuracy: number;
  readonly succeeded: number;
  /** How many successes the strokes that were meant promised. */
  readonly expected: number;
  /** How many of each grade, in the order of `Grade`. */
  readonly grades: readonly number[];
}

/** A moment that decided much. */
export interface Turning {
  readonly number: number;
  readonly loss: number;
  readonly luck: number;
}

/** The game as a whole; told after each round of its strokes. */
export interface ReviewTold {
  readonly type: "review";
  readonly players: readonly PlayerReview[];
  /** At most three, the greatest first. */
  readonly turning: readonly Turning[];
  readonly done: boolean;
}

/** Others are analysed first. */
export interface Waiting {
  readonly type: "waiting";
  readonly ahead: number;
}

/** The end of a stream that could not go on, and why, in one sentence. */
export interface Failed {
  readonly type: "failed";
  readonly reason: string;
}

/** Begin a sheet; answered by `SheetBegun`, and the same nonce by the same sheet. */
export interface BeginSheet {
  readonly type: "begin-sheet";
  readonly nonce: string;
  /** Lets its holder keep the sheet. */
  readonly key: string;
  /** Lets its holder correct it after its end, and rule on protests. */
  readonly referee: string;
  /** Lets its holder read it. */
  readonly watch: string;
  /** In the order of play. */
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

/** Type a line; answered by `LineHeard`. */
export interface TypeLine {
  readonly type: "type-line";
  readonly nonce: string;
  /** Made once by each device, so that one of them writes. */
  readonly device: string;
  /** What it was typed at: `SheetTold.version`, or that of the line before it. */
  readonly version: number;
  readonly line: string;
  /** Beside `sign`: how it was signed. */
  readonly ink?: string | null;
}

/** Write from now on, in the place of another device; answered by `SheetTold`. */
export interface TakeSheet {
  readonly type: "take-sheet";
  readonly device: string;
}

/** What somebody may do with a sheet. */
export type SheetRole = "umpire" | "referee" | "reader";

/** What stands on the card above the boards. */
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
  /** Whether each side owns a colour; where nobody does, counters are points. */
  readonly colours: boolean;
  /** Whether the white men are called brown. */
  readonly brown: boolean;
}

/** Somebody who plays, where he sits now, and the word by which a line names him. */
export interface SheetPlayer {
  readonly name: string;
  readonly seat: Seat;
  readonly word: string;
  readonly side: number;
}

/** One side: its name, colour and men, what it owes, its score. */
export interface SheetSide {
  readonly letter: string;
  readonly name: string;
  readonly word: string;
  /** `white`, `black`, or null where nobody owns a colour. */
  readonly colour: string | null;
  /** On the board; 0 between boards. */
  readonly men: number;
  readonly due: number;
  /** Men that wait to be placed. */
  readonly coming: number;
  readonly score: number;
  readonly games: number;
  /** Points in the board being played, where counters have points. */
  readonly points: number;
}

/** What a sheet waits for. */
export type SheetPhase = "toss" | "choose" | "seats" | "begin" | "strike" | "place" | "demand" | "over";

/** Who is to do what. */
export interface SheetAwaits {
  readonly phase: SheetPhase;
  /** Who is to act, by name; a side's players where a side does. */
  readonly player: string;
  readonly seat: Seat | null;
  /** Of the break; 0 once the rack is broken. */
  readonly attempt: number;
  /** What is to be placed: `white` or `black`. */
  readonly man: string;
  /** Whose it is. */
  readonly of: string;
  /** How many are to be placed, or may be demanded. */
  readonly left: number;
  readonly board: number;
  readonly extra: boolean;
  /** Whether the pause before the last game of a match comes first. */
  readonly interval: boolean;
  readonly breakers: readonly string[];
}

/** Why a key cannot be typed. */
export type Why = "not-now" | "few" | "appeal" | "ended" | "no-writer" | "said";

/** One key of the pad: the line that it types, or why it cannot. */
export interface SheetKey {
  readonly name: string;
  readonly line: string;
  readonly why: Why | null;
  /** The sentence of the refusal, in English; empty where it can be typed. */
  readonly told: string;
  /** Whole lines, one of which is to be typed instead: what the umpire saw decides (`b1 direct`, `b1 indirect`). */
  readonly options: readonly string[];
}

/** All that may be typed now. */
export interface SheetPad {
  readonly keys: readonly SheetKey[];
  /** The letter of the men of who is in turn, `w` or `b`; empty where nobody owns a colour. */
  readonly own: string;
  /** How many white, black and queens can leave the board in one stroke. */
  readonly most: readonly [number, number, number];
  /** What may be said of a stroke beside what fell. */
  readonly marks: readonly string[];
  /** What can be typed without an answer: men by their colours, not by whose turn it may be. */
  readonly away: readonly SheetKey[];
}

/** A line in force: what was typed, by whose act, and what it led to. */
export interface SheetEntry {
  readonly number: number;
  readonly line: string;
  readonly player: string;
  readonly rulings: readonly string[];
}

/** A finished board, as its row of the card has it. */
export interface SheetBoard {
  readonly game: number;
  readonly number: number;
  readonly breaker: string;
  /** Null where it is played again, or is shared. */
  readonly winner: string | null;
  readonly loser: string | null;
  readonly points: number;
  /** Of the loser, on the board. */
  readonly men: number;
  /** Who covered her. */
  readonly queen: string | null;
  readonly queen_points: number;
  readonly taken: boolean;
  readonly replay: boolean;
  readonly extra: boolean;
  readonly slam: string | null;
  /** Of the game after it, as they are recorded. */
  readonly scores: readonly number[];
  /** In points games: what each side has made in it. */
  readonly totals: readonly number[];
  readonly remarks: string;
}

/** An appeal or a protest that waits for a ruling. */
export interface SheetOpen {
  readonly what: string;
  readonly by: string;
  readonly text: string;
  /** Seconds since 1970. */
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
export interface SheetSigned {
  readonly name: string;
  readonly role: string;
  readonly ink: string | null;
}

/** What the clocks count, in seconds; they tell, and never rule. */
export interface SheetClocks {
  /** The server's, since 1970. */
  readonly now: number;
  /** When the last line was typed. */
  readonly since: number | null;
  readonly stroke: number;
  readonly placing: number;
  readonly interval: number;
}

/** Who has won, and the score from the winner's side. */
export interface ResultTold {
  /** Empty where the score is level, or nobody wins. */
  readonly winner: string;
  /** The winner first; as they were drawn where nobody wins. */
  readonly names: readonly [string, string];
  /** Games as `25–12, 14–25`, or the rubbers of a tie; empty where nothing was played. */
  readonly score: string;
  readonly how: string;
  /** Whether something beside the score decided it. */
  readonly decided: boolean;
}

/** How a result that a sheet has not given stands beside the sheet. */
export type FixtureEnd = "stored" | "differs" | "decided";

/** The stored result of a fixture that something else than its sheet has finished. */
export interface SheetFinished {
  readonly result: ResultTold;
  /** The role that it comes from. */
  readonly by: string;
  /** Seconds since 1970. */
  readonly when: number;
  readonly state: FixtureEnd;
}

/** A whole sheet as one device may see it. */
export interface SheetTold {
  readonly type: "sheet";
  readonly sheet: string;
  readonly version: number;
  readonly role: SheetRole;
  /** Whether this device writes. */
  readonly writes: boolean;
  /** Whether any device does. */
  readonly written: boolean;
  /** When the writing device was last heard of, in seconds since 1970. */
  readonly heard: number | null;
  readonly head: SheetHead;
  readonly players: readonly SheetPlayer[];
  readonly sides: readonly SheetSide[];
  /** Which game of the contest, from 1. */
  readonly game: number;
  /** Which board of it is played, or comes next. */
  readonly board: number;
  readonly playing: boolean;
  readonly breaker: string;
  /** `board`, `pending`, `aside` or `covered`; empty between boards. */
  readonly queen: string;
  readonly queen_by: string;
  readonly awaits: SheetAwaits;
  readonly pad: SheetPad;
  /** What an undo would take back. */
  readonly last: SheetEntry | null;
  /** The board that has just ended, until the next begins. */
  readonly ended: SheetBoard | null;
  readonly boards: readonly SheetBoard[];
  readonly open: readonly SheetOpen[];
  /** What the umpire wrote down, in words. */
  readonly remarks: readonly string[];
  readonly notes: readonly string[];
  readonly result: SheetResult | null;
  /** Whether only the referee corrects. */
  readonly closed: boolean;
  readonly signed: readonly SheetSigned[];
  readonly clocks: SheetClocks;
  /** SHA-256 of the record as it stands, in hexadecimal digits; empty before the end. */
  readonly hash: string;
  /** A hall: the stored result, where it does not come from this sheet. */
  readonly finished: SheetFinished | null;
}

/** A sheet has begun. */
export interface SheetBegun {
  readonly type: "sheet-begun";
  readonly sheet: string;
}

/** A line was heard, kept and synced. */
export interface LineHeard {
  readonly type: "line-heard";
  readonly nonce: string;
  /** After it. */
  readonly version: number;
  readonly words: readonly string[];
  readonly told: SheetTold;
}

/** Every line in force, numbered, for who puts one right. */
export interface SheetLog {
  readonly type: "sheet-log";
  readonly entries: readonly SheetEntry[];
}

/** Why a request was not followed. */
export type SheetRefusal = "unknown" | "stale" | "taken" | "closed" | "not-so" | "full";

/** A request was not followed; nothing has changed. */
export interface SheetRefused {
  readonly type: "sheet-refused";
  readonly code: SheetRefusal;
  readonly reason: string;
  /** Of the sheet, to who may see it. */
  readonly version: number | null;
  /** Whole lines of which one is to be typed instead, where only the umpire knows what he saw. */
  readonly options: readonly string[];
}

/** A championship in a list. */
export interface EventLine {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly sessions: string;
  readonly entrants: number;
  /** Whether it is the one that this hall is for. */
  readonly live: boolean;
}

/** Every championship that is kept here. */
export interface EventsTold {
  readonly type: "events";
  readonly events: readonly EventLine[];
}

/** Somebody who is entered. */
export interface EntrantTold {
  readonly id: string;
  readonly name: string;
  readonly seed: number | null;
  readonly club: string;
  readonly nation: string;
  readonly players: readonly string[];
}

/** One place of a table. */
export interface RowTold {
  readonly place: number;
  readonly name: string;
  readonly cells: readonly string[];
  /** Why it is not one place higher. */
  readonly why: string;
}

/** The standings of a section, or of one of its groups. */
export interface TableTold {
  /** `A`, `B` and so on; empty where the section has none. */
  readonly group: string;
  readonly heads: readonly string[];
  readonly rows: readonly RowTold[];
  readonly notes: readonly string[];
}

/** How far a fixture is. */
export type FixtureState = "waiting" | "called" | "playing" | "over" | "withheld";

/** One rubber of a tie; who plays it is told once both teams have given their line-ups. */
export interface RubberTold {
  readonly kind: string;
  readonly players: readonly [string, string];
  readonly score: string;
  /** 1 or 2; 0 for nobody, and before its end. */
  readonly winner: number;
}

/** Two who meet. */
export interface FixtureTold {
  readonly address: string;
  readonly first: string;
  /** Empty: the first has the bye, or rests. */
  readonly second: string;
  readonly board: number;
  readonly time: string;
  readonly umpire: string;
  readonly state: FixtureState;
  readonly score: string;
  readonly how: string;
  /** 1 or 2; 0 for nobody, and before its end. */
  readonly winner: number;
  readonly rubbers: readonly RubberTold[];
}

/** One wave, the public's round. */
export interface WaveTold {
  readonly number: number;
  readonly fixtures: readonly FixtureTold[];
}

/** One match of a bracket; where a name is not known, where it comes from. */
export interface SlotTold {
  readonly names: readonly [string, string];
  readonly refs: readonly [string, string];
  readonly points: readonly [string, string];
  readonly winner: number;
  readonly bye: boolean;
  readonly third: boolean;
}

/** One competition of a championship. */
export interface SectionTold {
  readonly id: string;
  readonly title: string;
  readonly system: string;
  readonly tables: readonly TableTold[];
  readonly waves: readonly WaveTold[];
  readonly bracket: readonly (readonly SlotTold[])[];
  /** A cup's places, best first. */
  readonly order: readonly string[];
}

/** A slam (Law 26): its colour, and the match, game and board it was made in. */
export interface SlamTold {
  readonly colour: string;
  readonly fixture: string;
  readonly names: readonly [string, string];
  readonly game: number;
  readonly board: number;
}

/** A championship. */
export interface EventTold {
  readonly type: "event";
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly contact: string;
  readonly sessions: string;
  readonly rules: string;
  readonly boards: number;
  /** How many lines its file has. */
  readonly version: number;
  readonly live: boolean;
  readonly entrants: readonly EntrantTold[];
  readonly sections: readonly SectionTold[];
  readonly slams: readonly SlamTold[];
}

/** Why two meet. */
export interface WhyPair {
  readonly address: string;
  readonly why: string;
}

/** Why the pairs of a wave are as they are. */
export interface WhyTold {
  readonly type: "why";
  readonly wave: string;
  readonly pairs: readonly WhyPair[];
}

/** What goes on at a board. */
export type BoardState = "free" | "waiting" | "called" | "playing" | "over";

/** One side at a board. */
export interface LiveSide {
  readonly name: string;
  /** `white`, `black`, or empty where nobody owns a colour or nothing is known. */
  readonly colour: string;
  readonly men: number;
  readonly due: number;
  /** Of the running game; null where it is not known, or hidden from players (Law 128). */
  readonly score: number | null;
  readonly games: number;
  /** Whether it is in turn. */
  readonly strikes: boolean;
}

/** A board as the public may see it: three seconds late, frozen during an appeal and a count. */
export interface LiveBoard {
  readonly type: "board";
  readonly board: number;
  /** Empty: nothing is played here. */
  readonly fixture: string;
  readonly section: string;
  readonly wave: number;
  readonly state: BoardState;
  /** Of what is over. */
  readonly result: string;
  readonly umpire: string;
  readonly sides: readonly LiveSide[];
  readonly game: number;
  /** Which board of the game. */
  readonly round: number;
  /** `board`, `pending`, `aside`, `covered`; empty where nothing is known. */
  readonly queen: string;
  readonly frozen: boolean;
  readonly hidden: boolean;
  /** When its sheet was last heard of, in seconds since 1970; null where nobody keeps one. */
  readonly heard: number | null;
  /** Of the sheet, 0 where there is none. */
  readonly version: number;
}

/** All boards. */
export interface LiveTold {
  readonly type: "live";
  readonly event: string;
  readonly name: string;
  readonly now: number;
  readonly boards: readonly LiveBoard[];
}

/** The championship's file has grown. */
export interface EventChanged {
  readonly type: "changed";
  readonly version: number;
}

/** Let something happen; answered by `LinesWritten`. */
export interface Propose {
  readonly type: "propose";
  readonly nonce: string;
  readonly line: string;
}

/** One board of a card: who won it (1 or 2), the men left to the loser, and who covered the queen. */
export interface CardRow {
  readonly winner: number;
  readonly men: number;
  readonly queen: number;
}

/** What do these boards add up to? Answered by `CardTold`; nothing is kept. */
export interface AskCard {
  readonly type: "card";
  readonly fixture: string;
  /** Who broke first. */
  readonly first?: number;
  readonly rows?: readonly CardRow[];
  /** Whether the clock has ended it. */
  readonly timed?: boolean;
}

/** One entrant of a fixture. */
export interface HallSide {
  readonly id: string;
  readonly name: string;
  readonly players: readonly string[];
  /** Empty until it is given; another captain's is sealed until both are. */
  readonly lineup: readonly (readonly string[])[];
  readonly lined_up: boolean;
  /** How this side says that it ended; null before. */
  readonly claim: ResultTold | null;
  /** The words of a claim by the other side that says the same; empty before. */
  readonly agree: string;
}

/** Somebody who umpires. */
export interface HallUmpire {
  readonly id: string;
  readonly name: string;
  readonly club: string;
}

/** A section, and what a draw would do now. */
export interface HallSection {
  readonly id: string;
  readonly title: string;
  readonly system: string;
  readonly waves: number;
  /** Waves that are meant to be drawn still. */
  readonly left: number;
  readonly may_draw: boolean;
  /** Why no wave can be drawn now. */
  readonly why: string;
  /** Its waves that were drawn on results which were changed since; its own name for its seats. */
  readonly stale: readonly string[];
}

/** A signed sheet that differs from the stored result: the referee keeps one of the two, with a reason. */
export interface HallDispute {
  /** Or the rubber of a tie. */
  readonly fixture: string;
  /** Of the stored result. */
  readonly line: number;
  readonly stored: ResultTold;
  readonly signed: ResultTold;
  /** The line that keeps the stored result, to which a reason is added. */
  readonly keep: string;
  /** The line that takes the sheet's; empty where the tie was given as a whole. */
  readonly take: string;
}

/** A line-up that was changed after both were open. */
export interface HallLineupChange {
  readonly line: number;
  readonly name: string;
  readonly reason: string;
}

/** A fixture as its officials see it. */
export interface HallFixture {
  readonly address: string;
  readonly section: string;
  readonly sides: readonly [HallSide, HallSide];
  readonly board: number;
  readonly time: string;
  readonly umpire: string;
  readonly state: FixtureState;
  readonly score: string;
  /** Null while it is open. */
  readonly result: ResultTold | null;
  readonly disputes: readonly HallDispute[];
  readonly lineup_changes: readonly HallLineupChange[];
  readonly how: string;
  /** Of the finish that is in force; 0: none. */
  readonly line: number;
  /** Of the rubbers' finishes; 0 for one that is open. */
  readonly lines: readonly number[];
  readonly rubbers: readonly string[];
  /** Of how many games it is the best. */
  readonly games: number;
  readonly minutes: number;
  /** The name of its sheet: `/umpire/<sheet>`. */
  readonly sheet: string;
  /** Whether its finish was taken from its sheet, where the referee may put it right. */
  readonly from_sheet: boolean;
  /** Why the championship does not follow its signed sheet; empty: it does. */
  readonly matter: string;
  /** Whether this link may keep its boards. */
  readonly keeps: boolean;
  readonly may_finish: boolean;
}

/** Somebody in the queue for a board. */
export interface HallWaiting {
  readonly address: string;
  readonly names: readonly [string, string];
  readonly why: string;
  readonly since: string;
  readonly umpire: string;
}

/** A protest with its clocks, in seconds since 1970; they tell, and never rule. */
export interface HallProtest {
  readonly line: number;
  /** The line it is against. */
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

/** A line of the file. */
export interface HallLine {
  readonly number: number;
  readonly text: string;
  readonly when: number;
}

/** The hall as the holder of a link sees it. */
export interface HallTold {
  readonly type: "hall";
  readonly event: string;
  readonly title: string;
  readonly contact: string;
  readonly role: string;
  readonly name: string;
  /** The holder's short name; empty for roles without. */
  readonly whose: string;
  readonly version: number;
  readonly now: number;
  readonly boards: number;
  readonly free: readonly number[];
  readonly entrants: readonly HallSide[];
  readonly umpires: readonly HallUmpire[];
  readonly sections: readonly HallSection[];
  readonly fixtures: readonly HallFixture[];
  readonly queue: readonly HallWaiting[];
  readonly protests: readonly HallProtest[];
  /** The newest first, for who reads all. */
  readonly lines: readonly HallLine[];
}

/** A link to hand out, with its code as a picture (a data address). */
export interface HallLink {
  /** `scorer`, or `umpire:ravi`. */
  readonly role: string;
  readonly name: string;
  readonly word: string;
  readonly code: string;
}

/** Every link, for the organiser. */
export interface LinksTold {
  readonly type: "links";
  readonly links: readonly HallLink[];
  /** The codes of the boards. */
  readonly boards: readonly HallLink[];
}

/** What the boards of a card add up to, by the law. */
export interface CardTold {
  readonly type: "card-told";
  /** Of the game that each board belongs to, after it. */
  readonly scores: readonly (readonly [number, number])[];
  readonly games: readonly (readonly [number, number])[];
  readonly over: boolean;
  readonly winner: number;
  /** The words of a finish behind its fixture, such as `25-12 boards=3-1`; empty while it goes on. */
  readonly line: string;
  readonly said: string;
}

/** What was proposed is on disk. */
export interface LinesWritten {
  readonly type: "said";
  readonly nonce: string;
  readonly first: number;
  readonly lines: readonly string[];
  /** What the lines report, by names. */
  readonly results: readonly ResultTold[];
  /** The same as English sentences, and a warning about draws that rest on other standings. */
  readonly said: readonly string[];
  /** Waves, or sections, that were drawn on other standings than the changed result gives. */
  readonly stale: readonly string[];
}

/** A request was not followed; nothing has changed. */
export interface HallRefused {
  readonly type: "refused";
  readonly reason: string;
  /** Whether the link itself opens nothing any more. */
  readonly void: boolean;
}

/** Whether a game counts. */
export type Counting = "rated" | "unrated" | "either";

/** What somebody wants to play. */
export interface Sought {
  /** One of `Welcome.rulesets`. */
  readonly ruleset?: string;
  readonly length?: Length;
  readonly players?: number;
  /** Null: the law's times. */
  readonly clock?: ClockPlan | null;
  readonly stake?: Counting;
  /** The lowest rating that is welcome; null: any, and people without one. */
  readonly low?: number | null;
  /** The highest, likewise. */
  readonly high?: number | null;
  readonly guide?: Guide;
}

/** Look for a game with whoever comes. */
export interface Seeking {
  readonly key?: string | null;
  /** Of a guest. */
  readonly name?: string;
  readonly terms: Sought;
  /** The word with which a partner sits down across, before others see it: doubles of two who seek together. */
  readonly partner?: string | null;
}

/** Play the best waiting seek of this kind, or leave one: quick pairing. */
export interface Pairing {
  readonly key?: string | null;
  readonly name?: string;
  readonly ruleset?: string;
  readonly length?: Length;
  readonly players?: number;
}

/** Sit down at a seek, a challenge or an invitation. */
export interface Sitting {
  readonly key?: string | null;
  readonly name?: string;
  /** That of an invitation, or of who looks for a partner. */
  readonly word?: string | null;
}

/** Say who gives a seek or a challenge up, or declines one: the guest by his key. */
export interface Giving {
  readonly key?: string | null;
}

/** Ask somebody for a game: a person with an account by name, or whoever has the invitation's address. */
export interface Challenging {
  readonly key?: string | null;
  readonly name?: string;
  /** Null: whoever brings the word. */
  readonly to?: string | null;
  /** Of an open invitation. */
  readonly word?: string | null;
  readonly terms: Sought;
}

/** A rating and how sure it is. */
export interface RatingTold {
  readonly rating: number;
  /** One standard deviation: in nineteen cases of twenty the strength lies within two of them. */
  readonly deviation: number;
  readonly games: number;
}

/** One who sits at a seek. */
export interface SeekerTold {
  readonly name: string;
  readonly seat: Seat;
  /** Whether the name is that of an account; a guest's is what he says. */
  readonly account: boolean;
  readonly bot: boolean;
  /** In the pool of the seek, if he has played there. */
  readonly rating: RatingTold | null;
}

/** A seek that is open. */
export interface SeekTold {
  readonly id: string;
  readonly terms: Sought;
  /** That will run. */
  readonly clock: ClockPlan;
  readonly sitters: readonly SeekerTold[];
  /** The seats that are free. */
  readonly open: readonly Seat[];
  /** Ms since 1970. */
  readonly since: number;
}

/** A game that one may look on. */
export interface PlayingTold {
  readonly game: string;
  readonly ruleset: string;
  readonly length: Length;
  /** In the order of play. */
  readonly names: readonly string[];
  /** Which of them are programs, of this server or with an account. */
  readonly bots: readonly boolean[];
  /** Which of the names are those of accounts, which have a page. */
  readonly accounts: readonly boolean[];
  /** Of each when he sat down; null: none. */
  readonly ratings: readonly (number | null)[];
  /** Whose names make a side, by their places in `names`. */
  readonly sides: readonly (readonly number[])[];
  /** Of the game that is played, a number a side. */
  readonly score: readonly number[];
  /** Won of the match, a number a side. */
  readonly games: readonly number[];
  readonly board: number;
  readonly rated: boolean;
  /** Ms since 1970. */
  readonly begun: number;
}

/** A snapshot of the lobby: it replaces everything that was received before. */
export interface LobbyTold {
  readonly type: "lobby";
  /** Null: the rest of this snapshot follows in the next lines, as changes whose `after` is null. */
  readonly version: string | null;
  /** The oldest first. */
  readonly seeks: readonly SeekTold[];
  /** Games that one may look on, the last begun first, 40 at most. */
  readonly playing: readonly PlayingTold[];
}

/** A seek at which somebody has sat down or got up; its other fields stay as they were. */
export interface SeekChange {
  readonly id: string;
  readonly sitters: readonly SeekerTold[];
  readonly open: readonly Seat[];
}

/** What has changed among the open seeks. */
export interface SeekChanges {
  /** Each replaces a seek with the same `id`, if there is one. */
  readonly added: readonly SeekTold[];
  readonly changed: readonly SeekChange[];
  readonly removed: readonly string[];
}

/** A game whose score or board has changed; its other fields stay as they were. */
export interface PlayingChange {
  readonly game: string;
  readonly score: readonly number[];
  readonly games: readonly number[];
  readonly board: number;
}

/** What has changed among the games that one may look on. */
export interface PlayingChanges {
  /** Each replaces a game with the same `game`, if there is one. */
  readonly added: readonly PlayingTold[];
  readonly changed: readonly PlayingChange[];
  readonly removed: readonly string[];
}

/** What has changed in the lobby since the version `after`. A client whose version is not `after` has missed something: it opens the stream again without `since`. */
export interface LobbyChanged {
  readonly type: "changes";
  /** Null: the next part of a snapshot. */
  readonly after: string | null;
  /** Null: a further part of the snapshot follows. */
  readonly version: string | null;
  readonly seeks: SeekChanges;
  readonly playing: PlayingChanges;
}

/** A challenge that waits for its answer. */
export interface ChallengeTold {
  readonly id: string;
  readonly terms: Sought;
  readonly clock: ClockPlan;
  readonly by: SeekerTold;
  /** The person that is challenged; null: whoever has the address. */
  readonly to: string | null;
  /** Ms since 1970. */
  readonly until: number;
}

/** What concerns the reader alone. */
export interface YoursTold {
  readonly type: "yours";
  /** His account's; null for a guest. */
  readonly name: string | null;
  /** His own, if one is open. */
  readonly seek: SeekTold | null;
  /** Whether it waits for a partner. */
  readonly gathers: boolean;
  /** From when on others see it, ms since 1970, where he waits since he has left games; else null. */
  readonly shown: number | null;
  /** To him, and his own. */
  readonly challenges: readonly ChallengeTold[];
  /** A sentence on his waiting, if there is one. */
  readonly notice: string;
}

/** A game has come of a seek or a challenge: `Resume` it with the key. */
export interface GameFound {
  readonly type: "game";
  readonly game: string;
  /** Mine. */
  readonly seat: Seat;
  readonly seek: string;
}

/** A seek is open; it stands as long as its maker listens to the lobby. */
export interface SeekMade {
  readonly type: "seek";
  readonly seek: SeekTold;
  readonly shown: number | null;
  readonly notice: string;
}

/** A challenge waits for its answer. */
export interface ChallengeMade {
  readonly type: "challenge";
  readonly challenge: ChallengeTold;
}

/** It has been done, now or before. */
export interface Done {
  readonly type: "done";
}

/** One pool of ratings: a rule set and a length, by two, three or four, and games with programs apart. */
export interface PoolTold {
  readonly pool: string;
  readonly ruleset: string;
  readonly length: Length;
  readonly players: number;
  readonly bots: boolean;
  /** How many have a rating there; null where only one person's is told. */
  readonly people: number | null;
}

/** Every pool in which somebody has a rating. */
export interface PoolsTold {
  readonly type: "pools";
  readonly pools: readonly PoolTold[];
}

/** A line of a leaderboard. */
export interface RankTold {
  readonly name: string;
  readonly bot: boolean;
  readonly rating: RatingTold;
}

/** The leaderboard of a pool: those whose rating is known well enough, the strongest first. */
export interface LeadersTold {
  readonly type: "leaders";
  readonly pool: string;
  readonly leaders: readonly RankTold[];
  /** How many more have a rating that is not known well enough. */
  readonly unsure: number;
}

/** One person's rating in a pool. */
export interface StandingTold {
  readonly pool: PoolTold;
  readonly rating: RatingTold;
}

/** All ratings of a person. */
export interface RatingsTold {
  readonly type: "ratings";
  readonly name: string;
  readonly ratings: readonly StandingTold[];
}

/** What everybody may know of a person with an account. */
export interface UserTold {
  readonly type: "user";
  /** As he writes it. */
  readonly name: string;
  /** Whether a program plays in this name. */
  readonly bot: boolean;
  /** The day on which the account was made, ms since 1970. */
  readonly made: number;
  readonly ratings: readonly StandingTold[];
}

/** What one game made of a rating. */
export interface PointTold {
  readonly game: string;
  /** When it was over, ms since 1970. */
  readonly at: number;
  /** After it. */
  readonly rating: number;
  readonly deviation: number;
  /** By how much it moved. */
  readonly gain: number;
  /** What his side had of the game: 1 for a win, ½ for a draw, 0 for a loss. */
  readonly share: number;
  /** Whether a moderator has taken the game out of the ratings, so that this gives back what it brought. */
  readonly undone: boolean;
}

/** How a rating went in one pool, the first point first; of very many games only some of the earlier ones. */
export interface CourseTold {
  readonly pool: PoolTold;
  readonly points: readonly PointTold[];
}

/** How all ratings of a person went. */
export interface HistoryTold {
  readonly type: "history";
  readonly name: string;
  readonly pools: readonly CourseTold[];
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
  | Tried
  | TieTold
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

/** Results of a review, line by line. */
export type ReviewLine =
  | ReviewBegun
  | StrokeReviewed
  | ReviewTold
  | Waiting
  | Failed;

/** Values streamed over HTTP, line by line. */
export type Streamed =
  | Analysis
  | Assessed
  | Heat
  | ReviewBegun
  | StrokeReviewed
  | ReviewTold
  | Waiting
  | Failed;

/** Requests by a page about an umpire's sheet. */
export type SheetRequest =
  | BeginSheet
  | TypeLine
  | TakeSheet;

/** Answers about an umpire's sheet. */
export type SheetAnswer =
  | SheetTold
  | SheetBegun
  | LineHeard
  | SheetLog
  | SheetRefused;

/** Public data of championships. */
export type EventAnswer =
  | EventsTold
  | EventTold
  | WhyTold
  | LiveTold
  | LiveBoard
  | EventChanged;

/** Requests by the holder of a link to a hall. */
export type HallRequest =
  | Propose
  | AskCard;

/** Answers of a hall to the holder of a link. */
export type HallAnswer =
  | HallTold
  | LinksTold
  | CardTold
  | LinesWritten
  | HallRefused;

/** Requests in the lobby; the URL selects the type. */
export type LobbyRequest =
  | Seeking
  | Pairing
  | Sitting
  | Giving
  | Challenging;

/** Answers of the lobby. */
export type LobbyAnswer =
  | LobbyTold
  | LobbyChanged
  | YoursTold
  | GameFound
  | SeekMade
  | ChallengeMade
  | Done
  | PoolsTold
  | LeadersTold
  | RatingsTold
  | UserTold
  | HistoryTold;

/** Server messages with a new version of the game. */
export type GameEvent =
  | Played
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
