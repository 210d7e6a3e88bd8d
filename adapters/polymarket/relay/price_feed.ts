/**
 * The relay's price feed: the point of exactly the window's first second is its target.
 *
 * Answers come from received points. The relay cannot be queried for a second.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import { BoundedMap } from "../../../core/bounded_map.ts";
import { type OpeningResult, type PriceFeed, PriceMissing } from "../../../core/port/price_feed.ts";
import type { ProviderOff } from "../../../core/port/provider_failure.ts";
import { relayTarget, type TargetQuery } from "../../../core/price/mod.ts";
import { REACH_SEC } from "./point_state.ts";
import type { PointCache } from "./point_cache.ts";
import type { RelayAccess } from "./relay_link.ts";
import type { RelayStatus } from "./http_failure.ts";

/** Points arrive 1 to 2 s after their second; a lost one is known a few seconds later. */
const PENDING_SEC = 6;

/**
 * How long after the first request a connection that delivers points may take to reach the second:
 * if it is further behind, other sources are asked. In machine time, because seconds of a network
 * are minutes on a fast clock.
 */
const LAG_MS_MAX = 15_000;
/** A connection is never this far behind on the service's clock, however fast that is. */
const LAG_SEC_MAX = 3_600;
/** Beyond this many awaited seconds, the oldest are dropped. */
const AWAITED_MAX = 256;

/** The dependencies of the feed. */
export interface RelayFeedOptions extends Pick<RelayAccess, "credentials"> {
  readonly memory: PointCache;
  readonly status: RelayStatus;
  /** The machine's monotonic time, in milliseconds. Default: `performance.now`. */
  readonly machineMs?: () => number;
}

/** Creates the feed. */
export function makeRelayPriceFeed({ memory, status, ...options }: RelayFeedOptions): PriceFeed {
  const machineMs = options.machineMs ?? (() => performance.now());
  /** When each second that the connection has not reached was first requested. */
  const awaitedSinceMs = new BoundedMap<number, number>(AWAITED_MAX);

  const isAwaited = (startSec: number, nowMs: number) => {
    if (memory.reachedSec() >= startSec || !status.isUp()) return false;
    const sinceMs = awaitedSinceMs.get(startSec) ?? nowMs;
    awaitedSinceMs.set(startSec, sinceMs);
    return nowMs - sinceMs <= LAG_MS_MAX;
  };

  const isPending = ({ window }: TargetQuery, nowSec: number) => {
    const ageSec = nowSec - window.startSec;
    if (ageSec < PENDING_SEC) return true;
    const nowMs = machineMs();
    return (ageSec < LAG_SEC_MAX && isAwaited(window.startSec, nowMs)) ||
      (ageSec < REACH_SEC && status.isComing(nowMs));
  };

  const openings = Effect.fn("relay.openings")(function* (group: ReadonlyArray<TargetQuery>) {
    const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    const off = yield* whyOff({ status, ...options });
    return group.map((query): OpeningResult => {
      if (!isOurs(query)) return Result.fail(missing(query, false));
      const point = memory.at(query.asset, query.window.startSec);
      if (point !== undefined) return Result.succeed(relayTarget(point));
      return Result.fail(off ?? missing(query, isPending(query, nowSec)));
    });
  });

  return {
    groups: (queries) => [...Map.groupBy(queries, ({ window }) => window.startSec).values()],
    openings,
  };
}

/** Returns why there is no connection; undefined if there is or may be one. */
export function whyOff(
  { status, credentials }: Pick<RelayFeedOptions, "status" | "credentials">,
): Effect.Effect<ProviderOff | undefined> {
  // The connection's status is authoritative; before the first connection, the credentials decide.
  if (status.isWanted()) return Effect.succeed(status.offBecause());
  return Effect.map(
    Effect.result(credentials),
    (asked) =>
      Result.isFailure(asked) && asked.failure._tag === "ProviderOff" ? asked.failure : undefined,
  );
}

/** The relay has only one average, and no other kind of report. */
function isOurs({ rule }: TargetQuery): boolean {
  return rule.kind === "report" && rule.stream === "twap_60";
}

function missing({ asset, window }: TargetQuery, isPending: boolean): PriceMissing {
  const { interval, startSec } = window;
  return new PriceMissing({ asset, interval, startSec, isPending });
}
