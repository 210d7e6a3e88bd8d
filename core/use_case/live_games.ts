/**
 * Tells every game that was written, in the order of the writes.
 *
 * @module
 */
import { Effect } from "effect";
import type { LeagueCode } from "../game/mod.ts";
import type { ChangedGame } from "../port/mod.ts";
import { type GameEvent, gameTopic, leagueOf, type TopicEvent } from "../stream/mod.ts";
import type { GameBook, GameNews } from "./game_book.ts";
import type { MachineClock } from "./machine_time.ts";
import type { Teller } from "./teller.ts";

/** At most so many games of a league are told again to whoever comes back: the youngest changes. */
export const REPLAY_GAMES_MAX = 2_000;

/**
 * A refresh can bring thousands of games, of 2 to 3 kB each. They are told in pieces with a pause
 * between them, 4 MB a second at most, so that a reader of usual speed does not fall behind.
 */
const PIECE_GAMES = 64;
const PIECE_PAUSE_MS = 50;

/** The teller of games. */
export interface LiveGames extends Teller {
  /**
   * The number up to which everything was told, of all leagues; what is told later has a greater
   * one. Undefined until the games were read.
   */
  readonly head: () => number | undefined;
}

/** What {@linkcode makeLiveGames} works with. */
export interface LiveGamesOptions {
  readonly book: GameBook["Service"];
  readonly tell: (event: TopicEvent) => void;
  /** Runs what has to wait. */
  readonly fork: (effect: Effect.Effect<void>) => void;
  readonly machine: MachineClock;
}

/** Listens to the book from now on. */
export function makeLiveGames({ book, tell, fork, machine }: LiveGamesOptions): LiveGames {
  /** What is still to be told, in order. */
  const untold: Array<GameEvent> = [];
  let isTelling = false;

  function hear({ changed, listing }: GameNews): void {
    for (const one of changed) untold.push(eventOf(one, listing));
    if (isTelling) return;
    tellPiece();
    if (untold.length === 0) return;
    isTelling = true;
    fork(tellOn);
  }

  function tellPiece(): void {
    for (let told = 0; told < PIECE_GAMES; told++) {
      // It is gone before it is told, so that whoever asks meanwhile finds it told.
      const next = untold.shift();
      if (next === undefined) return;
      tell(next);
    }
  }

  const tellOn = Effect.gen(function* () {
    while (untold.length > 0) {
      yield* machine.sleep(PIECE_PAUSE_MS);
      tellPiece();
    }
  }).pipe(Effect.ensuring(Effect.sync(() => void (isTelling = false))));

  /** What waits to be told is not told yet, though the book has it. */
  function headOf(league?: LeagueCode): number {
    const next = league === undefined
      ? untold[0]
      : untold.find(({ record }) => record.game.league === league);
    return next === undefined ? book.headSeq(league) : next.seq - 1;
  }

  function replay(topic: string, since: number): ReadonlyArray<TopicEvent> {
    const [league, listing] = [leagueOf(topic), book.current()];
    if (league === undefined || listing === undefined) return [];
    const changed = book.changedAfter(league, since);
    const skipped = changed.slice(0, -REPLAY_GAMES_MAX);
    const events = changed.slice(skipped.length).map((one) => eventOf(one, listing));
    const [first, last] = [skipped[0], skipped.at(-1)];
    if (first === undefined || last === undefined) return events;
    const reach = { fromSeq: first.seq, toSeq: last.seq };
    return [
      { kind: "gap", topic: gameTopic(league), ...reach, reason: "replay_limit" },
      ...events,
    ];
  }

  book.listen(hear);
  return {
    head: () => book.current() === undefined ? undefined : headOf(),
    headOf: (topic) => {
      const league = leagueOf(topic);
      return league === undefined ? undefined : headOf(league);
    },
    // Which game is the current one? There is a list of them, over HTTP.
    current: () => undefined,
    replay: (topic, since) => Effect.sync(() => replay(topic, since)),
  };
}

function eventOf({ record, seq }: ChangedGame, listing: GameEvent["listing"]): GameEvent {
  return { kind: "game", topic: gameTopic(record.game.league), seq, record, listing };
}
