import { describe, expect, test } from "bun:test";
import { MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { AVERAGES, isCompleteTo, listening, statesOf, toldOf } from "./stream_world.ts";

const SOCKET = "GET /api/v1/ws";

describe("chainlink report stream", () => {
  test("tells all averages from 288 seconds ago on, and each as it is published", async () => {
    const socketsLeft = await listening({}, async ({ events, nowSec, until, sockets, paths }) => {
      const startSec = nowSec();
      await until((events) => isCompleteTo(events, startSec + 30));
      for (const average of AVERAGES) {
        const { firstSec, beforeSec, lost } = toldOf(events, average);
        expect([...lost]).toEqual([]);
        expect(firstSec).toBe(beforeSec + 1);
        // Time passes while the feeds are found.
        expect(firstSec).toBeGreaterThanOrEqual(startSec - 288);
        expect(firstSec).toBeLessThanOrEqual(startSec - 288 + 200);
      }
      expect(statesOf(events)).toEqual([true]);
      expect(await sockets()).toBe(2);
      const streamed = (await paths()).filter((path) => path.startsWith("/api/v1/ws"));
      // Thirteen ids, and their commas as they were signed.
      expect(streamed.map((path) => path.split(",").length)).toEqual([13, 13]);
      // Both connections have looked for it.
      expect(events.filter(({ kind }) => kind === "missing_feed")).toEqual(
        Array(2).fill({ kind: "missing_feed", asset: "hype", stream: "twap_30" }),
      );
    });
    expect(socketsLeft).toBe(0);
  });

  test("fetches what was published while every connection was cut", async () => {
    await listening({}, async ({ events, nowSec, until, cut, fault }) => {
      await until((events) => isCompleteTo(events, nowSec() - 10));
      await fault({ match: SOCKET, kind: "status", status: 503, times: 2 });
      await cut();
      await until((events) => statesOf(events).length === 3);
      const backSec = nowSec();
      await until((events) => isCompleteTo(events, backSec));
      expect(statesOf(events)).toEqual([true, false, true]);
      for (const average of AVERAGES) expect([...toldOf(events, average).lost]).toEqual([]);
    });
  });

  test("stays up while one of its two connections is lost", async () => {
    await listening({}, async ({ events, nowSec, until, settled, fault, sockets }) => {
      await until((events) => isCompleteTo(events, nowSec() - 10));
      await fault({ match: SOCKET, kind: "drop", times: 1 });
      const cutSec = nowSec();
      await until((events) => isCompleteTo(events, cutSec + 30));
      await settled(async () => await sockets() === 2);
      expect(statesOf(events)).toEqual([true]);
    });
  });

  test("replaces connections that fall silent", async () => {
    await listening({}, async ({ nowSec, until, fault, clearFaults, events }) => {
      await until((events) => statesOf(events).length === 1);
      // Both, and whatever is opened in their places, until nothing is heard any more.
      await fault({ match: SOCKET, kind: "stall" });
      const stalledSec = nowSec();
      await until((events) => statesOf(events).length === 2);
      await clearFaults();
      await until((events) => statesOf(events).length === 3);
      await until((events) => isCompleteTo(events, stalledSec + 60));
      expect(statesOf(events)).toEqual([true, false, true]);
    });
  });

  test("leaves a feed out that the account may not read", async () => {
    const feeds = new Map([...MAINNET_FEEDS, ["doge:twap_60", `0x0002${"ab".repeat(30)}`]]);
    await listening({ feeds }, async ({ events, until, paths }) => {
      const isUnread = ({ asset, stream }: (typeof AVERAGES)[number]) =>
        asset === "doge" && stream === "twap_60";
      const others = AVERAGES.filter((average) => !isUnread(average));
      const unread = toldOf(events, { asset: "doge" });
      // The first handshake is for it too: what was published before that is lost one by one.
      const openedSec = () => unread.beforeSec + 288;
      await until((events) =>
        others.every((average) => toldOf(events, average).lastSec > openedSec() + 10) &&
        unread.beforeSec > 0
      );
      expect([...unread.reported]).toEqual([]);
      expect(unread.lastSec).toBeLessThanOrEqual(openedSec());
      expect(events).toContainEqual({ kind: "missing_feed", asset: "doge", stream: "twap_60" });
      const asked = (await paths()).filter((path) => path.startsWith("/api/v1/reports/latest"));
      expect(asked.length).toBeGreaterThanOrEqual(7);
    });
  });

  test("makes one connection where the host names no origins", async () => {
    const prepare = [{ match: "HEAD /", kind: "status", status: 404 }];
    await listening({ prepare }, async ({ until, sockets, nowSec }) => {
      const startSec = nowSec();
      await until((events) => isCompleteTo(events, startSec + 10));
      expect(await sockets()).toBe(1);
    });
  });
});
