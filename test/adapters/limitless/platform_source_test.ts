import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import type { Offer } from "../../../app/simulator/season/season.ts";
import { platformSourceContract } from "../../contract/platform_source_contract.ts";
import { listingOf, meetTrouble } from "../../contract/listing_platform.ts";
import { stagedMany } from "../../contract/staged_game.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { stagedOffer } from "../../simulator/season/staged_season.ts";
import { makeLimitlessPlatformSource } from "../../../adapters/limitless/platform_source.ts";
import { makeLimitless, withLimitless } from "./limitless_world.ts";

platformSourceContract({
  name: "limitless",
  gamesOverPage: 30,
  startPlatform: (games, clock) => {
    const offers = games.map((game) => stagedOffer("limitless", game));
    return Effect.map(makeLimitless(() => offers, clock), ({ url }) => url);
  },
  makeSource: (url) => makeLimitlessPlatformSource({ url }),
  isLaterPage: ({ target }) => /page=(?!1&)/.test(target),
  isAbout: () => false,
  skip: [{ reason: "it has one list for all leagues", tests: ["fails for one league alone"] }],
});

const offersOf = (count: number): ReadonlyArray<Offer> =>
  stagedMany("nba", count).map((game) => stagedOffer("limitless", game));

/** One row of a listing, about one match of the nba. */
const row = (slug: string, metadata: Record<string, unknown> = {}, rest = {}) => ({
  slug,
  title: slug,
  automationType: "sports",
  categories: ["Sports", "NBA"],
  metadata: { eventId: "77", homeTeam: "Celtics", awayTeam: "Pistons", ...metadata },
  ...rest,
});

/** Rows about so many matches. */
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, eventId) => row(`row-${eventId}`, { eventId }));

/** What is read of rows that were put. */
const readOf = (rows: ReadonlyArray<unknown>, total = rows.length) =>
  withLimitless(({ put, scan }) =>
    Effect.andThen(put({ data: rows, totalMarketsCount: total }), scan())
  );

describe("the sweep", () => {
  test("asks for whole pages of sports, once for all leagues", async () => {
    const asked = await withLimitless(
      ({ scan, asked }) => Effect.andThen(scan(["nba", "epl", "nfl"]), asked),
      () => offersOf(30),
    );
    const page = (at: number) => `/markets/active?automationType=sports&page=${at}&limit=25`;
    expect(asked).toEqual([page(1), page(2)]);
  });

  test("reads beyond a last page that is full", async () => {
    const [scans, asked] = await withLimitless(
      ({ scan, asked }) => Effect.all([scan(), asked]),
      () => offersOf(50),
    );
    expect(listingOf(scans).isComplete).toBe(true);
    expect(asked.length).toBe(3);
  });

  /** At each call another stretch of these offers, and at last always the same. */
  const moving = (...stretches: ReadonlyArray<readonly [from: number, to: number]>) => {
    const all = offersOf(62);
    let read = 0;
    return () => {
      // The simulator reads each of its four leagues for every call.
      const at = Math.min(Math.floor(read++ / 4), stretches.length - 1);
      return all.slice(...stretches[at] ?? []);
    };
  };

  test.each(
    [
      ["one went", [[0, 60], [1, 60]]],
      ["one came", [[1, 61], [0, 61]]],
      ["one went, and then one came", [[0, 60], [1, 60], [1, 61]]],
      ["one came, and then one went", [[1, 61], [0, 61], [0, 60]]],
    ] as const,
  )("walks again where %s on the way", async (_, stretches) => {
    const [scans, asked] = await withLimitless(
      ({ scan, asked }) => Effect.all([scan(), asked]),
      moving(...stretches),
    );
    const [from, to] = stretches.at(-1) ?? [0, 0];
    expect(asked.length).toBe(6);
    expect(listingOf(scans)).toMatchObject({ isComplete: true, games: { length: to - from } });
  });

  test("is not complete if both walks were disturbed, and returns what it found", async () => {
    const stretches = [[0, 60], [1, 60], [1, 60], [0, 60], [2, 60], [2, 60]] as const;
    const scans = await withLimitless(({ scan }) => scan(), moving(...stretches));
    expect(listingOf(scans)).toMatchObject({ isComplete: false, games: { length: 59 } });
  });

  test("is not complete where the second walk fails", async () => {
    const scans = await withLimitless(Effect.fnUntraced(function* (at) {
      yield* at.put({ data: rowsOf(3), totalMarketsCount: 4 });
      let calls = 0;
      // The first walk ends at its second page, which is empty.
      return yield* at.scanRefused(() => ++calls > 2);
    }));
    expect(listingOf(scans)).toMatchObject({ isComplete: false, games: { length: 3 } });
  });

  test.each([29, 31])("is not complete if the total of 30 rows is given as %i", async (total) => {
    const listing = listingOf(await readOf(rowsOf(30), total));
    expect(listing).toMatchObject({ isComplete: false, games: { length: 30 } });
  });

  test("continues after a page that is not full if the total is larger", async () => {
    const asked = await withLimitless(({ put, scan, asked }) =>
      put({ data: rowsOf(30), totalMarketsCount: 31 }).pipe(
        Effect.andThen(scan()),
        Effect.andThen(asked),
      )
    );
    // Twice: a full one, one that is not, and one that is empty.
    expect(asked.length).toBe(6);
  });

  test.each([2, 3])("is not complete where one of %i rows is met twice", async (total) => {
    const listing = listingOf(await readOf([row("same"), row("same"), row("other")], total));
    expect(listing.isComplete).toBe(false);
    expect(listing.games[0]?.events.map(({ id }) => id)).toEqual(["other", "same"]);
  });
});

troubleContract({
  name: "a scan of Limitless",
  meet: (fault) => withLimitless(meetTrouble(fault), () => offersOf(1)),
  failure: { provider: "limitless" },
  troubles: [
    [{ status: 429, retry_after: 7, times: 1 }, "passes", 2],
    [{ status: 503, times: 2 }, "passes", 3],
    [503, "unreachable", 4],
    [{ status: 429, retry_after: 1 }, "limited", 4],
    [451, "limited", 1],
    [400, "refused", 1],
    ["malformed", "unreadable", 1],
  ],
});

describe("games", () => {
  test("rows of one match are one game, whatever their order", async () => {
    const start = { startMatchTimestampInUTC: 1_795_300_000 };
    const rows = [
      row("b-total"),
      row("a-winner", start, { markets: [{ slug: "celtics" }, { slug: "pistons" }] }),
    ];
    const [forth, back] = [await readOf(rows), await readOf(rows.toReversed())];
    expect(forth).toEqual(back);
    expect(listingOf(forth).games).toMatchObject([{
      source: "limitless",
      key: "event:77",
      league: "nba",
      kickoff: { kind: "at", sec: 1_795_300_000 },
      home: { names: ["Celtics"], codes: [] },
      away: { names: ["Pistons"], codes: [] },
      events: [
        { id: "a-winner", markets: ["celtics", "pistons"] },
        { id: "b-total", markets: ["b-total"] },
      ],
    }]);
  });

  test("a match without an id is known by its row", async () => {
    const rows = [
      row("one", { eventId: null }),
      row("two", { eventId: null, externalMatchId: 5 }),
      row("three", { eventId: undefined, externalMatchId: 5 }),
    ];
    const { games } = listingOf(await readOf(rows));
    expect(games.map(({ key }) => key).toSorted()).toEqual(["market:one", "match:5"]);
  });

  test.each([
    ["another spelling of a side adds it as a name", { homeTeam: "Boston Celtics" }, [
      "Celtics",
      "Boston Celtics",
    ]],
    ["swapped sides add no name", { homeTeam: "Pistons", awayTeam: "Celtics" }, ["Celtics"]],
  ])("%s", async (_, sides, names) => {
    const { games } = listingOf(await readOf([row("a"), row("b", sides)]));
    expect(games).toMatchObject([{ home: { names }, away: { names: ["Pistons"] } }]);
  });

  test.each<[unknown, Record<string, unknown>, object, object]>([
    ["no sides", { homeTeam: null }, {}, { why: "it does not name two sides" }],
    ["one side twice", { homeTeam: "Pistons" }, {}, { why: "it does not name two sides" }],
    ["no league", {}, { categories: ["Sports"] }, { why: "it names no league" }],
    ["two leagues", {}, { tags: ["NFL"] }, { why: "it names no league" }],
    ["another form", { homeTeam: 7 }, {}, { why: "it has an unexpected format" }],
  ])("a row with %s is reported as unread", async (_, metadata, rest, told) => {
    const listing = listingOf(await readOf([row("odd", metadata, rest), row("right")]));
    expect(listing.games.length).toBe(1);
    expect(listing.unread).toMatchObject([{ id: "odd", ...told }]);
    // Without two sides it is a market of the whole season, say; any other may be about any game.
    expect(listing.isComplete).toBe(listing.unread[0]?.why === "it does not name two sides");
  });

  test("rows of one match in two leagues are no game", async () => {
    const scans = await readOf([row("a"), row("b", { leagueName: "Premier League" })]);
    expect(scans.map((_, at) => listingOf(scans, at).games)).toEqual([[], []]);
    expect(scans.map((_, at) => listingOf(scans, at).unread.map(({ id }) => id)))
      .toEqual([["a"], ["b"]]);
    expect(scans.map((_, at) => listingOf(scans, at).isComplete)).toEqual([false, false]);
  });

  test("other sports, computer games and other markets are passed over", async () => {
    const rows = [
      row("brazil", { leagueName: "Brasileirão Série A" }),
      row("women", { leagueName: "Women's Champions League" }),
      row("falcons", { esportTitle: "dota-2" }),
      row("crypto", {}, { automationType: "lumy" }),
      { slug: "season", automationType: "sports", categories: ["Sports"], metadata: {} },
    ];
    const scans = await withLimitless(({ put, scan }) =>
      Effect.andThen(put({ data: rows, totalMarketsCount: 4 }), scan(["nba", "ucl", "seriea"]))
    );
    for (const at of scans.keys()) {
      expect(listingOf(scans, at)).toMatchObject({ games: [], unread: [] });
    }
  });
});
