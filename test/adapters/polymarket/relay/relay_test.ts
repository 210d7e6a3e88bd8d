import { describe, expect, test } from "bun:test";
import { Effect, Redacted, Result } from "effect";
import { makeOracleSeries } from "../../../../app/simulator/chainlink/oracle_series.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { ASSETS } from "../../../../core/market/mod.ts";
import type { LiveEvent } from "../../../../core/port/live_prices.ts";
import { ProviderOff } from "../../../../core/port/provider_failure.ts";
import type { VenueCredentials } from "../../../../core/port/venue_account.ts";
import { questionAt } from "../../../contract/target_question.ts";
import { GOOD, type Listening, listening, publishedOf, SECRETS, statesOf } from "./relay_world.ts";

/** By then another attempt would have been made, if there were one soon. */
const AGAIN_MS = 1_600;

/** Whether all assets are published up to this second, without a hole. */
const isCompleteTo = (events: ReadonlyArray<LiveEvent>, untilSec: number) =>
  ASSETS.every((asset) => publishedOf(events, asset).completeSec >= untilSec);

/** The seconds that the simulated oracle averages, and their values. */
const series = makeOracleSeries(makeWorld(1));

function expectRight(events: ReadonlyArray<LiveEvent>) {
  for (const asset of ASSETS) {
    for (const [sec, priceE18] of publishedOf(events, asset).points) {
      expect(series.of(asset, "twap_60")?.next(sec)).toMatchObject({ observedSec: sec, priceE18 });
    }
  }
}

/** Waits until the connection has changed its state so often. */
const statesCome = ({ until }: Listening, count: number) =>
  until((events) => statesOf(events).length === count);
const linesWith = ({ log }: Listening, words: string) => log.filter((line) => line.includes(words));
const expectNoLeak = (world: Listening) =>
  expect(SECRETS.flatMap((secret) => linesWith(world, secret))).toEqual([]);

/** Why the price feed has no answer for btc's current 5-minute window. */
async function whyNoOpening({ relay, nowSec, run }: Listening) {
  const query = questionAt("spec", "btc", "5min", nowSec());
  const [result] = await run(relay.priceFeed.openings([query]));
  if (result === undefined) throw new Error("a question without an answer");
  return Result.getOrThrow(Result.flip(result));
}

describe("polymarket relay", () => {
  test("publishes all averages since two minutes ago, to the last digit", async () => {
    let preparedSec = NaN;
    const prepare = ({ nowSec }: Pick<Listening, "nowSec">) => {
      preparedSec = nowSec();
      return Promise.resolve();
    };
    await listening({ prepare }, async ({ events, nowSec, until, sockets, calls, handshakes }) => {
      const startSec = nowSec();
      await until((events) => isCompleteTo(events, startSec + 60));
      const [first] = await handshakes();
      for (const asset of ASSETS) {
        // It began to listen at some time between what came before and what came after that.
        const { beforeSec } = publishedOf(events, asset);
        expect(beforeSec).toBeGreaterThanOrEqual(preparedSec - 121);
        expect(beforeSec * 1000).toBeLessThanOrEqual((first?.atMs ?? NaN) - 121_000);
      }
      expectRight(events);
      expect(statesOf(events)).toEqual([true]);
      expect(await sockets()).toBe(1);
      expect(calls.every((ok) => ok)).toBe(true);
    });
  });

  test("recovers frames that it cannot use, logged once, and those that are dropped", async () => {
    await listening({}, async (world) => {
      const { nowSec, control } = world;
      await world.until((events) => isCompleteTo(events, nowSec() - 10));
      const startSec = nowSec();
      for (
        const lose of [
          () => world.fault({ kind: "malformed", times: 10 }),
          () => control("POST", "/__drop", { frames: 20 }),
          () => control("POST", "/__drop", { frames: 20, dense: true }),
        ]
      ) {
        await lose();
        const lostSec = nowSec();
        await world.until((events) => isCompleteTo(events, lostSec + 10));
      }
      expectRight(world.events);
      // What the oracle has of the seconds since then is not published as lost.
      for (const asset of ASSETS) {
        const lost = [...publishedOf(world.events, asset).lost].filter((sec) => sec > startSec);
        const exists = (sec: number) => series.of(asset, "twap_60")?.next(sec)?.observedSec === sec;
        expect(lost.filter(exists)).toEqual([]);
      }
      expect(linesWith(world, "Cannot use a frame")).toHaveLength(1);
      expect(await world.handshakes()).toHaveLength(1);
    });
  });

  test("leaves a connection that brings nothing of use for ten seconds", async () => {
    await listening({}, async (world) => {
      await statesCome(world, 1);
      await world.fault({ kind: "malformed" });
      expect(await statesCome(world, 2)).toBeWithin(9_000, 12_000);
      expect(statesOf(world.events)).toEqual([true, false]);
      await world.until(() => linesWith(world, "no data arrived in time").length > 0);
    });
  });

  test("comes back when the relay is drained, with what was published meanwhile", async () => {
    await listening({}, async (world) => {
      await world.until((events) => isCompleteTo(events, world.nowSec() - 10));
      await world.control("POST", "/__drain", {});
      await statesCome(world, 3);
      const backSec = world.nowSec();
      await world.until((events) => isCompleteTo(events, backSec));
      expect(statesOf(world.events)).toEqual([true, false, true]);
      expectRight(world.events);
      expect(world.calls).toContain(false);
    });
  });

  test("waits as long as a refused handshake requires", async () => {
    const prepare = ({ fault }: Pick<Listening, "fault">) =>
      fault({ kind: "status", status: 503, times: 2, retry_after: 4 });
    await listening({ prepare }, async ({ until, handshakes }) => {
      await until((events) => statesOf(events).at(-1) === true);
      const [first, asked, second] = await handshakes();
      expect([first?.status, asked?.status, second?.status]).toEqual([503, 503, 101]);
      expect((second?.atMs ?? 0) - (asked?.atMs ?? 0)).toBeGreaterThanOrEqual(3_900);
    });
  });
});

describe("the credentials of the relay", () => {
  test("are tried once where they are refused, and the log says what to do", async () => {
    const credentials = Effect.succeed({ ...GOOD, passphrase: Redacted.make("wrong words") });
    await listening({ credentials }, async (world) => {
      await statesCome(world, 1);
      await world.pass(AGAIN_MS);
      expect(await world.handshakes()).toHaveLength(1);
      expect(statesOf(world.events)).toEqual([false]);
      expect(world.calls).toContain(false);
      expect(linesWith(world, "POLYMARKET_API_KEY")).toEqual([expect.stringContaining("Warn")]);
      expectNoLeak(world);
      expect(await whyNoOpening(world)).toMatchObject({ _tag: "PriceMissing" });
    });
  });

  test.each([
    [4001, "The relay refuses the credentials"],
    [4008, "The relay reports a violation of its rules"],
  ])("are not tried again soon after a close with %d", async (code, line) => {
    await listening({}, async (world) => {
      await statesCome(world, 1);
      await world.control("POST", "/__close", { code });
      await statesCome(world, 2);
      await world.pass(AGAIN_MS);
      expect(await world.handshakes()).toHaveLength(1);
      expect(linesWith(world, line)).toHaveLength(1);
      expectNoLeak(world);
    });
  });

  test("are asked for again after they have expired", async () => {
    let asked = 0;
    const credentials = Effect.sync(() => {
      asked += 1;
      return GOOD;
    });
    await listening({ credentials }, async (world) => {
      await statesCome(world, 1);
      await world.control("POST", "/__error", { code: "auth_expired" });
      await statesCome(world, 3);
      expect(asked).toBe(2);
      expect(statesOf(world.events)).toEqual([true, false, true]);
    });
  });

  test("are waited for where they are missing, which is reported meanwhile", async () => {
    const OFF = new ProviderOff({ provider: "relay", setting: "POLYMARKET_API_KEY" });
    let known: VenueCredentials | undefined;
    const credentials = Effect.suspend(() =>
      known === undefined ? Effect.fail(OFF) : Effect.succeed(known)
    );
    await listening({ credentials }, async (world) => {
      expect(await whyNoOpening(world)).toBe(OFF);
      await statesCome(world, 1);
      expect(statesOf(world.events)).toEqual([false]);
      expect(await whyNoOpening(world)).toBe(OFF);
      const latest = world.relay.twapFeed.latest({ asset: "btc", windowSec: 60 });
      expect(await world.run(Effect.flip(latest))).toBe(OFF);
      expect(await world.handshakes()).toEqual([]);
      expect(world.calls).toEqual([]);
      known = GOOD;
      await statesCome(world, 2);
      expect(statesOf(world.events)).toEqual([false, true]);
      expect(linesWith(world, "without credentials")).toHaveLength(1);
    });
  });
});
