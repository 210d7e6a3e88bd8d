/**
 * Tells every average of the oracle, each series in order of its seconds.
 *
 * @module
 */
import { Effect } from "effect";
import type { Asset } from "../market/mod.ts";
import type { LiveEvent } from "../port/mod.ts";
import {
  type Observation,
  type OracleStream,
  TWAP_SERIES,
  type TwapSeries,
  twapWindowOf,
} from "../price/mod.ts";
import {
  type GapReason,
  lastSeqOf,
  makeReportOrder,
  REPLAY_MAX,
  type ReportOrder,
  type Seconds,
  type TopicEvent,
  twapTopic,
} from "../stream/mod.ts";
import type { Teller } from "./teller.ts";

/** Seconds for which a missing one may hold up later ones: as long as reports are looked for. */
const HOLD_SEC_MAX = 660;

/** An average this old is no longer the price of now. */
export const TWAP_AGE_SEC_MAX = 60;

/** Seconds that a report covers, or that no report will cover, and why. */
interface Told extends Seconds {
  readonly report: Observation | GapReason;
}

interface Line {
  readonly series: TwapSeries;
  readonly order: ReportOrder<Told>;
  /** Before this second nothing is remembered. */
  rememberedFromSec: number;
  /** What was told of the last {@linkcode REPLAY_MAX} seconds, oldest first. */
  events: Array<TopicEvent>;
  latest: Observation | undefined;
  /** Whether the oracle is not known to have no feed of it. */
  hasFeed: boolean;
}

/** The teller of averages, which has to be told of everything that the oracle publishes. */
export interface LiveTwaps extends Teller {
  /** Begins with the last seconds before now, which the oracle's stream fetches when it begins. */
  readonly start: () => void;
  readonly hear: (event: LiveEvent) => void;
  /** The latest average of a series, however old. */
  readonly latest: (series: TwapSeries) => Observation | undefined;
  /** False while the oracle is known to have no feed of the topic. */
  readonly hasFeed: (topic: string) => boolean;
}

/** Tells nothing yet. */
export function makeLiveTwaps(
  { nowMs, tell }: { readonly nowMs: () => number; readonly tell: (event: TopicEvent) => void },
): LiveTwaps {
  const lines = new Map<string, Line>();

  function take(line: Line, told: Told): void {
    let doneSec = line.order.doneSec();
    for (const { fromSec, toSec, report } of line.order.take(told)) {
      const topic = twapTopic(line.series);
      const fromSeq = Math.max(fromSec, doneSec + 1);
      const event: TopicEvent = typeof report === "string"
        ? { kind: "gap", topic, fromSeq, toSeq: toSec, reason: report }
        : { kind: "twap", topic, seq: toSec, ...line.series, priceE18: report.priceE18 };
      if (typeof report !== "string") line.latest = report;
      doneSec = toSec;
      line.events.push(event);
      forget(line);
      tell(event);
    }
  }

  /** Seconds that are lost, but for those that are held: another source has brought them. */
  function lose(line: Line, { fromSec, toSec }: Seconds, why: GapReason): void {
    let nextSec = fromSec;
    for (const held of line.order.held()) {
      if (held.toSec < nextSec || held.fromSec > toSec) continue;
      if (held.fromSec > nextSec) {
        take(line, { fromSec: nextSec, toSec: held.fromSec - 1, report: why });
      }
      nextSec = held.toSec + 1;
    }
    if (nextSec <= toSec) take(line, { fromSec: nextSec, toSec, report: why });
  }

  /** Nobody accounts for what is missing for so long: it holds up what is there no longer. */
  function giveUp(line: Line): void {
    const [oldest] = line.order.held();
    const newest = line.order.held().at(-1);
    if (oldest === undefined || newest === undefined) return;
    const doneSec = line.order.doneSec();
    if (newest.toSec - doneSec <= HOLD_SEC_MAX) return;
    take(line, { fromSec: doneSec + 1, toSec: oldest.fromSec - 1, report: "not_fetched" });
  }

  /** Whoever follows it is told at once; whoever comes later is told on joining. */
  function lack(line: Line): void {
    line.hasFeed = false;
    const fromSec = line.order.doneSec() + 1;
    const toSec = Math.max(fromSec, Math.floor(nowMs() / 1000));
    take(line, { fromSec, toSec, report: "no_feed" });
  }

  function lineOf(asset: Asset, stream: OracleStream): Line | undefined {
    const windowSec = twapWindowOf(stream);
    return windowSec === undefined ? undefined : lines.get(twapTopic({ asset, windowSec }));
  }

  return {
    start: () => {
      const startSec = Math.floor(nowMs() / 1000) - REPLAY_MAX;
      for (const series of TWAP_SERIES) {
        const topic = twapTopic(series);
        // Begun once more at once, a series goes on where it was.
        if ((lines.get(topic)?.order.doneSec() ?? 0) >= startSec) continue;
        lines.set(topic, {
          series,
          order: makeReportOrder<Told>(startSec - 1),
          rememberedFromSec: startSec,
          events: [],
          latest: undefined,
          hasFeed: true,
        });
      }
    },
    hear: (event) => {
      if (event.kind === "report" || event.kind === "point") {
        const report = event.kind === "report" ? event.report : event.point;
        const line = lineOf(event.asset, report.stream);
        if (line === undefined) return;
        line.hasFeed = true;
        take(line, { fromSec: report.validFromSec, toSec: report.observedSec, report });
        giveUp(line);
      }
      if (event.kind === "lost_reports") {
        const line = lineOf(event.asset, event.stream);
        if (line !== undefined) lose(line, event, "not_fetched");
      }
      if (event.kind === "missing_feed") {
        const line = lineOf(event.asset, event.stream);
        if (line !== undefined && line.hasFeed) lack(line);
      }
    },
    latest: (series) => lines.get(twapTopic(series))?.latest,
    hasFeed: (topic) => lines.get(topic)?.hasFeed ?? true,
    headOf: (topic) => lines.get(topic)?.order.doneSec(),
    current: (topic) => {
      const latest = lines.get(topic)?.events.findLast((event) => event.kind === "twap");
      const isFresh = latest !== undefined &&
        nowMs() - latest.seq * 1000 <= TWAP_AGE_SEC_MAX * 1000;
      return isFresh ? latest : undefined;
    },
    replay: (topic, since) => Effect.sync(() => replayOf(lines.get(topic), since)),
  };
}

/** Keeps as much as is replayed. */
function forget(line: Line): void {
  const oldestSec = line.order.doneSec() - REPLAY_MAX + 1;
  line.rememberedFromSec = Math.max(line.rememberedFromSec, oldestSec);
  const isOld = (event: TopicEvent) => lastSeqOf(event) < line.rememberedFromSec;
  let count = 0;
  while (count < line.events.length && isOld(line.events[count] as TopicEvent)) count++;
  // In larger pieces, because taking the first of an array moves all the others.
  if (count > REPLAY_MAX) line.events.splice(0, count);
}

function replayOf(line: Line | undefined, since: number): ReadonlyArray<TopicEvent> {
  if (line === undefined) return [];
  const fromSec = Math.max(since + 1, line.rememberedFromSec);
  const events = line.events
    .filter((event) => lastSeqOf(event) >= fromSec)
    .map((event) =>
      event.kind === "gap" ? { ...event, fromSeq: Math.max(event.fromSeq, fromSec) } : event
    );
  if (fromSec === since + 1) return events;
  const topic = twapTopic(line.series);
  const toSeq = Math.min(fromSec - 1, line.order.doneSec());
  if (toSeq <= since) return events;
  return [{ kind: "gap", topic, fromSeq: since + 1, toSeq, reason: "replay_limit" }, ...events];
}
