import { describe, expect, test } from "bun:test";
import { Effect, Redacted, Result } from "effect";
import { PROFILE_BY_NAME, windowContaining } from "../../../../core/market/mod.ts";
import { ProviderOff, type VenueCredentials } from "../../../../core/port/mod.ts";
import { targetRule } from "../../../../core/price/mod.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { GOOD, type Listening, listening, SECRETS, statesOf } from "./relay_world.ts";

/** By then another attempt would have been made, if there were one soon. */
const AGAIN_MS = 1_600;
const WRONG = { ...GOOD, passphrase: Redacted.make("wrong words") };
const OFF = new ProviderOff({ provider: "relay", setting: "POLYMARKET_API_KEY" });

/** Why the price feed has no answer for btc's current 5-minute window. */
async function whyNoOpening({ relay, nowSec, run }: Listening) {
  const profile = PROFILE_BY_NAME.spec;
  const window = windowContaining(profile.calendar, "5min", UnixSec(nowSec()));
  const query = { asset: "btc", window, rule: targetRule(profile, window) } as const;
  const [result] = await run(relay.priceFeed.openings([query]));
  if (result === undefined) throw new Error("a question without an answer");
  return Result.getOrThrow(Result.flip(result));
}

/** Lines of the log that name a secret. */
const leaks = (log: ReadonlyArray<string>) =>
  log.filter((line) => SECRETS.some((secret) => line.includes(secret)));

describe("polymarket relay", () => {
  test("tries refused credentials once, and reports what to do", async () => {
    const credentials = Effect.succeed(WRONG);
    await listening({ credentials }, async (world) => {
      await world.until((events) => statesOf(events).length === 1);
      await world.pass(AGAIN_MS);
      expect(await world.handshakes()).toHaveLength(1);
      expect(statesOf(world.events)).toEqual([false]);
      expect(world.calls).toContain(false);
      const hints = world.log.filter((line) => line.includes("POLYMARKET_API_KEY"));
      expect(hints).toHaveLength(1);
      expect(hints[0]).toContain("Warn");
      expect(leaks(world.log)).toEqual([]);
      expect(await whyNoOpening(world)).toMatchObject({ _tag: "PriceMissing" });
    });
  });

  test.each([
    ["4001", 4001, "The relay refuses the credentials"],
    ["4008", 4008, "The relay reports a violation of its rules"],
  ])("stays away after a close with %s", async (_, code, line) => {
    await listening({}, async (world) => {
      await world.until((events) => statesOf(events).length === 1);
      await world.control("POST", "/__close", { code });
      await world.until((events) => statesOf(events).length === 2);
      await world.pass(AGAIN_MS);
      expect(await world.handshakes()).toHaveLength(1);
      expect(world.log.filter((logged) => logged.includes(line))).toHaveLength(1);
      expect(leaks(world.log)).toEqual([]);
    });
  });

  test.each(["auth_expired", "auth_unavailable"])(
    "asks for credentials again after %s",
    async (code) => {
      let asked = 0;
      const credentials = Effect.sync(() => {
        asked += 1;
        return GOOD;
      });
      await listening({ credentials }, async (world) => {
        await world.until((events) => statesOf(events).length === 1);
        await world.control("POST", "/__error", { code });
        await world.until((events) => statesOf(events).length === 3);
        expect(asked).toBe(2);
        expect(statesOf(world.events)).toEqual([true, false, true]);
      });
    },
  );

  test("waits for missing credentials, and reports it meanwhile", async () => {
    let known: VenueCredentials | undefined;
    const credentials = Effect.suspend(() =>
      known === undefined ? Effect.fail(OFF) : Effect.succeed(known)
    );
    await listening({ credentials }, async (world) => {
      expect(await whyNoOpening(world)).toBe(OFF);
      await world.until((events) => statesOf(events).length === 1);
      expect(statesOf(world.events)).toEqual([false]);
      expect(await whyNoOpening(world)).toBe(OFF);
      const latest = world.relay.twapFeed.latest({ asset: "btc", windowSec: 60 });
      expect(await world.run(Effect.flip(latest))).toBe(OFF);
      expect(await world.handshakes()).toEqual([]);
      expect(world.calls).toEqual([]);
      known = GOOD;
      await world.until((events) => statesOf(events).length === 2);
      expect(statesOf(world.events)).toEqual([false, true]);
      expect(world.log.filter((line) => line.includes("without credentials"))).toHaveLength(1);
    });
  });
});
