import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { readEnvironment } from "../../../app/settings/settings.ts";
import { readSandboxSettings } from "../../../app/settings/sandbox_settings.ts";
import { readWorldSettings } from "../../../app/settings/sandbox_settings.ts";
import { parseArguments } from "../../../app/command/simulate.ts";

describe("bun run simulate", () => {
  test.each([
    [[], "Name a provider"],
    [["oracle", "oracle"], "Name one provider"],
    [["oracle", "--port", "x"], 'Cannot use --port "x": send a port'],
    [["oracle", "--port"], "--port <value>' argument missing"],
    [["oracle", "--port=70000"], 'Cannot use --port "70000": send a port'],
    [["oracle", "--seed=-1"], 'Cannot use --seed "-1": send a whole number'],
    [["oracle", "--seed", "-1"], "--seed"],
    [["oracle", "--speed", "0"], 'Cannot use --speed "0": send a number'],
    [["oracle", "--colour", "red"], "Unknown option '--colour'"],
  ])("%j is refused", (args, message) => {
    const result = parseArguments(args);
    const failure = Result.getOrThrow(Result.flip(result));
    expect(failure).toHaveLength(1);
    expect(failure[0]).toContain(message);
  });
});

describe("the sandbox's settings", () => {
  test("have defaults, and credentials derived from the seed", () => {
    const one = Result.getOrThrow(readEnvironment({}, readWorldSettings));
    const other = Result.getOrThrow(readEnvironment({ SANDBOX_SEED: "2" }, readWorldSettings));
    expect(one.seed).toBe(1);
    expect(one.clock).toEqual({ speed: 1 });
    expect(one.oracleKey.apiKey).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(other.oracleKey).not.toEqual(one.oracleKey);
  });

  test("choose the venue's calendar", () => {
    const profileOf = (settings: Record<string, string>) =>
      Result.getOrThrow(readEnvironment(settings, readWorldSettings)).profile.name;
    expect(profileOf({})).toBe("spec");
    expect(profileOf({ VENUE_PROFILE: "polymarket" })).toBe("polymarket");
  });

  test("report a wrong setting once, even if two readers read it", () => {
    const both = Effect.all([readWorldSettings, readSandboxSettings]);
    const result = readEnvironment({ VENUE_PROFILE: "moon" }, both);
    expect(Result.getOrThrow(Result.flip(result))).toEqual([
      'Cannot use VENUE_PROFILE "moon": use one of spec, polymarket',
    ]);
  });

  test("report all errors together", () => {
    const result = readEnvironment({
      SANDBOX_SEED: "x",
      SANDBOX_SPEED: "-1",
      SANDBOX_START: "soon",
      SANDBOX_ANCHOR: "now",
      CHAINLINK_API_KEY: "alone",
    }, readWorldSettings);
    expect(Result.isFailure(result) && result.failure).toHaveLength(5);
  });
});
