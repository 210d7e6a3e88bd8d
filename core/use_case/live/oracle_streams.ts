/**
 * One live stream of the oracle's prices that combines all sources that push them.
 *
 * @module
 */
import { Effect } from "effect";
import { type Asset, ASSETS } from "../../market/mod.ts";
import type { LiveEvent, LivePrices, LostReports, MissingFeed } from "../../port/mod.ts";
import {
  type Observation,
  type OracleSource,
  type OracleStream,
  TWAP_WINDOWS_SEC,
  twapStreamOf,
} from "../../price/mod.ts";

/** A source, the oracle's streams that it carries, and its live events. */
export interface SourcedStream {
  readonly source: OracleSource;
  readonly streams: ReadonlyArray<OracleStream>;
  readonly live: LivePrices["Service"];
}

/** The number of losses kept per source and series, the newest ones. */
const LOSSES_MAX = 64;

/**
 * Combines the sources. Prices are published as they arrive from any source, so the listener
 * receives the same second more than once. Seconds are published as lost when every source that may
 * deliver them has lost them, a stream as missing when no source carries it, and the oracle is live
 * while any source is.
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

/** A source this many seconds behind in a series will not deliver what another has lost. */
const SILENT_SEC = 60;

/** A range of lost seconds, both ends included. */
interface Loss {
  readonly fromSec: number;
  readonly toSec: number;
}

function makeJoin(
  sources: ReadonlyArray<SourcedStream>,
  publish: (event: LiveEvent) => void,
): (source: OracleSource, event: LiveEvent) => void {
  const up = new Set<OracleSource>();
  /** Sources whose stream is known to be down. One that is just starting is in neither set. */
  const down = new Set<OracleSource>();
  let publishedUp: boolean | undefined;
  const missing = new Map<OracleSource, Set<string>>();
  /** The latest second that each source delivered of a series. */
  const newestSec = new Map<string, number>();
  const losses = new Map<string, ReadonlyArray<Loss>>();

  for (const windowSec of TWAP_WINDOWS_SEC) {
    const stream = twapStreamOf(windowSec);
    if (sources.some(({ streams }) => streams.includes(stream))) continue;
    for (const asset of ASSETS) publish({ kind: "missing_feed", asset, stream });
  }

  /** Returns the other sources that carry the stream. */
  const othersOf = (source: OracleSource, { asset, stream }: MissingFeed | LostReports) =>
    sources.filter((other) =>
      other.source !== source && other.streams.includes(stream) &&
      missing.get(other.source)?.has(seriesOf({ asset, stream })) !== true
    );

  /** Whether the source may still deliver these seconds: a source silent for a series will not. */
  const mayDeliver = ({ source }: SourcedStream, lost: LostReports) => {
    if (down.has(source)) return false;
    const newest = newestSec.get(`${source} ${seriesOf(lost)}`);
    return newest === undefined ? !up.has(source) : newest >= lost.toSec - SILENT_SEC;
  };

  const addLoss = (source: OracleSource, lost: LostReports) => {
    const key = `${source} ${seriesOf(lost)}`;
    losses.set(key, [...losses.get(key) ?? [], lost].slice(-LOSSES_MAX));
    const others = othersOf(source, lost).filter((other) => mayDeliver(other, lost));
    const shared = others.reduce<ReadonlyArray<Loss>>(
      (left, other) => overlaps(left, losses.get(`${other.source} ${seriesOf(lost)}`) ?? []),
      [lost],
    );
    for (const { fromSec, toSec } of shared) publish({ ...lost, fromSec, toSec });
  };

  const recordPrice = (
    source: OracleSource,
    asset: Asset,
    { stream, observedSec }: Observation,
  ) => {
    const series = seriesOf({ asset, stream });
    missing.get(source)?.delete(series);
    const key = `${source} ${series}`;
    newestSec.set(key, Math.max(observedSec, newestSec.get(key) ?? 0));
  };

  /** Publishes losses that waited for a source that will no longer deliver the seconds. */
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
        if (!othersOf(source, event).some((other) => mayDeliver(other, event))) publish(event);
      }
    }
  };

  return (source, event) => {
    switch (event.kind) {
      case "stream_state": {
        const [now, before] = event.isUp ? [up, down] : [down, up];
        now.add(source);
        before.delete(source);
        if (!event.isUp) releaseLosses();
        const isUp = up.size > 0;
        // While other sources are still starting, the oracle is not yet down.
        if (isUp === publishedUp || (!isUp && down.size < sources.length)) return;
        publishedUp = isUp;
        return publish({ ...event, isUp });
      }
      case "missing_feed": {
        const known = missing.get(source) ?? new Set<string>();
        missing.set(source, known.add(seriesOf(event)));
        if (othersOf(source, event).length === 0) publish(event);
        return releaseLosses();
      }
      case "lost_reports":
        return addLoss(source, event);
      case "report":
        recordPrice(source, event.asset, event.report);
        return publish(event);
      case "point":
        recordPrice(source, event.asset, event.point);
        return publish(event);
      default:
        return publish(event);
    }
  };
}

function seriesOf({ asset, stream }: Pick<LostReports, "asset" | "stream">): string {
  return `${asset} ${stream}`;
}

/** Returns the ranges that are in both lists. */
function overlaps(left: ReadonlyArray<Loss>, right: ReadonlyArray<Loss>): ReadonlyArray<Loss> {
  return left.flatMap((a) =>
    right.flatMap((b) => {
      const [fromSec, toSec] = [Math.max(a.fromSec, b.fromSec), Math.min(a.toSec, b.toSec)];
      return fromSec <= toSec ? [{ fromSec, toSec }] : [];
    })
  );
}
