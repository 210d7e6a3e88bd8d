import { expect, test } from "bun:test";
import { Option, Result } from "effect";
import { consoleOptions } from "../../../app/wiring/console_options.ts";
import { readEnvironment, readSettings } from "../../../app/settings/settings.ts";

const live = (environment: Record<string, string>) => readEnvironment(environment, readSettings);

test("takes SIGNUP, which is open in the sandbox alone where it is not set", () => {
  const isOpen = (world: "live" | "sandbox_7", environment: Record<string, string> = {}) => {
    const settings = Result.getOrThrow(live(environment));
    return consoleOptions(world, { ...settings, speed: 60 }).isSignUpOpen;
  };
  expect([isOpen("live"), isOpen("sandbox_7")]).toEqual([false, true]);
  for (const world of ["live", "sandbox_7"] as const) {
    expect(isOpen(world, { SIGNUP: "OPEN" })).toBe(true);
    expect(isOpen(world, { SIGNUP: "closed" })).toBe(false);
  }
  expect(live({ SIGNUP: "yes" })).toEqual(
    Result.fail(['Cannot use SIGNUP "yes": use one of closed, open']),
  );
  const settings = Result.getOrThrow(live({}));
  expect(consoleOptions("sandbox_7", { ...settings, speed: 60 }).sandbox)
    .toEqual({ speed: 60, seed: 7 });
  expect(consoleOptions("live", { ...settings, speed: 1 }))
    .toMatchObject({ sandbox: null, keyMode: "live", demoEmail: Option.none() });
});
