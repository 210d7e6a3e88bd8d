import { afterAll, describe, expect, test } from "bun:test";
import { control, ms } from "../../kit/support.ts";
import { GAMES_NOW, marketsOf, startGameVenue, type Wire } from "./venue_games_world.ts";

const { clock, simulator, ask, walk, url } = startGameVenue();
afterAll(() => simulator.stop());

/** Dozens of calls that read all games. */
const MANY_PAGES_MS = 300_000;

const NBA = "series_id=10345";
const GAMES = "tag_slug=games";
const ids = (rows: ReadonlyArray<Wire>) => rows.map(({ id }) => id);
const secOf = (text: unknown) => ms(String(text)) / 1000;

describe("lists with games", () => {
  test.each(
    [
      ["events", NBA, 7],
      ["events", `${GAMES}&order=startTime&ascending=false`, 100],
      ["events", "closed=false&order=endDate", 500],
      ["events", `${NBA}&order=volume&ascending=false`, 30],
      ["markets", "game_id=GAME", 1],
      ["markets", `${NBA}&sports_market_types=spreads`, 10],
    ] as const,
  )("pages of %s?%s show every row once, in order", async (kind, asked, limit) => {
    const [nba] = await walk("events", `${NBA}&closed=false`);
    const query = asked.replace("GAME", String(nba?.["gameId"]));
    const paged = ids(await walk(kind, query, limit));
    expect(paged.length).toBeGreaterThan(1);
    expect(new Set(paged).size).toBe(paged.length);
    const whole: unknown[] = [];
    for (let offset = 0; offset < Math.min(paged.length, 2_900); offset += 100) {
      const path = `/${kind}?${query}&limit=100&offset=${offset}`;
      whole.push(...ids((await ask<ReadonlyArray<Wire>>(path)).body));
    }
    const compared = Math.min(whole.length, paged.length);
    expect(paged.slice(0, compared)).toEqual(whole.slice(0, compared));
  }, MANY_PAGES_MS);

  test("are sorted among windows and topics", async () => {
    const rows = await walk(
      "events",
      "closed=false&order=endDate&end_date_max=2026-11-21T00:00:00Z",
    );
    const ends = rows.map(({ endDate }) => secOf(endDate));
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    const isGame = ({ gameId }: Wire) => gameId !== undefined;
    const changes = rows.filter((row, at) => isGame(row) !== isGame(rows[at + 1] ?? row));
    expect(changes.length).toBeGreaterThan(10);
  });

  test("are counted with them", async () => {
    type Page = { pagination: { totalResults: number } };
    const count = async (query: string) =>
      (await ask<Page>(`/events/pagination?${query}`)).body.pagination.totalResults;
    const [open, closed, all] = await Promise.all(
      ["closed=false", "closed=true", ""].map((query) => count(`${NBA}&${query}`)),
    );
    expect(all).toBe((await walk("events", NBA)).length);
    expect((open ?? 0) + (closed ?? 0)).toBe(all ?? 0);
    expect(Math.min(open ?? 0, closed ?? 0)).toBeGreaterThan(10);
  });
});

describe("filters", () => {
  test("each matches exactly its games, of all games", async () => {
    // Some topics are tagged as games too, and are not of the season.
    const walkGames = async (query: string) =>
      (await walk("events", query)).filter(({ sport }) => sport !== undefined);
    const base = `${GAMES}&end_date_min=2026-11-19T18:00:00Z&end_date_max=2026-11-21T06:00:00Z`;
    const all = await walkGames(base);
    expect(all.length).toBeGreaterThan(100);
    const [from, to] = ["2026-11-20T00:00:00Z", "2026-11-21T00:00:00Z"];
    const [one] = all.filter(({ live }) => live === true);
    const starts = (event: Wire) =>
      event["startTime"] === undefined ? undefined : secOf(event["startTime"]);
    const filters: ReadonlyArray<readonly [string, (event: Wire) => boolean]> = [
      ["closed=true", ({ closed }) => closed === true],
      ["closed=false", ({ closed }) => closed === false],
      ["live=true", ({ live }) => live === true],
      ["live=false", ({ live }) => live === false],
      ["event_date=2026-11-20", ({ eventDate }) => eventDate === "2026-11-20"],
      [`game_id=${one?.["gameId"]}`, ({ gameId }) => gameId === one?.["gameId"]],
      [`start_time_min=${from}`, (event) => (starts(event) ?? -Infinity) >= secOf(from)],
      [`start_time_max=${to}`, (event) => (starts(event) ?? Infinity) <= secOf(to)],
      ["series_id=10188", ({ seriesSlug }) => seriesSlug === "epl-2026"],
      [
        "series_id=10188&series_id=3",
        ({ seriesSlug }) => ["epl-2026", "mlb-2026"].includes(String(seriesSlug)),
      ],
      ["tag_id=745", ({ sport }) => (sport as Wire)["sport"] === "nba"],
      [
        "exclude_tag_id=100350",
        ({ sport }) => !["epl", "lal", "mls", "wsl"].includes(String((sport as Wire)["sport"])),
      ],
      ["volume_min=100000", ({ volume }) => Number(volume) >= 100_000],
      ["archived=true", () => false],
    ];
    for (const [query, isKept] of filters) {
      const found = ids(await walkGames(`${base}&${query}`));
      expect([query, found]).toEqual([query, ids(all.filter(isKept))]);
      if (query !== "archived=true") {
        expect([query, found.length > 0, found.length < all.length]).toEqual([query, true, true]);
      }
    }
  });

  test("by start omit rows without a shown start", async () => {
    const wide = "start_time_min=2020-01-01T00:00:00Z&start_time_max=2036-01-01T00:00:00Z";
    const silent = (await walk("events", GAMES))
      .filter(({ startTime, sport }) => startTime === undefined && sport !== undefined);
    expect(silent.length).toBeGreaterThan(0);
    const series = new Set(silent.map((event) => ((event["sport"] as Wire)["series"])));
    for (const id of series) {
      const events = await walk("events", `series_id=${id}&${wide}`);
      expect(events.length).toBeGreaterThan(5);
      expect(events.filter(({ startTime }) => startTime === undefined)).toEqual([]);
    }
    // Topics, which show none either, are not windows.
    expect(await walk("events", `tag_slug=weather&${wide}`)).toEqual([]);
    const near = "start_time_min=2026-11-20T12:00:00Z&start_time_max=2026-11-20T12:10:00Z";
    const windows = await walk("events", `series_id=10684&${near}`);
    expect(windows.map(({ startTime }) => startTime)).toEqual([
      "2026-11-20T12:00:00Z",
      "2026-11-20T12:05:00Z",
      "2026-11-20T12:10:00Z",
    ]);
  }, MANY_PAGES_MS);

  test("of markets match each market separately", async () => {
    const events = await walk("events", `${NBA}&closed=false`);
    const markets = events.flatMap(marketsOf);
    expect(ids(await walk("markets", NBA))).toEqual(ids(markets));
    const totals = markets.filter(({ sportsMarketType }) => sportsMarketType === "totals");
    expect(ids(await walk("markets", `${NBA}&sports_market_types=totals`))).toEqual(ids(totals));
    expect(totals.length).toBeGreaterThan(5);
    const [event] = events;
    expect(ids(await walk("markets", `game_id=${event?.["gameId"]}`)))
      .toEqual(ids(markets.filter(({ gameId }) => gameId === String(event?.["gameId"]))));
  });
});

describe("a staged event", () => {
  test("replaces the season's event of its id or its slug, in every list", async () => {
    const [event] = await walk("events", `${NBA}&closed=false`);
    const { id, slug } = { id: String(event?.["id"]), slug: String(event?.["slug"]) };
    const before = await walk("events", NBA);
    await control(`${url}/__event`, "PUT", { ...event, score: "1-0", live: true });
    const lists = [
      NBA,
      `${NBA}&closed=false&live=true`,
      `game_id=${event?.["gameId"]}`,
      `id=${id}`,
    ];
    for (const query of [...lists, `slug=${slug}`]) {
      for (const path of ["/events?", "/events/keyset?", "/events/pagination?"]) {
        const { body } = await ask<Readonly<Record<string, ReadonlyArray<Wire>>>>(
          `${path}${query}&limit=100`,
        );
        const rows = Array.isArray(body) ? body : body["events"] ?? body["data"] ?? [];
        const found = (rows as ReadonlyArray<Wire>).filter((row) => row["slug"] === slug);
        expect([path, query, found.map(({ score }) => score)]).toEqual([path, query, ["1-0"]]);
      }
    }
    expect(ids(await walk("events", NBA))).toEqual(ids(before));
    await control(`${url}/__event`, "PUT", { id, slug: "another-slug", markets: [] });
    expect((await ask(`/events/slug/${slug}`)).status).toBe(404);
    expect((await ask(`/markets/${marketsOf(event)[0]?.["id"]}`)).status).toBe(200);
    await control(`${url}/__event`, "PUT", { id: "990001", slug: "mine", gameId: 4711 });
    expect(await walk("events", "game_id=4711")).toMatchObject([{ slug: "mine" }]);
  });
});

test("nothing is listed before its time, and names never change", async () => {
  const first = await walk("events", GAMES);
  expect(first.filter(({ startDate }) => secOf(startDate) > clock.nowMs() / 1000)).toEqual([]);
  clock.set(ms(GAMES_NOW) + 86_400_000);
  const later = new Map((await walk("events", GAMES)).map((event) => [event["id"], event]));
  clock.set(ms(GAMES_NOW));
  const staying = first.filter(({ id }) => later.has(id));
  expect(staying.length).toBeGreaterThan(first.length * 0.8);
  expect(later.size).toBeGreaterThan(staying.length);
  for (const { id, slug, gameId } of staying) {
    expect(later.get(id)).toMatchObject({ slug, ...(gameId === undefined ? {} : { gameId }) });
  }
}, MANY_PAGES_MS);
