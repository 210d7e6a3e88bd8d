import { afterAll, describe, expect, test } from "bun:test";
import { LEAGUE_FACTS, LEAGUES } from "../../../../core/game/mod.ts";
import { easternDay, toDayText, UnixSec } from "../../../../core/time/mod.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { ms } from "../../kit/support.ts";
import { wrongFields } from "./venue_fields.ts";
import { listIn, marketsOf, startGameVenue, type Wire } from "./venue_games_world.ts";

const { simulator, ask, walk } = startGameVenue();
afterAll(() => simulator.stop());

const all = await walk("events", "tag_slug=games");
/** The topics that look like games are none of the season. */
const games = all.filter(({ sport }) => sport !== undefined);
expect(games.length).toBeGreaterThan(300);
const mains = games.filter(({ parentEventId }) => parentEventId === undefined);
const sportOf = ({ sport }: Wire) => String((sport as Wire)["sport"]);
const isSoccer = (event: Wire) => ["epl", "lal", "mls", "wsl"].includes(sportOf(event));
const teamsOf = ({ teams }: Wire) => teams as ReadonlyArray<Wire>;
const secOf = (text: unknown) => ms(String(text)) / 1000;

describe("an event about a game", () => {
  test("shows its start, and no other field shows it by accident", () => {
    for (const event of games) {
      const { startTime, startDate, endDate, eventDate } = event;
      if (startTime === undefined) {
        expect(eventDate).toBeUndefined();
        expect(marketsOf(event).map(({ gameStartTime }) => gameStartTime))
          .toEqual(marketsOf(event).map(() => undefined));
        continue;
      }
      expect(endDate).toBe(startTime);
      expect(secOf(startDate)).not.toBe(secOf(startTime));
      expect(eventDate).toBe(toDayText(easternDay(UnixSec(secOf(startTime)))));
      const spaced = String(startTime).replace("T", " ").replace("Z", "+00");
      for (const { gameStartTime } of marketsOf(event)) expect(gameStartTime).toBe(spaced);
    }
  });

  test("has two teams, one of each side, in the order of its sport and title", () => {
    for (const event of games) {
      const { ordering } = event["sport"] as Wire;
      expect(ordering).toBe(isSoccer(event) ? "home" : "away");
      const other = ordering === "home" ? "away" : "home";
      expect(teamsOf(event).map((team) => team["ordering"])).toEqual([ordering, other]);
      const [title] = String(event["title"]).split(" - ");
      const called = (title ?? "").split(" vs. ");
      for (const [at, { name, alias }] of teamsOf(event).entries()) {
        expect([name, alias]).toContain(called[at] ?? "");
      }
    }
  });

  test("has a slug of its sport, its codes and a day, each slug once", () => {
    expect(new Set(games.map(({ slug }) => slug)).size).toBe(games.length);
    for (const event of games) {
      const codes = teamsOf(event).map(({ abbreviation }) => abbreviation);
      expect(String(event["slug"])).toStartWith(`${[sportOf(event), ...codes].join("-")}-2026-`);
    }
  });

  test("has the UTC day in its slug in some leagues, and the Eastern one in others", () => {
    const night = mains.filter(({ startTime, eventDate, slug }) =>
      startTime !== undefined && !String(startTime).startsWith(String(eventDate)) &&
      /-\d{4}-\d{2}-\d{2}$/.test(String(slug))
    );
    const share = (sport: string, day: (event: Wire) => unknown) => {
      const own = night.filter((event) => sportOf(event) === sport);
      expect(own.length).toBeGreaterThan(2);
      return own.filter((event) => String(event["slug"]).endsWith(String(day(event)))).length /
        own.length;
    };
    // A game that was moved keeps its slug, so that not all agree with their kickoff.
    expect(share("nfl", ({ startTime }) => String(startTime).slice(0, 10))).toBeGreaterThan(0.7);
    expect(share("nba", ({ eventDate }) => eventDate)).toBeGreaterThan(0.7);
  });

  test("belongs to the main one, by parent and slug, and usually by the game's number", () => {
    const byId = new Map(mains.map((event) => [Number(event["id"]), event]));
    const parts = games.filter(({ parentEventId }) => parentEventId !== undefined);
    expect(parts.length).toBeGreaterThan(50);
    for (const part of parts) {
      const main = byId.get(Number(part["parentEventId"]));
      expect(String(part["slug"])).toStartWith(`${main?.["slug"]}-`);
      expect(String(part["title"])).toStartWith(`${main?.["title"]} - `);
      expect([undefined, main?.["gameId"]]).toContain(part["gameId"]);
    }
    const numbered = parts.filter(({ gameId }) => gameId !== undefined);
    expect(numbered.length).toBeLessThan(parts.length);
    expect(numbered.length).toBeGreaterThan(parts.length / 2);
    expect(mains.every(({ gameId }) => Number.isInteger(gameId))).toBe(true);
  });

  test("shows the game's state", () => {
    const states = new Set<unknown>();
    for (const { live, ended, closed, score, period, finishedTimestamp } of games) {
      states.add(live ? "live" : ended ? "ended" : "before");
      expect(live && ended).toBe(false);
      expect(score !== undefined).toBe(live === true || ended === true);
      if (score !== undefined) expect(String(score)).toMatch(/^\d+-\d+$/);
      if (!live) expect(period).toBe(ended ? "VFT" : "NS");
      expect(finishedTimestamp !== undefined).toBe(ended === true);
      if (live) expect(closed).toBe(false);
    }
    expect(states).toEqual(new Set(["live", "ended", "before"]));
  });

  test("pays according to the score, and half without a game", () => {
    const over = mains.filter(({ closed }) => closed === true);
    const worths = new Set<string>();
    for (const event of over) {
      const [first = 0, second = 0] = String(event["score"]).split("-").map(Number);
      const winners = isSoccer(event)
        ? [first > second, first === second, first < second].map((won) => won ? "1" : "0")
        : [first > second ? "1" : first < second ? "0" : "0.5"];
      const paid = marketsOf(event).filter((market) => market["sportsMarketType"] === "moneyline")
        .map(({ outcomePrices }) => listIn(outcomePrices)[0]);
      const isCalledOff = event["ended"] !== true;
      expect([event["slug"], paid])
        .toEqual([event["slug"], isCalledOff ? winners.map(() => "0.5") : winners]);
      for (const worth of paid) worths.add(worth ?? "");
    }
    expect(worths).toEqual(new Set(["0", "1", "0.5"]));
  });
});

describe("a market of a game", () => {
  test("is one of three answers if a draw is possible, and names the sides elsewhere", () => {
    for (const event of mains) {
      const winner = marketsOf(event).filter((market) =>
        market["sportsMarketType"] === "moneyline"
      );
      const called = String(event["title"]).split(" vs. ");
      expect(event["negRisk"]).toBe(isSoccer(event));
      if (!isSoccer(event)) {
        expect(winner.map(({ outcomes }) => listIn(outcomes))).toEqual([called]);
        continue;
      }
      expect(winner.map(({ outcomes }) => listIn(outcomes)))
        .toEqual(Array.from({ length: 3 }, () => ["Yes", "No"]));
      expect(winner.map(({ groupItemTitle }) => groupItemTitle))
        .toEqual([called[0], `Draw (${event["title"]})`, called[1]]);
      expect(new Set(winner.map(({ negRiskMarketID }) => negRiskMarketID)).size).toBe(1);
    }
  });

  test("has unique ids, under which it is found with its event", async () => {
    const markets = games.flatMap(marketsOf);
    for (const field of ["id", "slug", "conditionId", "questionID", "clobTokenIds"]) {
      const names = markets.map((market) => market[field]).filter((name) => name !== undefined);
      expect([field, new Set(names).size]).toEqual([field, names.length]);
    }
    for (const event of [games.at(0), games.at(-1), games.find(isSoccer)]) {
      expect((await ask(`/events/${event?.["id"]}`)).body).toEqual(event ?? {});
      expect((await ask(`/events/slug/${event?.["slug"]}`)).body).toEqual(event ?? {});
      for (const market of marketsOf(event)) {
        const slug = `/markets/slug/${market["slug"]}`;
        expect((await ask(slug)).body).toMatchObject({
          ...market,
          events: [{ id: event?.["id"] }],
        });
        expect((await ask(`/markets/${market["id"]}`)).body).toMatchObject(market);
        const [yes] = listIn(market["clobTokenIds"]);
        for (
          const query of [
            `slug=${market["slug"]}`,
            `condition_ids=${market["conditionId"]}`,
            `question_ids=${market["questionID"]}`,
            `clob_token_ids=${yes}`,
          ]
        ) {
          const path = `/markets?closed=${market["closed"]}&${query}`;
          const { body } = await ask<ReadonlyArray<Wire>>(path);
          expect([query, body.map(({ id }) => id)]).toEqual([query, [market["id"]]]);
        }
      }
    }
  });
});

describe("sports and teams", () => {
  test("every league is a sport, with the real series if it is known", async () => {
    const { body: sports } = await ask<ReadonlyArray<Wire>>("/sports");
    expect(sports).toHaveLength(LEAGUES.length);
    expect(sports.find(({ sport }) => sport === "nba"))
      .toMatchObject({ id: 34, ordering: "away", series: "10345", tags: "1,745,100639" });
    expect(sports.find(({ sport }) => sport === "epl"))
      .toMatchObject({ id: 2, ordering: "home", series: "10188", primaryTagId: 306 });
    for (const field of ["id", "sport", "series", "primaryTagId"]) {
      expect(new Set(sports.map((row) => row[field])).size).toBe(sports.length);
    }
    const homeFirst = sports.filter(({ ordering }) => ordering === "home").length;
    expect(homeFirst).toBe(LEAGUES.filter((code) => LEAGUE_FACTS[code].sport === "soccer").length);
    expect((await ask("/series/10345")).body).toMatchObject({ slug: "nba-2026" });
    expect((await ask("/tags/slug/nba")).body).toMatchObject({ id: "745" });
  });

  test("teams are those that play, by league, name and code", async () => {
    const nba = (await ask<ReadonlyArray<Wire>>("/teams?league=nba&limit=100")).body;
    expect(nba.length).toBeGreaterThan(20);
    expect(nba.every(({ league }) => league === "nba")).toBe(true);
    const name = String(nba[0]?.["name"]);
    const found = await ask<ReadonlyArray<Wire>>(`/teams?name=${encodeURIComponent(name)}`);
    expect(found.body.map((team) => team["name"])).toEqual([name]);
    expect((await ask<ReadonlyArray<Wire>>("/teams?league[]=nba&abbreviation=xyz")).body).toEqual(
      [],
    );
  });

  test("open games are found by words in their titles", async () => {
    const open = mains.find(({ closed, sport }) => closed === false && sport !== undefined);
    const words = encodeURIComponent(String(open?.["title"]));
    const { body } = await ask<{ events: ReadonlyArray<Wire> }>(`/public-search?q=${words}`);
    expect(body.events.map(({ slug }) => slug)).toContain(String(open?.["slug"]));
  });
});

testWithShared(
  ["polymarket/gamma_fields.json"],
  "fields of games are the venue's, and of its types",
  async () => {
    const { types } = await Bun.file(sharedPath("polymarket/gamma_fields.json")).json();
    const { body: sports } = await ask<ReadonlyArray<Wire>>("/sports");
    const { body: teams } = await ask<ReadonlyArray<Wire>>("/teams?limit=100");
    const wrong = [
      ...games.flatMap((event) => wrongFields(types, "Event", event)),
      ...sports.flatMap((sport) => wrongFields(types, "SportsMetadata", sport)),
      ...teams.flatMap((team) => wrongFields(types, "Team", team)),
    ];
    expect([...new Set(wrong)]).toEqual([]);
  },
);
