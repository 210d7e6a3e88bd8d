import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { readEnvironment } from "../../app/settings/settings.ts";
import { readSandboxSettings } from "../../app/settings/sandbox_settings.ts";
import { readWorldSettings } from "../../app/settings/sandbox_settings.ts";
import { parseArguments } from "../../app/simulate.ts";
import { COMMAND_LINE } from "./command_line.ts";
import { get } from "../simulator/kit/support.ts";

const ENV = { ...process.env, CHAINLINK_API_KEY: "", CHAINLINK_API_SECRET: "" };
const run = (args: string[], env: Record<string, string> = {}) =>
  Bun.spawn([...COMMAND_LINE, "simulate", ...args], {
    env: { ...ENV, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });

describe("bun run simulate", () => {
  test("prints its URL, uses the given clock and stops on SIGTERM", async () => {
    const anchorMs = Date.now();
    const child = run(["exchange-spot", "--seed", "7", "--speed=60"], {
      SANDBOX_START: "2027-01-01T00:00:00Z",
      SANDBOX_ANCHOR: String(anchorMs),
    });
    const reader = child.stdout.getReader();
    const printed = new TextDecoder().decode((await reader.read()).value);
    const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    const { body } = await get<{ serverTime: number }>(`${url}/api/v3/time`);
    const passedMs = body.serverTime - Date.parse("2027-01-01T00:00:00Z");
    expect(passedMs).toBeWithin(0, (Date.now() - anchorMs + 1_000) * 60);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });

  test("reports in one line what is wrong", async () => {
    const child = run(["venue"]);
    expect(await child.exited).toBe(1);
    const stderr = await new Response(child.stderr).text();
    expect(stderr.trim()).toBe(
      'Unknown provider "venue": use one of ' +
        "oracle, exchange-spot, exchange-futures, venue-metadata, venue-orders, " +
        "venue2, schedule, kalshi, limitless, sx_bet, relay, site",
    );
  });

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
    const result = readEnvironment({ VENUE_PROFILE: "moon" }, (reader) => [
      readWorldSettings(reader),
      readSandboxSettings(reader),
    ]);
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
