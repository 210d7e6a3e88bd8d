/**
 * Tells every target the moment it is known, each series in order and without a silent gap.
 *
 * @module
 */
import { Effect, Option, Result } from "effect";
import { type MarketWindow, windowContaining } from "../market/mod.ts";
import {
  type GapEvent,
  type GapReason,
  lastSeqOf,
  REPLAY_MAX,
  TARGET_SERIES,
  type TargetEvent,
  targetTopic,
  type TopicEvent,
  windowBefore,
  windowsAfter,
} from "../stream/mod.ts";
import { UnixSec } from "../time/mod.ts";
import type { TargetId } from "../port/mod.ts";
import type { PartialBookAnswers, TargetBook } from "./target_book.ts";
import type { KnownTarget, TargetChange } from "./target_memory.ts";
import type { Teller } from "./teller.ts";
import { targetQuery, type VenueChoice } from "./venue.ts";

type Series = (typeof TARGET_SERIES)[number];

/** What one series has told, and what it holds back for something earlier. */
interface Line {
  readonly series: Series;
  head: MarketWindow;
  latest: TargetEvent | undefined;
  readonly held: Map<number, KnownTarget>;
  isCatchingUp: boolean;
}

/** The teller of targets. */
export interface LiveTargets extends Teller {
  /**
   * Listens to the book from now on; each series begins with the window that is open. What it
   * gives ends that.
   */
  readonly start: () => () => void;
}

/** What {@linkcode makeLiveTargets} works with. */
export interface LiveTargetsOptions {
  readonly book: TargetBook["Service"];
  readonly venue: VenueChoice;
  readonly nowMs: () => number;
  readonly tell: (event: TopicEvent) => void;
  /** Runs what has to ask someone. */
  readonly fork: (effect: Effect.Effect<void>) => void;
  /** Ends when what is missing may no longer hold up what is there. */
  readonly patience: Effect.Effect<void>;
  /** Ends when a replay has taken long enough. */
  readonly replayBudget: Effect.Effect<void>;
}

/** Tells nothing yet. */
export function makeLiveTargets(options: LiveTargetsOptions): LiveTargets {
  const { book, venue, nowMs } = options;
  const { calendar } = venue.profile;
  const lines = new Map<string, Line>();

  function start(): () => void {
    const nowSec = UnixSec(Math.floor(nowMs() / 1000));
    for (const series of TARGET_SERIES) {
      const topic = targetTopic(series.asset, series.interval);
      const open = windowContaining(calendar, series.interval, nowSec);
      const before = windowBefore(calendar, open);
      // Begun once more at once, a series goes on where it was.
      if ((lines.get(topic)?.head.startSec ?? 0) >= before.startSec) continue;
      lines.set(topic, {
        series,
        head: before,
        latest: undefined,
        held: new Map(),
        isCatchingUp: false,
      });
    }
    return book.listen(hear);
  }

  function hear(
    { asset, interval, startSec }: TargetId,
    target: KnownTarget,
    change: TargetChange,
  ): void {
    const line = lines.get(targetTopic(asset, interval));
    if (line === undefined) return;
    if (startSec <= line.head.startSec) {
      if (change === "corrected") correct(line, startSec, target);
      return;
    }
    line.held.set(startSec, target);
    drain(line);
    if (line.held.size === 0 || line.isCatchingUp) return;
    line.isCatchingUp = true;
    options.fork(catchUp(line));
  }

  /** Tells a window once more, under the seq that it was told under before. */
  function correct(line: Line, startSec: UnixSec, target: KnownTarget): void {
    const window = windowContaining(calendar, line.series.interval, startSec);
    const lengthSec = window.endSec - window.startSec;
    // Nobody can have been told what lies further back than is replayed.
    if (line.head.startSec - startSec > REPLAY_MAX * lengthSec) return;
    const event = eventOf(line.series, window, target);
    if (line.latest?.seq === event.seq) line.latest = event;
    options.tell({ ...event, corrects: true });
  }

  /** Tells what is held as far as nothing is missing before it. */
  function drain(line: Line): void {
    for (;;) {
      const startSec = line.head.endSec;
      const target = line.held.get(startSec);
      if (target === undefined) return;
      const window = windowContaining(calendar, line.series.interval, startSec);
      advance(line, eventOf(line.series, window, target));
    }
  }

  function advance(line: Line, event: TargetEvent | GapEvent): void {
    const { interval } = line.series;
    line.head = windowContaining(calendar, interval, UnixSec(lastSeqOf(event)));
    for (const startSec of line.held.keys()) {
      if (startSec <= line.head.startSec) line.held.delete(startSec);
    }
    if (event.kind === "target") line.latest = event;
    options.tell(event);
  }

  /** Asks for what is missing before what is held; what cannot be had soon becomes a gap. */
  function catchUp(line: Line): Effect.Effect<void> {
    const { series, held } = line;
    return Effect.gen(function* () {
      while (held.size > 0) {
        const lastSec = Math.min(...held.keys()) - 1;
        const { windows } = stretch(series, line.head.startSec, lastSec);
        const answers = yield* ask(series, windows, options.patience);
        // Some of it may have been told meanwhile: what was found came through the book as well.
        const missing = stretch(series, line.head.startSec, lastSec);
        const untold = answers.slice(answers.length - missing.windows.length);
        for (const event of eventsOf(series, missing, untold)) advance(line, event);
        drain(line);
      }
    }).pipe(Effect.ensuring(Effect.sync(() => void (line.isCatchingUp = false))));
  }

  function stretch({ interval }: Series, afterSec: number, lastSec: number) {
    return windowsAfter(calendar, interval, { afterSec, lastSec });
  }

  /**
   * What is known is given, though the store fails or others of these take too long. The newest
   * are asked for first: where there is no time for all, they are worth more.
   */
  function ask(
    { asset }: Series,
    windows: ReadonlyArray<MarketWindow>,
    timeIsUp: Effect.Effect<void>,
  ): Effect.Effect<PartialBookAnswers["results"]> {
    const queries = windows.map((window) => targetQuery(venue, asset, window));
    return book.askUntil(queries.toReversed(), timeIsUp).pipe(
      Effect.map(({ results }) => results.toReversed()),
      Effect.catch((failure) => Effect.as(Effect.logWarning(failure.message), [])),
      Effect.map((results) =>
        queries.map((query, index) => {
          const known = book.peek(query);
          return known === undefined
            ? results[index] ?? Option.none()
            : Option.some(Result.succeed(known));
        })
      ),
    );
  }

  function eventOf(series: Series, window: MarketWindow, target: KnownTarget): TargetEvent {
    return {
      kind: "target",
      topic: targetTopic(series.asset, series.interval),
      seq: window.startSec,
      asset: series.asset,
      window,
      source: target.source,
      priceE18: target.priceE18,
      ...(target.isProvisional === true ? { isProvisional: true } : {}),
      toldAtMs: nowMs(),
    };
  }

  /** Windows as events, those without a target joined into gaps. */
  function eventsOf(
    series: Series,
    { windows, skipped }: ReturnType<typeof windowsAfter>,
    results: PartialBookAnswers["results"],
  ): ReadonlyArray<TargetEvent | GapEvent> {
    const topic = targetTopic(series.asset, series.interval);
    const events: Array<TargetEvent | GapEvent> = [];
    if (skipped !== undefined) {
      events.push({ kind: "gap", topic, ...skipped, reason: "replay_limit" });
    }
    for (const [index, window] of windows.entries()) {
      const result = Option.getOrUndefined(results[index] ?? Option.none());
      if (result !== undefined && Result.isSuccess(result)) {
        events.push(eventOf(series, window, result.success));
        continue;
      }
      const reason: GapReason = result?.failure._tag === "PriceMissing" && !result.failure.isPending
        ? "no_price"
        : "not_fetched";
      const last = events.at(-1);
      const seq = window.startSec;
      if (last?.kind === "gap" && last.reason === reason) {
        events[events.length - 1] = { ...last, toSeq: seq };
      } else events.push({ kind: "gap", topic, fromSeq: seq, toSeq: seq, reason });
    }
    return events;
  }

  return {
    start,
    headOf: (topic) => lines.get(topic)?.head.startSec,
    current: (topic) => {
      const latest = lines.get(topic)?.latest;
      return latest !== undefined && nowMs() < latest.window.endSec * 1000 ? latest : undefined;
    },
    replay: Effect.fn("LiveTargets.replay")(function* (topic: string, since: number) {
      const line = lines.get(topic);
      if (line === undefined) return [];
      const missing = stretch(line.series, since, line.head.startSec);
      return eventsOf(
        line.series,
        missing,
        yield* ask(line.series, missing.windows, options.replayBudget),
      );
    }),
  };
}
