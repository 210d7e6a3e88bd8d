/** A checkout of football.json for one test, that it may write into. @module */
import { afterEach } from "bun:test";
import { cpSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Effect, Result } from "effect";
import { TestClock } from "effect/testing";
import { makeOpenfootballScheduleSource } from "../../../adapters/openfootball/schedule_source.ts";
import type { LeagueCode } from "../../../core/game/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ScheduleDay } from "../../../core/port/schedule_source.ts";
import { parseDay } from "../../../core/time/mod.ts";
import { makeFolder } from "../../temporary_folder.ts";

/** Real matches of several seasons. */
export const FIXTURES = `${import.meta.dir}/../../fixture/openfootball`;

/** A match as it is written; its `date` is left to the test. */
export const MATCH = {
  round: "Matchday 9",
  team1: "Arsenal FC",
  team2: "Chelsea FC",
  score: {},
};

/** Writes a folder, and asks the adapter about it. */
export interface Checkout {
  readonly path: string;
  /** Of `2025-26/en.1`. Every write gives the file another time. */
  readonly write: (name: string, matches: ReadonlyArray<unknown> | string) => void;
  /** The matches of a day, read at `now`, by default long after it. */
  readonly day: (league: LeagueCode, day: string, now?: string) => Promise<ScheduleDay>;
  readonly failure: (league: LeagueCode, day: string) => Promise<ProviderFailed>;
  /** The leagues of a source that is made on that day. */
  readonly leagues: (day: string) => Promise<ReadonlyArray<LeagueCode>>;
}

const LONG_AFTER = "2030-01-01T00:00:00Z";
let writes = 0;

const open: Array<ReturnType<typeof makeCheckout>> = [];
afterEach(() => open.splice(0).forEach(({ remove }) => remove()));

/** Begins with the fixtures, or with nothing; it is gone after the test. */
export function startCheckout(options?: Parameters<typeof makeCheckout>[0]) {
  const checkout = makeCheckout(options);
  open.push(checkout);
  return checkout;
}

/** Begins with the fixtures, or with nothing. */
export function makeCheckout(
  { isEmpty = false } = {},
): Checkout & { readonly remove: () => void } {
  const { path, remove } = makeFolder();
  if (!isEmpty) cpSync(FIXTURES, path, { recursive: true });
  const source = Effect.runSync(Effect.cached(makeOpenfootballScheduleSource({ folder: path })));
  const ask = (league: LeagueCode, day: string, now = LONG_AFTER) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse(now));
      return yield* (yield* source).day({ league, day: Result.getOrThrow(parseDay(day, "day")) });
    }).pipe(Effect.provide(TestClock.layer()));
  return {
    path,
    remove,
    write: (name, matches) => {
      const file = `${path}/${name}.json`;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof matches === "string" ? matches : JSON.stringify({ matches }));
      utimesSync(file, ++writes, writes);
    },
    leagues: (day) =>
      Effect.runPromise(
        Effect.gen(function* () {
          yield* TestClock.setTime(Date.parse(day));
          return (yield* makeOpenfootballScheduleSource({ folder: path })).leagues;
        }).pipe(Effect.provide(TestClock.layer())),
      ),
    day: (...asked) => Effect.runPromise(ask(...asked)),
    failure: (...asked) => Effect.runPromise(Effect.flip(ask(...asked))),
  };
}
