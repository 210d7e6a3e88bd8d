/**
 * One stream of the oracle's prices over all the sources that publish them by themselves.
 *
 * @module
 */
import { Effect } from "effect";
import { type Asset, ASSETS } from "../market/mod.ts";
import type { LiveEvent, LivePrices, LostReports, MissingFeed } from "../port/mod.ts";
import {
  type Observation,
  type OracleSource,
  type OracleStream,
  TWAP_WINDOWS_SEC,
  twapStreamOf,
} from "../price/mod.ts";

/** One source, which of the oracle's streams it carries, and its own stream. */
export interface SourcedStream {
  readonly source: OracleSource;
  readonly streams: ReadonlyArray<OracleStream>;
  readonly live: LivePrices["Service"];
}

/** Losses that are remembered of one source and series, the newest. */
const LOSSES_MAX = 64;

/**
 * Joins them. Prices are told as they come, from whichever source; the listener meets the same
 * second more than once. That seconds are lost is told when every source that may bring them has
 * lost them, that a stream is missing when no source carries it, and the oracle is live while any
 * is.
 */
export function joinOracleStreams(sources: ReadonlyArray<SourcedStream>): LivePrices["Service"] {
  return {
    listen: (listener) =>
      Effect.suspend(() => {
        const join = makeJoin(sources, listener);
        if (sources.length === 0) return Effect.never;
        return Effect.raceAllFirst(
          sources.map(({ source, live }) => live.listen((event) => join(source, event))),
        );
      }),
  };
}

/** A source that is so far behind in a series does not bring what another has lost of it. */
const SILENT_SEC = 60;

/** A stretch of seconds, both included. */
interface Loss {
  readonly fromSec: number;
  readonly toSec: number;
}

function makeJoin(
  sources: ReadonlyArray<SourcedStream>,
  tell: (event: LiveEvent) => void,
): (source: OracleSource, event: LiveEvent) => void {
  const up = new Set<OracleSource>();
  /** Whose stream is known not to run. One that has only begun may still bring everything. */
  const down = new Set<OracleSource>();
  let toldUp: boolean | undefined;
  const missing = new Map<OracleSource, Set<string>>();
  /** The latest second that a source brought of a series. */
  const newestSec = new Map<string, number>();
  const losses = new Map<string, ReadonlyArray<Loss>>();

  for (const windowSec of TWAP_WINDOWS_SEC) {
    const stream = twapStreamOf(windowSec);
    if (sources.some(({ streams }) => streams.includes(stream))) continue;
    for (const asset of ASSETS) tell({ kind: "missing_feed", asset, stream });
  }

  /** Those who carry what another source has not. */
  const othersOf = (source: OracleSource, { asset, stream }: MissingFeed | LostReports) =>
    sources.filter((other) =>
      other.source !== source && other.streams.includes(stream) &&
      missing.get(other.source)?.has(seriesOf({ asset, stream })) !== true
    );

  /** Whether they may still bring these seconds: one that is silent of a series brings nothing. */
  const mayBring = ({ source }: SourcedStream, lost: LostReports) => {
    if (down.has(source)) return false;
    const newest = newestSec.get(`${source} ${seriesOf(lost)}`);
    return newest === undefined ? !up.has(source) : newest >= lost.toSec - SILENT_SEC;
  };

  const lose = (source: OracleSource, lost: LostReports) => {
    const key = `${source} ${seriesOf(lost)}`;
    losses.set(key, [...losses.get(key) ?? [], lost].slice(-LOSSES_MAX));
    const others = othersOf(source, lost).filter((other) => mayBring(other, lost));
    const shared = others.reduce<ReadonlyArray<Loss>>(
      (left, other) => overlaps(left, losses.get(`${other.source} ${seriesOf(lost)}`) ?? []),
      [lost],
    );
    for (const { fromSec, toSec } of shared) tell({ ...lost, fromSec, toSec });
  };

  const note = (source: OracleSource, asset: Asset, { stream, observedSec }: Observation) => {
    const series = seriesOf({ asset, stream });
    missing.get(source)?.delete(series);
    const key = `${source} ${series}`;
    newestSec.set(key, Math.max(observedSec, newestSec.get(key) ?? 0));
  };

  /** What the others have lost was waiting for one that brings it no more. */
  const releaseLosses = () => {
    for (const [key, lost] of losses) {
      const [source, asset, stream] = key.split(" ") as [
        OracleSource,
        LostReports["asset"],
        OracleStream,
      ];
      if (down.has(source)) continue;
      for (const loss of lost) {
        const event: LostReports = { kind: "lost_reports", asset, stream, ...loss };
        if (!othersOf(source, event).some((other) => mayBring(other, event))) tell(event);
      }
    }
  };

  return (source, event) => {
    switch (event.kind) {
      case "link": {
        const [now, before] = event.isUp ? [up, down] : [down, up];
        now.add(source);
        before.delete(source);
        if (!event.isUp) releaseLosses();
        const isUp = up.size > 0;
        // That the first of several does not run is no news while the others have only begun.
        if (isUp === toldUp || (!isUp && down.size < sources.length)) return;
        toldUp = isUp;
        return tell({ ...event, isUp });
      }
      case "missing_feed": {
        const known = missing.get(source) ?? new Set<string>();
        missing.set(source, known.add(seriesOf(event)));
        if (othersOf(source, event).length === 0) tell(event);
        return releaseLosses();
      }
      case "lost_reports":
        return lose(source, event);
      case "report":
        note(source, event.asset, event.report);
        return tell(event);
      case "point":
        note(source, event.asset, event.point);
        return tell(event);
      default:
        return tell(event);
    }
  };
}

function seriesOf({ asset, stream }: Pick<LostReports, "asset" | "stream">): string {
  return `${asset} ${stream}`;
}

/** What lies in a stretch of both. */
function overlaps(left: ReadonlyArray<Loss>, right: ReadonlyArray<Loss>): ReadonlyArray<Loss> {
  return left.flatMap((a) =>
    right.flatMap((b) => {
      const [fromSec, toSec] = [Math.max(a.fromSec, b.fromSec), Math.min(a.toSec, b.toSec)];
      return fromSec <= toSec ? [{ fromSec, toSec }] : [];
    })
  );
}
