import { describe, expect, test } from "bun:test";
import { makeOracleSeries } from "../../../../app/simulator/chainlink/oracle_series.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { type Asset, ASSETS } from "../../../../core/market/mod.ts";
import type { LiveEvent } from "../../../../core/port/mod.ts";
import { type Listening, listening, publishedOf, statesOf } from "./relay_world.ts";

/** Whether all assets are published up to this second, without a hole. */
const isCompleteTo = (events: ReadonlyArray<LiveEvent>, untilSec: number) =>
  ASSETS.every((asset) => publishedOf(events, asset).completeSec >= untilSec);

/** The seconds that the simulated oracle averages, and their values. */
const series = makeOracleSeries(makeWorld(1));

function expectRight(events: ReadonlyArray<LiveEvent>) {
  for (const asset of ASSETS) {
    for (const [sec, priceE18] of publishedOf(events, asset).points) {
      const report = series.of(asset, "twap_60")?.next(sec);
      expect(report?.observedSec).toBe(sec);
      expect(report?.priceE18).toBe(priceE18);
    }
  }
}

const exists = (asset: Asset, sec: number) =>
  series.of(asset, "twap_60")?.next(sec)?.observedSec === sec;

/** Time passes until the first snapshot: it does not reach the first seconds any more. */
const BEGIN_SEC = 40;

/** No second that the oracle has is published as lost. */
function expectNothingLost(events: ReadonlyArray<LiveEvent>) {
  for (const asset of ASSETS) {
    const { lost, beforeSec } = publishedOf(events, asset);
    const lostSecs = [...lost].filter((sec) => sec > beforeSec + BEGIN_SEC);
    expect(lostSecs.filter((sec) => exists(asset, sec))).toEqual([]);
  }
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
      expectNothingLost(events);
      expect(statesOf(events)).toEqual([true]);
      expect(await sockets()).toBe(1);
      expect(calls.every((ok) => ok)).toBe(true);
    });
  });

  test("recovers what was lost on its way, and what the relay reports as dropped", async () => {
    await listening({}, async ({ events, nowSec, until, fault, control, handshakes, log }) => {
      await until((events) => isCompleteTo(events, nowSec() - 10));
      await fault({ kind: "malformed", times: 10 });
      const cutSec = nowSec();
      await until((events) => isCompleteTo(events, cutSec + 10));
      await fault({ kind: "lost_reply", times: 9 });
      const lostSec = nowSec();
      await until((events) => isCompleteTo(events, lostSec + 10));
      await control("POST", "/__drop", { frames: 20 });
      const droppedSec = nowSec();
      await until((events) => isCompleteTo(events, droppedSec + 10));
      await control("POST", "/__drop", { frames: 20, dense: true });
      const denseSec = nowSec();
      await until((events) => isCompleteTo(events, denseSec + 10));
      expectRight(events);
      expectNothingLost(events);
      expect(log.filter((line) => line.includes("Cannot use a frame"))).toHaveLength(1);
      expect(await handshakes()).toHaveLength(1);
    });
  });

  test.each([
    ["is drained", "/__drain", {}],
    ["goes away", "/__close", { code: 4999 }],
  ])("comes back when the relay %s, with what was published meanwhile", async (_, path, body) => {
    await listening({}, async ({ events, nowSec, until, control, calls }) => {
      await until((events) => isCompleteTo(events, nowSec() - 10));
      await control("POST", path, body);
      await until((events) => statesOf(events).length === 3);
      const backSec = nowSec();
      await until((events) => isCompleteTo(events, backSec));
      expect(statesOf(events)).toEqual([true, false, true]);
      expectRight(events);
      expectNothingLost(events);
      expect(calls).toContain(false);
    });
  });

  test("waits as long as a refused handshake requires", async () => {
    const prepare = ({ fault }: { fault: (fault: Record<string, unknown>) => Promise<void> }) =>
      fault({ kind: "status", status: 503, times: 2, retry_after: 4 });
    await listening({ prepare }, async ({ until, handshakes }) => {
      await until((events) => statesOf(events).at(-1) === true);
      const [first, asked, second] = await handshakes();
      expect([first?.status, asked?.status, second?.status]).toEqual([503, 503, 101]);
      expect((second?.atMs ?? 0) - (asked?.atMs ?? 0)).toBeGreaterThanOrEqual(3_900);
    });
  });
});

describe("polymarket relay", () => {
});
