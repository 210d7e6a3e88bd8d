/**
 * The relay's price feed: the point of exactly the window's first second is its target.
 *
 * It is answered from what the connection brought. The relay itself cannot be asked for a second.
 *
 * @module
 */
import { Clock, Effect, Result } from "effect";
import {
  type OpeningResult,
  type PriceFeed,
  PriceMissing,
  type ProviderOff,
} from "../../../core/port/mod.ts";
import { relayTarget, type TargetQuery } from "../../../core/price/mod.ts";
import { REACH_SEC } from "./point_desk.ts";
import type { PointMemory } from "./point_memory.ts";
import type { RelayAccess } from "./relay_link.ts";
import type { RelayStatus } from "./relay_status.ts";

/** Points come 1 to 2 s after their second, and one that was lost a few seconds later. */
const PENDING_SEC = 6;

/**
 * A connection that brings points comes to this second as well, and is waited for this long since
 * somebody first asked: what is further behind must not keep other sources from being asked. In
 * machine time, as the seconds of a network are minutes on a fast clock.
 */
const LAG_MS_MAX = 15_000;
/** No connection is so far behind on the service's clock, however fast that is. */
const LAG_SEC_MAX = 3_600;
/** Past so many seconds that are waited for, the first are forgotten. */
const AWAITED_MAX = 256;

/** What the feed works with. */
export interface RelayFeedOptions extends Pick<RelayAccess, "credentials"> {
  readonly memory: PointMemory;
  readonly status: RelayStatus;
  /** The machine's monotonic time. Default: `performance.now`. */
  readonly machineMs?: () => number;
}

/** Makes the feed. */
export function makeRelayPriceFeed({ memory, status, ...options }: RelayFeedOptions): PriceFeed {
  const machineMs = options.machineMs ?? (() => performance.now());
  /** When somebody first asked for a second to which the connection has not come. */
  const awaitedSinceMs = new Map<number, number>();

  const isAwaited = (startSec: number, nowMs: number) => {
    if (memory.reachedSec() >= startSec || !status.isUp()) return false;
    const sinceMs = awaitedSinceMs.get(startSec) ?? nowMs;
    awaitedSinceMs.set(startSec, sinceMs);
    const [first] = awaitedSinceMs.keys();
    if (awaitedSinceMs.size > AWAITED_MAX && first !== undefined) awaitedSinceMs.delete(first);
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

/** Why there is no connection; undefined where there is one, or may be. */
export function whyOff(
  { status, credentials }: Pick<RelayFeedOptions, "status" | "credentials">,
): Effect.Effect<ProviderOff | undefined> {
  // Whoever keeps the connection knows. As long as nobody does, the credentials are asked for.
  if (status.isWanted()) return Effect.succeed(status.offBecause());
  return Effect.map(
    Effect.result(credentials),
    (asked) =>
      Result.isFailure(asked) && asked.failure._tag === "ProviderOff" ? asked.failure : undefined,
  );
}

/** The relay has one average, and no report of another kind. */
function isOurs({ rule }: TargetQuery): boolean {
  return rule.kind === "report" && rule.stream === "twap_60";
}

function missing({ asset, window }: TargetQuery, isPending: boolean): PriceMissing {
  const { interval, startSec } = window;
  return new PriceMissing({ asset, interval, startSec, isPending });
}
