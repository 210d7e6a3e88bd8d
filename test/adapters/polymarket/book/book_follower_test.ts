import { describe, expect, test, vi } from "bun:test";
import { bookFrame, changeFrame, CONDITION_ID } from "./book_frames.ts";
import { startFollower, startVenue } from "./follower_world.ts";
import { moveTime } from "../../outbound/moved_time.ts";

const over = (...assets_ids: ReadonlyArray<string>) => ({
  event_type: "market_resolved",
  assets_ids,
  market: CONDITION_ID,
});

describe("the connection of a book follower", () => {
  test("is made when something is followed, and not before", async () => {
    using time = moveTime();
    using venue = startVenue();
    await using follower = await startFollower({ wsUrl: venue.url });
    follower.follow();
    await time.pass(50);
    expect(venue.paths).toEqual([]);
    expect(follower.calls).toEqual([]);
    follower.follow("1");
    expect(follower.known("1")).toBe("");
    await time.until(() => follower.known("1") !== "");
    expect(venue.paths).toEqual(["/ws/market"]);
    expect(venue.texts.map((text) => JSON.parse(text))).toEqual([
      { assets_ids: ["1"], type: "market", custom_feature_enabled: true },
    ]);
    expect(follower.calls).toMatchObject([{ provider: "venue stream", ok: true }]);
  });

  test("is one for all, and ends with the last of them as if nothing were wrong", async () => {
    using time = moveTime();
    using venue = startVenue();
    await using follower = await startFollower({ wsUrl: venue.url });
    follower.follow("1");
    await time.until(() => follower.known("1") !== "");
    follower.follow("2");
    await time.until(() => follower.known("1", "2") === "1,2");
    expect(venue.texts.slice(1).map((text) => JSON.parse(text)))
      .toEqual([{ operation: "subscribe", assets_ids: ["2"] }]);
    venue.send(over("1"));
    venue.send(over("2"));
    await time.until(() => venue.openCount() === 0);
    expect(venue.paths).toHaveLength(1);
    expect(follower.known("1", "2")).toBe("");
    expect(follower.calls.map(({ ok }) => ok)).toEqual([true]);
    expect(follower.warnings).toEqual([]);
    // Nothing is to be done now, and nothing waits for its time.
    await time.pass(60_000);
    expect(vi.getTimerCount()).toBe(0);
    follower.follow("3");
    await time.until(() => follower.known("1", "2", "3") === "3");
    expect(venue.paths).toHaveLength(2);
  });

  test("is made again after a cut, and without it there are no books", async () => {
    using time = moveTime();
    using venue = startVenue();
    await using follower = await startFollower({ wsUrl: venue.url });
    follower.follow("1");
    follower.follow("2");
    await time.until(() => follower.known("1", "2") === "1,2");
    venue.behave({ isTelling: false });
    venue.cut();
    await time.until(() => venue.paths.length === 2 && venue.openCount() === 1);
    expect(follower.known("1", "2")).toBe("");
    venue.send(changeFrame([{ level: ["0.41", "7"] }]));
    venue.send(bookFrame({ tokenId: "2" }));
    await time.until(() => follower.known("1", "2") === "2");
    expect(JSON.parse(venue.texts.at(-1) ?? "")).toMatchObject({ assets_ids: ["1", "2"] });
    expect(follower.calls.map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(follower.warnings).toEqual(["Lost the connection"]);
  });
});

describe("a venue of books that", () => {
  test("answers pings and tells nothing at all is left", async () => {
    using time = moveTime();
    using venue = startVenue({ isTelling: false });
    await using follower = await startFollower({ wsUrl: venue.url, silenceMsMax: 12_000 });
    follower.follow("1");
    // As the venue documents it, it is sent a ping every ten seconds.
    expect(await time.until(() => venue.texts.includes("PING"))).toBeWithin(9_000, 11_500);
    await time.until(() => venue.paths.length === 2);
    expect(follower.known("1")).toBe("");
  });

  test("sends garbage loses its books only, and is told of in the log once", async () => {
    using time = moveTime();
    using venue = startVenue();
    await using follower = await startFollower({ wsUrl: venue.url });
    follower.follow("1", "2");
    await time.until(() => follower.known("1", "2") === "1,2");
    venue.sendText('{"event_type":"book","asset_id":"1"');
    await time.until(() => follower.known("1", "2") === "");
    await time.until(() => follower.warnings.length > 0);
    // What was lost so soon is asked for a second after it was asked for.
    await time.until(() => follower.known("1", "2") === "1,2");
    expect(venue.texts.slice(1).map((text) => JSON.parse(text))).toEqual([
      { operation: "unsubscribe", assets_ids: ["1", "2"] },
      { operation: "subscribe", assets_ids: ["1", "2"] },
    ]);
    venue.sendText("\u0000\u0001");
    await time.until(() => follower.known("1", "2") === "");
    await time.pass(600);
    expect(follower.warnings).toEqual(["Cannot rely on a book"]);
    expect(venue.paths).toHaveLength(1);
  });
});
