import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeSxBetPlatformSource } from "../../../adapters/sx_bet/platform_source.ts";
import type { LeagueScan } from "../../../core/port/platform_source.ts";
import { platformSourceContract } from "../../contract/platform_source_contract.ts";
import { listingOf, meetTrouble } from "../../contract/listing_platform.ts";
import { stagedMany } from "../../contract/staged_game.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { stagedOffer } from "../../simulator/season/staged_season.ts";
import { listing, market } from "./put_markets.ts";
import { makeSxBet, withSxBet } from "./sx_bet_world.ts";

platformSourceContract({
  name: "sx_bet",
  gamesOverPage: 110,
  startPlatform: (games, clock) => {
    const offers = games.map((game) => stagedOffer("sx_bet", game));
    return Effect.map(makeSxBet(() => offers, clock), ({ url }) => url);
  },
  makeSource: (url) => makeSxBetPlatformSource({ url }),
  isLaterPage: ({ target }) => target.includes("paginationKey="),
  isAbout: ({ target }, league) => target.includes(`leagueId=${league === "nba" ? 1 : 29}&`),
});

/** What is read of a list of the NFL's markets that is answered with this body. */
const scanOf = (body: object) =>
  withSxBet(Effect.fnUntraced(function* ({ fault, scan, asked }) {
    yield* fault({ match: "GET /markets", kind: "status", status: 200, body });
    return { listing: listingOf(yield* scan(["nfl"])), calls: (yield* asked).length };
  }));

describe("the sweep", () => {
  test("asks one sport for its leagues once, and the NFL's not at all", async () => {
    const asked = await withSxBet(Effect.fnUntraced(function* ({ scan, asked }) {
      yield* scan(["nfl", "epl", "mls"]);
      yield* scan(["epl"]);
      return yield* asked;
    }));
    const markets = (id: number) => `/markets/active?leagueId=${id}&pageSize=100`;
    expect(asked.toSorted()).toEqual([
      "/leagues?sportId=5",
      markets(243),
      markets(29),
      markets(29),
      markets(9001),
    ]);
  });

  test("a failed request for leagues is repeated", async () => {
    const scans = await withSxBet(Effect.fnUntraced(function* ({ scan, fault }) {
      yield* fault({ match: "GET /leagues", kind: "status", status: 403, times: 1 });
      return [yield* scan(["epl", "nfl"]), yield* scan(["epl", "nfl"])];
    }));
    expect(scans.map((scan) => scan.map(({ outcome }) => Result.isSuccess(outcome))))
      .toEqual([[false, true], [true, true]]);
  });

  test("a league that the platform does not know is not reported as scanned", async () => {
    const scans = await withSxBet(({ scan }) => scan(["nwsl", "seriea", "atp"]));
    expect(scans.map((_, at) => listingOf(scans, at))).toEqual([
      { games: [], unread: [], isComplete: false },
      { games: [], unread: [], isComplete: true },
      // Some tournament may be labelled without its tour.
      { games: [], unread: [], isComplete: false },
    ]);
  });

  test("a league with two ids is scanned at both", async () => {
    const soccer = { sportId: 5, sportLabel: "Soccer" };
    const old = { ...soccer, leagueId: 29, leagueLabel: "English Premier League" };
    const renewed = { ...soccer, leagueId: 77, leagueLabel: "England Premier League" };
    const markets = [market("0x1", { ...old, sportXeventId: "L1" }), market("0x2", renewed)];
    const scans = await withSxBet(({ put, scan }) =>
      Effect.andThen(put(listing(markets)), scan(["epl"]))
    );
    expect(listingOf(scans).games.map(({ key }) => key).toSorted()).toEqual(["L1", "L18870109"]);
  });

  test("markets come and go, and the walk goes on where it was", async () => {
    const all = stagedMany("nba", 250).map((game) => stagedOffer("sx_bet", game));
    let reads = 0;
    // At the first page there are 240, and later those at its end are gone and ten more have come.
    const offers = () => ++reads <= 8 ? all.slice(0, 240) : [...all.slice(0, 90), ...all.slice(95)];
    const scans = await withSxBet(({ scan }) => scan(["nba"]), offers);
    const { isComplete, games } = listingOf(scans);
    expect(isComplete).toBe(true);
    expect(games.length).toBe(250);
  });

  test("a key that leads round in circles ends the walk", async () => {
    const data = { markets: [market("0x1")], nextKey: "a" };
    const { listing, calls } = await scanOf({ status: "success", data });
    expect(listing).toMatchObject({ isComplete: false, games: [{ key: "L18870109" }] });
    expect(calls).toBe(2);
  });

  test.each(["", null])("a last page may have the next key %j", async (nextKey) => {
    const data = { markets: [market("0x1")], nextKey };
    expect((await scanOf({ status: "success", data })).listing.isComplete).toBe(true);
  });

  test("markets of another league are not ours, and we have not seen ours", async () => {
    const others = market("0x2", { leagueId: 1, sportXeventId: "L2" });
    const { listing: read } = await scanOf(listing([market("0x1"), others]));
    expect(read).toMatchObject({ isComplete: false, games: [{ key: "L18870109" }] });
    expect(read.games.length).toBe(1);
  });
});

describe("troubles of the provider", () => {
  test("its pace keeps us below what it allows", async () => {
    const [scans, asked, tookMs] = await withSxBet(Effect.fnUntraced(function* (at) {
      const beforeMs = at.nowMs();
      const scans: Array<LeagueScan> = [];
      for (let look = 0; look < 60; look += 1) scans.push(...yield* at.scan(["nfl"]));
      return [scans, (yield* at.asked).length, at.nowMs() - beforeMs] as const;
    }));
    expect(scans.every(({ outcome }) => Result.isSuccess(outcome))).toBe(true);
    expect(asked).toBe(60);
    expect(tookMs / asked).toBeGreaterThan(60_000 / 500);
  });

  troubleContract({
    name: "a scan of SX Bet",
    meet: (fault) => withSxBet(meetTrouble(fault, ["nfl"])),
    failure: { provider: "sx_bet" },
    troubles: [
      [{ status: 429, retry_after: 40, times: 1 }, "passes", 2],
      [{ status: 503, times: 2 }, "passes", 3],
      [503, "unreachable", 4],
      [{ status: 429, retry_after: 1 }, "limited", 4],
      [451, "limited", 1],
      [400, "refused", 1],
      [{ status: 200, body: { status: "failure" } }, "refused", 1],
      [{ status: 200, body: { status: "success" } }, "unreadable", 1],
      ["malformed", "unreadable", 1],
    ],
  });
});
