/** A simulated schedule for the adapter's tests, and sources pointed at it. @module */
import { Effect, Result } from "effect";
import {
  type EspnScheduleOptions,
  makeEspnScheduleSource,
} from "../../../adapters/espn/schedule_source.ts";
import type { SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { makeEspnSimulator } from "../../../app/simulator/espn/espn_simulator.ts";
import type { SeasonGame } from "../../../app/simulator/season/season.ts";
import { listen } from "../../../app/simulator/kit/simulator.ts";
import type { LeagueCode } from "../../../core/game/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ProviderWatch } from "../../../core/port/provider_watch.ts";
import type { ScheduleDay, ScheduleSource } from "../../../core/port/schedule_source.ts";
import { parseDay } from "../../../core/time/mod.ts";
import { makeListedSeason } from "../../simulator/espn/season.ts";
import { scopedSimulator } from "../../simulator/kit/scoped_simulator.ts";
import { makeStillClock, ms, type StillClock } from "../../simulator/kit/support.ts";
import { runStill } from "../../still_run.ts";

/** JSON as it is sent. */
export type Written = Readonly<Record<string, unknown>>;

/** Starts the provider with these games, for as long as the scope lives. */
export const makeSchedule = Effect.fnUntraced(function* (
  games: ReadonlyArray<SeasonGame>,
  clock: SandboxClock,
) {
  const provider = makeEspnSimulator({ season: makeListedSeason(games), clock });
  const { send, ...simulator } = yield* scopedSimulator(() => listen(provider, { seed: 1, clock }));
  return {
    ...simulator,
    /** Puts a scoreboard; `path` is `<sport>/<league>`. */
    put: (path: string, date: string, body: Written) => {
      const [sport, league] = path.split("/");
      return send("PUT", "/__scoreboard", { sport, league, date, body });
    },
  };
});

/** A simulated provider. */
export type Schedule = Effect.Success<ReturnType<typeof makeSchedule>>;

/** What a test has at hand. */
export interface ScheduleTest extends Schedule {
  readonly source: ScheduleSource;
  /** Another provider with nothing to play, which the source may fall back on. */
  readonly second: Schedule;
  readonly clock: StillClock;
  /** Asks for a day such as `2026-11-20`. */
  readonly day: (
    league: LeagueCode,
    day: string,
  ) => Effect.Effect<Result.Result<ScheduleDay, ProviderFailed>>;
}

/** When {@linkcode withSchedule} begins. */
export const START = "2026-11-20T18:00:00Z";

/** Runs with a source over a provider of these games. */
export function withSchedule<A, E>(
  setUp: {
    readonly games?: ReadonlyArray<SeasonGame>;
    readonly start?: string;
    readonly hasSecond?: boolean;
    readonly options?: Partial<EspnScheduleOptions>;
  },
  body: (test: ScheduleTest) => Effect.Effect<A, E, ProviderWatch>,
): Promise<A> {
  const clock = makeStillClock(ms(setUp.start ?? START));
  return runStill(
    clock,
    Effect.gen(function* () {
      const first = yield* makeSchedule(setUp.games ?? [], clock);
      const second = yield* makeSchedule([], clock);
      const source = yield* makeEspnScheduleSource({
        url: first.url,
        callsPerSec: 1_000,
        ...(setUp.hasSecond === true ? { fallbackUrl: second.url } : {}),
        ...setUp.options,
      });
      return yield* body({
        ...first,
        source,
        second,
        clock,
        day: (league, text) =>
          Effect.result(source.day({ league, day: Result.getOrThrow(parseDay(text, "day")) })),
      });
    }),
  );
}
