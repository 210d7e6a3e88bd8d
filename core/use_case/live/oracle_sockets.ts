/**
 * The oracle's prices as they are pushed, combined from all sources that do.
 *
 * What the sources have delivered is a state that changes in place, because every source delivers
 * each second of every series.
 *
 * @module
 */
import { Effect } from "effect";
import { type Asset, ASSETS } from "../../market/mod.ts";
import type { LiveEvent, LivePrices, LostReports, MissingFeed } from "../../port/live_prices.ts";
import {
  type OraclePrice,
  type OracleSource,
  type OracleStream,
  TWAP_WINDOWS_SEC,
  twapStreamOf,
} from "../../price/mod.ts";

/** The number of losses kept per source and series, the newest ones. */
const LOSSES_MAX = 64;

/** A source this many seconds behind in a series will not deliver what another has lost. */
const SILENT_SEC = 60;

/** A source, and the oracle's streams that it carries. */
interface OracleCarrier {
  readonly source: OracleSource;
  readonly streams: ReadonlyArray<OracleStream>;
}

/** A source, the oracle's streams that it carries, and its live events. */
export interface SourcedSockets extends OracleCarrier {
  readonly live: LivePrices["Service"];
}

/**
 * Combines the sources. Prices are published as they arrive from any source, so the listener
 * receives the same second more than once. Seconds are published as lost when every source that may
 * deliver them has lost them, a stream as missing when no source carries it, and the oracle is live
 * while any source is.
 */
export function joinOracleSockets(sources: ReadonlyArray<SourcedSockets>): LivePrices["Service"] {
  return {
    receive: (event) => {
      for (const { live } of sources) live.receive?.(event);
    },
    listen: (listener) =>
      Effect.suspend(() => {
        const state = makeOracleJoin(sources);
        const publish = (events: ReadonlyArray<LiveEvent>) => {
          for (const event of events) listener(event);
        };
        publish(missingFeeds(sources));
        if (sources.length === 0) return Effect.never;
        return Effect.raceAllFirst(
          sources.map(({ source, live }) =>
            live.listen((event) => publish(takeEvent(state, source, event)))
          ),
        );
      }),
  };
}

/** Events to publish, in order. */
type LiveEvents = ReadonlyArray<LiveEvent>;

/** A range of lost seconds, both ends included. */
interface Loss {
  readonly fromSec: number;
  readonly toSec: number;
}

/** The losses of a series that a source had. */
interface SourceLosses {
  readonly source: OracleSource;
  readonly asset: Asset;
  readonly stream: OracleStream;
  readonly losses: ReadonlyArray<Loss>;
}

/** The state of the sources. Series are keyed by source, asset and stream. */
interface OracleJoin {
  readonly carriers: ReadonlyArray<OracleCarrier>;
  readonly up: Set<OracleSource>;
  /** Sources that are known to be down. One that is just starting is in neither set. */
  readonly down: Set<OracleSource>;
  publishedUp: boolean | undefined;
  /** The series that a carrier of their stream is known not to have. */
  readonly missing: Set<string>;
  /** The latest second that each source delivered of a series. */
  readonly newestSec: Map<string, number>;
  readonly losses: Map<string, SourceLosses>;
}

/** Makes a state in which every source is just starting. */
function makeOracleJoin(carriers: ReadonlyArray<OracleCarrier>): OracleJoin {
  return {
    carriers,
    up: new Set(),
    down: new Set(),
    publishedUp: undefined,
    missing: new Set(),
    newestSec: new Map(),
    losses: new Map(),
  };
}

/** Returns the averages that no source carries. */
function missingFeeds(carriers: ReadonlyArray<OracleCarrier>): LiveEvents {
  return TWAP_WINDOWS_SEC.map(twapStreamOf)
    .filter((stream) => !carriers.some(({ streams }) => streams.includes(stream)))
    .flatMap((stream) => ASSETS.map((asset) => ({ kind: "missing_feed", asset, stream })));
}

/** Takes an event of a source. Returns the events to publish. */
function takeEvent(state: OracleJoin, source: OracleSource, event: LiveEvent): LiveEvents {
  switch (event.kind) {
    case "stream_state":
      return [...takeStreamState(state, source, event.isUp), ...changedState(state, event)];
    case "missing_feed": {
      state.missing.add(seriesOf(source, event));
      const isMissing = othersOf(state, source, event).length === 0;
      return [...isMissing ? [event] : [], ...releasedLosses(state)];
    }
    case "lost_reports":
      return takeLoss(state, source, event);
    case "report":
      recordPrice(state, source, event.asset, event.report);
      return [event];
    case "point":
      recordPrice(state, source, event.asset, event.point);
      return [event];
    default:
      return [event];
  }
}

function takeStreamState(state: OracleJoin, source: OracleSource, isUp: boolean): LiveEvents {
  const [now, before] = isUp ? [state.up, state.down] : [state.down, state.up];
  now.add(source);
  before.delete(source);
  return isUp ? [] : releasedLosses(state);
}

/** Returns whether the oracle is live, if that changed: it is while any source is. */
function changedState(
  state: OracleJoin,
  event: LiveEvent & { readonly kind: "stream_state" },
): LiveEvents {
  const isUp = state.up.size > 0;
  // While other sources are still starting, the oracle is not yet down.
  const isStarting = !isUp && state.down.size < state.carriers.length;
  if (isUp === state.publishedUp || isStarting) return [];
  state.publishedUp = isUp;
  return [{ ...event, isUp }];
}

/** Records a loss. Returns the part of it that every source has lost that may deliver it. */
function takeLoss(state: OracleJoin, source: OracleSource, lost: LostReports): LiveEvents {
  const { asset, stream } = lost;
  const key = seriesOf(source, lost);
  const losses = [...state.losses.get(key)?.losses ?? [], lost].slice(-LOSSES_MAX);
  state.losses.set(key, { source, asset, stream, losses });
  const others = othersOf(state, source, lost).filter((other) => mayDeliver(state, other, lost));
  const shared = others.reduce<ReadonlyArray<Loss>>(
    (left, other) => overlaps(left, state.losses.get(seriesOf(other.source, lost))?.losses ?? []),
    [lost],
  );
  return shared.map(({ fromSec, toSec }) => ({ ...lost, fromSec, toSec }));
}

/** Returns losses that waited for a source that will no longer deliver the seconds. */
function releasedLosses(state: OracleJoin): LiveEvents {
  return [...state.losses.values()].flatMap(({ source, asset, stream, losses }) => {
    if (state.down.has(source)) return [];
    return losses
      .map((loss): LostReports => ({ kind: "lost_reports", asset, stream, ...loss }))
      .filter((lost) =>
        !othersOf(state, source, lost).some((other) => mayDeliver(state, other, lost))
      );
  });
}

function recordPrice(
  { missing, newestSec }: OracleJoin,
  source: OracleSource,
  asset: Asset,
  { stream, observedSec }: OraclePrice,
): void {
  const key = seriesOf(source, { asset, stream });
  missing.delete(key);
  newestSec.set(key, Math.max(observedSec, newestSec.get(key) ?? 0));
}

/** Returns the other sources that carry the series. */
function othersOf(
  { carriers, missing }: OracleJoin,
  source: OracleSource,
  event: MissingFeed | LostReports,
): ReadonlyArray<OracleCarrier> {
  return carriers.filter((other) =>
    other.source !== source && other.streams.includes(event.stream) &&
    !missing.has(seriesOf(other.source, event))
  );
}

/** Whether the source may still deliver these seconds: a source silent for a series will not. */
function mayDeliver(
  { up, down, newestSec }: OracleJoin,
  { source }: OracleCarrier,
  lost: LostReports,
): boolean {
  if (down.has(source)) return false;
  const newest = newestSec.get(seriesOf(source, lost));
  return newest === undefined ? !up.has(source) : newest >= lost.toSec - SILENT_SEC;
}

function seriesOf(
  source: OracleSource,
  { asset, stream }: Pick<LostReports, "asset" | "stream">,
): string {
  return `${source} ${asset} ${stream}`;
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
