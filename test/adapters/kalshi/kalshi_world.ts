/** A simulated Kalshi for the adapter's tests, with a listing that is put. @module */
import { Effect } from "effect";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { makeKalshiSimulator } from "../../../app/simulator/kalshi/kalshi_simulator.ts";
import type { Season } from "../../../app/simulator/season/season.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import type { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { EMPTY_SEASON } from "../../simulator/season/empty_season.ts";
import { scopedSimulator } from "../../simulator/kit/scoped_simulator.ts";
import { makeStillClock, ms } from "../../simulator/kit/support.ts";
import { runStill } from "../../still_run.ts";

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
  const { send, ...simulator } = yield* scopedSimulator(() =>
    listen(makeKalshiSimulator({ season, world: makeWorld(1), clock }), { seed: 1, clock })
  );
  return {
    ...simulator,
    put: (listing: Listing) => send("PUT", "/__listing", listing),
    putWindows: (windows: unknown) => send("PUT", "/__windows", windows),
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
  return runStill(clock, Effect.flatMap(makeKalshi(clock, season), body));
}
