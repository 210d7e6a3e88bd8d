import { describe, expect, test } from "bun:test";
import { Clock, Effect, Result } from "effect";
import { makeKalshiPlatformSource } from "../../../adapters/kalshi/platform_source.ts";
import type { LeagueCode } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { platformSourceContract } from "../../contract/platform_source_contract.ts";
import { STAGED_KICKOFFS } from "../../contract/staged_game.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { ms } from "../../simulator/kit/support.ts";
import { makeKalshi, NOW, type Row, withKalshi } from "./kalshi_world.ts";
import { wireOf } from "./staged_listing.ts";

platformSourceContract({
  name: "kalshi",
  gamesOverPage: 201,
  startPlatform: Effect.fnUntraced(function* (games, clock) {
    const kalshi = yield* makeKalshi(clock);
    const wired = games.map((game) => wireOf(game, STAGED_KICKOFFS[0] ?? UnixSec(0)));
    yield* kalshi.put({
      events: wired.flatMap(({ events }) => events),
      milestones: wired.flatMap(({ milestones }) => milestones),
    });
    return kalshi.url;
  }),
  makeSource: (url) => makeKalshiPlatformSource({ url }),
  isLaterPage: ({ target }) => target.includes("cursor="),
  isAbout: ({ target }, league) => target.includes(`series_ticker=KX${league.toUpperCase()}`),
});

const WINDOW = {
  startSec: UnixSec(ms(NOW) / 1000 - 2 * 86_400),
  endSec: UnixSec(ms(NOW) / 1000 + 14 * 86_400),
};

/** What the tickers of games begin with. */
const GAME = "KXNHLGAME-26NOV21";

/** Scans a Kalshi that makes this trouble. */
function look(
  fault: Row | undefined,
  { leagues = ["nhl"], callsPerSec }: {
    readonly leagues?: ReadonlyArray<LeagueCode>;
    readonly callsPerSec?: number;
  } = {},
) {
  return withKalshi(Effect.fnUntraced(function* (kalshi) {
    yield* kalshi.put({ events: [] });
    if (fault !== undefined) yield* kalshi.fault(fault);
    const source = yield* makeKalshiPlatformSource({ url: kalshi.url, callsPerSec });
    const startedMs = yield* Clock.currentTimeMillis;
    const scans = yield* source.scan({ leagues, window: WINDOW });
    const tookMs = (yield* Clock.currentTimeMillis) - startedMs;
    return { scans, asked: yield* kalshi.asked, tookMs };
  }));
}

const reasonsOf = ({ scans }: Awaited<ReturnType<typeof look>>): ReadonlyArray<string> =>
  scans.map(({ outcome }) => Result.isFailure(outcome) ? outcome.failure.reason : "none");

describe("a scan of Kalshi", () => {
  test("asks for every series of the league, and for what has closed in a week", async () => {
    const { asked } = await look(undefined);
    const queries = asked.map((path) => new URL(path, "http://x").searchParams);
    expect(queries.map((query) => query.get("series_ticker")))
      .toEqual(["KXNHLGAME", "KXNHLSPREAD", "KXNHLTOTAL"]);
    for (const query of queries) {
      expect(query.get("status")).toBeNull();
      expect(query.get("limit")).toBe("200");
      expect(Number(query.get("min_close_ts"))).toBe(WINDOW.startSec - 7 * 86_400);
    }
  });

  troubleContract({
    name: "a scan of Kalshi",
    meet: async (fault) => {
      const { scans, asked, tookMs } = await look(fault);
      return { results: scans.map(({ outcome }) => outcome), calls: asked.length, tookMs };
    },
    troubles: [
      [{ status: 503, times: 2 }, "passes", 5],
      [{ status: 429, times: 2, retry_after: 3 }, "passes", 5],
      [{ status: 429, times: 1, retry_after: 7 }, "passes", 4],
      [429, "limited", 4],
      [{ status: 429, retry_after: 600 }, "limited", 1],
      [503, "unreachable", 4],
      [400, "refused", 1],
      ["malformed", "unreadable", 1],
    ],
  });

  test("keeps below the limit of a caller without a key, at any pace that is set", async () => {
    const leagues: ReadonlyArray<LeagueCode> = ["nfl", "nba", "mlb", "nhl", "epl", "mls", "ucl"];
    const seen = await look(undefined, { leagues });
    expect(new Set(reasonsOf(seen))).toEqual(new Set(["none"]));
    expect(seen.asked.length).toBeGreaterThan(20);
    const hasty = await look(undefined, { leagues, callsPerSec: 1_000 });
    // What is refused is asked again a second later.
    expect(hasty.asked.length).toBeGreaterThan(seen.asked.length);
  });

  test("fails for a league without a known series", async () => {
    expect(reasonsOf(await look(undefined, { leagues: ["wsl"] }))).toEqual(["unreadable"]);
  });

  const CIRCLE = ["", "a", "b", "a"];
  test.each<[string, number, ReadonlyArray<string> | undefined, string | undefined]>([
    ["a cursor leads in a circle", 3 * 3, CIRCLE, undefined],
    ["a page does not say whether it is the last", 3 * 2, ["", "a"], undefined],
    ["one series of several is not", 2 + 3, CIRCLE, "KXNHLTOTAL"],
    ["the pages do not end", 3 * 40, undefined, undefined],
  ])("is not complete where %s, and ends", async (_, calls, cursors, series) => {
    const found = await withCircle(cursors, series);
    expect(found.scans).toMatchObject([{ outcome: { success: { isComplete: false } } }]);
    expect(found.calls).toBe(calls);
  });

  test.each<[string, Row, boolean]>([
    ["a game of another form", { event_ticker: `${GAME}BOSNYR`, title: 7 }, false],
    ["a game without sides", { event_ticker: `${GAME}BOSNYR`, title: "Tonight" }, false],
    ["a spread of another form", { event_ticker: "KXNHLSPREAD-26NOV21BOSNYR", title: 7 }, true],
  ])("is complete with %s unread, or not", async (_, event, expected) => {
    const scans = await withKalshi(Effect.fnUntraced(function* (kalshi) {
      yield* kalshi.put({ events: [event] });
      const source = yield* makeKalshiPlatformSource({ url: kalshi.url });
      return yield* source.scan({ leagues: ["nhl"], window: WINDOW });
    }));
    expect(scans).toMatchObject([{
      outcome: { success: { games: [], isComplete: expected, unread: [{}] } },
    }]);
  });
});

/** A list whose pages, of one series or of each, name these cursors in turn, or ever new ones. */
function withCircle(cursors?: ReadonlyArray<string>, series?: string) {
  let calls = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      calls += 1;
      const query = new URL(request.url).searchParams;
      if (series !== undefined && query.get("series_ticker") !== series) {
        return Response.json({ events: [], cursor: "" });
      }
      const given = query.get("cursor") ?? "";
      const next = cursors === undefined ? `${calls}` : cursors[cursors.indexOf(given) + 1];
      return Response.json({ events: [], cursor: next });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return withKalshi(Effect.fnUntraced(function* () {
    const source = yield* makeKalshiPlatformSource({ url });
    const scans = yield* source.scan({ leagues: ["nhl"], window: WINDOW });
    yield* Effect.promise(() => server.stop(true));
    return { scans, calls };
  }));
}
