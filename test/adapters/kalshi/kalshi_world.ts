/**
 * A simulated Kalshi for the adapter's tests, with a listing that is put.
 *
 * @module
 */
import { Effect, Layer, Logger } from "effect";
import { layerMemoryProviderWatch } from "../../../adapters/memory/provider_watch.ts";
import { type SandboxClock } from "../../../app/sandbox/clock.ts";
import { makeKalshiSimulator } from "../../../app/sandbox/kalshi/kalshi_simulator.ts";
import { type Season } from "../../../app/sandbox/season/season.ts";
import { listen } from "../../../app/sandbox/simulator.ts";
import type { ProviderWatch } from "../../../core/port/mod.ts";
import { EMPTY_SEASON } from "../../simulation/empty_season.ts";
import { control, layerStillClock, makeStillClock, ms } from "../../simulation/support.ts";

/** An event, a market or a milestone, as Kalshi writes it. */
export type Row = Readonly<Record<string, unknown>>;

/** What is put. */
export interface Listing {
  readonly events: ReadonlyArray<Row>;
  readonly milestones?: ReadonlyArray<Row>;
}

/** Starts it for as long as the scope lives. */
export const makeKalshi = Effect.fnUntraced(function* (
  clock: SandboxClock,
  season: Season = EMPTY_SEASON,
) {
  const running = yield* Effect.acquireRelease(
    Effect.sync(() => listen(makeKalshiSimulator({ season, clock }), { seed: 1, clock })),
    ({ stop }) => Effect.promise(() => stop()),
  );
  const send = Effect.fnUntraced(function* (method: string, path: string, body?: unknown) {
    const sent = yield* Effect.promise(() => control(running.url + path, method, body));
    return sent.status < 400 ? sent.body : yield* Effect.die(JSON.stringify(sent.body));
  });
  return {
    url: running.url,
    put: (listing: Listing) => send("PUT", "/__listing", listing),
    /** Strikes every GET, unless it says how often. */
    fault: (fault: Row) => send("POST", "/__faults", { match: "GET /", ...fault }),
    /** What was asked so far: paths with their queries. */
    asked: Effect.map(
      send("GET", "/__log"),
      ({ requests }) =>
        (requests as ReadonlyArray<{ readonly path: string }>).map(({ path }) => path),
    ),
  };
});

/** What a test has at hand. */
export type Kalshi = Effect.Success<ReturnType<typeof makeKalshi>>;

/** When {@linkcode withKalshi} begins. */
export const NOW = "2026-11-20T12:00:00Z";

/** Runs with a Kalshi that lists this season; the clock moves only for those who sleep. */
export function withKalshi<A, E>(
  body: (kalshi: Kalshi) => Effect.Effect<A, E, ProviderWatch>,
  { season = EMPTY_SEASON, now = NOW }: { readonly season?: Season; readonly now?: string } = {},
): Promise<A> {
  const clock = makeStillClock(ms(now));
  const layer = Layer.mergeAll(
    layerStillClock(clock),
    layerMemoryProviderWatch({ providers: [], off: [] }),
    Logger.layer([]),
  );
  const program = Effect.scoped(Effect.flatMap(makeKalshi(clock, season), body));
  return Effect.runPromise(Effect.provide(program, layer));
}
