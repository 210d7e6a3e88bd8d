/**
 * A data service for the adapter's tests, which takes a call apart as strictly as the venue's.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { makeDataClient } from "../../../../adapters/polymarket/data/client.ts";
import { makePolymarketResolutions } from "../../../../adapters/polymarket/data/resolutions.ts";
import type { ConditionId, Resolution } from "../../../../core/venue/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { makeStillClock, ms, type StillClock } from "../../../simulator/kit/support.ts";
import { runStill } from "../../../still_run.ts";

/** A resolution as the service writes it. */
export type WrittenResolution = Readonly<Record<string, unknown>>;

/** Overrides the service's answers; undefined lets it answer itself. */
type Trouble = (
  callNumber: number,
) => Response | undefined | Promise<Response | undefined>;

/** A resolved market, as it was recorded. */
export const RESOLVED: WrittenResolution = {
  status: "resolved",
  market_type: "BINARY",
  payouts: [1_000_000, 0],
  resolution_source: "reported",
  reporter: "CHAINLINK",
  resolved_at: "2026-11-20T12:05:41Z",
};

/** The condition that most tests ask for. */
export const CONDITION = conditionOf(0x1234);

const TARGET = /^\/v2\/resolutions\?condition=(0x[0-9a-f]{64})$/;

/** Starts the service for as long as the scope lives. */
export const holdDataService = Effect.acquireRelease(
  Effect.sync(() => {
    const known = new Map<string, WrittenResolution>();
    const asked: Array<string> = [];
    let trouble: Trouble | undefined;
    const server = Bun.serve({
      port: 0,
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url);
        asked.push(pathname + search);
        const troubled = await trouble?.(asked.length);
        if (troubled !== undefined) return troubled;
        const [, condition] = TARGET.exec(pathname + search) ?? [];
        if (request.method !== "GET" || condition === undefined) {
          return Response.json({ error: "invalid condition" }, { status: 400 });
        }
        const written = known.get(condition);
        return Response.json({ data: written === undefined ? [] : [written] });
      },
    });
    const service = {
      url: `http://127.0.0.1:${server.port}`,
      /** What was asked: paths with their queries. */
      asked,
      put: (conditionId: ConditionId, written: WrittenResolution) =>
        void known.set(conditionId, written),
      trouble: (to: Trouble | undefined) => void (trouble = to),
    };
    return { service, server };
  }),
  ({ server }) => Effect.promise(() => server.stop(true)),
).pipe(Effect.map(({ service }) => service));

/** The resolution as the service writes it. */
export function writtenResolution(
  { status, payoutsE6, reporter, resolvedAtMs }: Resolution,
): WrittenResolution {
  const isoOf = (atMs: number) => new Date(atMs).toISOString().replace(".000", "");
  // What is undefined is not written.
  return {
    status,
    market_type: "BINARY",
    payouts: Option.getOrUndefined(payoutsE6)?.map(Number),
    reporter: Option.getOrUndefined(reporter),
    resolved_at: Option.getOrUndefined(Option.map(resolvedAtMs, isoOf)),
  };
}

/** The port over a service. It remembers nothing yet. */
export function makeResolutions({ url }: { readonly url: string }) {
  return Effect.flatMap(makeDataClient({ dataUrl: url }), makePolymarketResolutions);
}

/** Runs with the port over a service that knows {@linkcode CONDITION} as {@linkcode RESOLVED}. */
export function withData<A, E>(body: (test: DataTest) => Effect.Effect<A, E>): Promise<A> {
  const clock = makeStillClock(ms("2026-11-20T12:30:00Z"));
  return runStill(clock, Effect.flatMap(makeDataTest(clock), body));
}

const makeDataTest = Effect.fnUntraced(function* (clock: StillClock) {
  const service = yield* holdDataService;
  service.put(CONDITION, RESOLVED);
  const port = yield* makeResolutions(service);
  return {
    ...service,
    port,
    /** Requests a condition, {@linkcode CONDITION} by default. */
    ask: (conditionId = CONDITION) => Effect.result(port.of(conditionId)),
    /** Advances the clock, which otherwise advances only by sleeps. */
    advance: (ms: number) => clock.set(clock.nowMs() + ms),
    nowMs: clock.nowMs,
  };
});

type DataTest = Effect.Success<ReturnType<typeof makeDataTest>>;
