import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { makeHyperliquidClient } from "../../../adapters/hyperliquid/client.ts";
import { makeHyperliquidPlatformSource } from "../../../adapters/hyperliquid/platform_source.ts";
import { describeFacts } from "../../../app/simulator/hyperliquid/outcome_row.ts";
import { LEAGUE_FACTS, type LeagueCode, type PlatformGame } from "../../../core/game/mod.ts";
import type { LeagueListing } from "../../../core/port/platform_source.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { toMinuteStamp } from "../../../core/venue2/mod.ts";
import { platformSourceContract } from "../../contract/platform_source_contract.ts";
import type { StagedGame } from "../../contract/staged_game.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { type Listing, makeVenue2, type Row, withVenue2 } from "./venue2_world.ts";

const YES_NO = [{ name: "Yes" }, { name: "No" }];

/** Each kind is a question or a market of its own, by a deployer of its own. */
function wireOf(game: StagedGame): Listing {
  const { league, home, away, kickoffSec } = game;
  const { name, sport } = LEAGUE_FACTS[league];
  const isResult = sport === "soccer";
  const description = describeFacts({
    competition: name,
    participantA: home.name,
    participantB: away.name,
    scheduledStart: kickoffSec === null ? undefined : toMinuteStamp(kickoffSec),
    ...(isResult ? {} : { shortNameA: home.code, shortNameB: away.code }),
  });
  const ids = game.kinds.map((_, at) => game.number * 100 + at * 10);
  const result = (id: number) => ({
    question: id,
    name: "template:sportsContestResult",
    description,
    fallbackOutcome: id,
    namedOutcomes: [id + 1, id + 2, id + 3],
    settledNamedOutcomes: [],
  });
  const side = (outcome: number) => ({
    outcome,
    name: "template:sportsContestParticipant2",
    description: `participant:${outcome % 10 === 1 ? home.name : away.name}`,
    sideSpecs: YES_NO,
  });
  const winner = (outcome: number) => ({
    outcome,
    name: "template:sportsContestWinner3",
    description,
    sideSpecs: [{ name: "template:{shortNameA}" }, { name: "template:{shortNameB}" }],
  });
  return isResult
    ? { questions: ids.map(result), outcomes: ids.flatMap((id) => [side(id + 1), side(id + 3)]) }
    : { questions: [], outcomes: ids.map(winner) };
}

platformSourceContract({
  name: "hyperliquid",
  gamesOverPage: 40,
  startPlatform: Effect.fnUntraced(function* (games, clock) {
    const venue = yield* makeVenue2(clock);
    const listings = games.map(wireOf);
    yield* venue.put({
      outcomes: listings.flatMap(({ outcomes }) => outcomes),
      questions: listings.flatMap(({ questions }) => questions),
    });
    return venue.url;
  }),
  makeSource: (url) => Effect.map(makeHyperliquidClient({ url }), makeHyperliquidPlatformSource),
  isLaterPage: () => false,
  isAbout: () => false,
  skip: [
    {
      reason: "its list has no pages",
      tests: ["reports an incomplete scan if a later page fails"],
    },
    { reason: "one list holds all leagues", tests: ["fails for one league alone"] },
  ],
});

const WINDOW = { startSec: UnixSec(1_795_000_000), endSec: UnixSec(1_796_000_000) };

/** Looks for the games of a league among these rows. */
function look(league: LeagueCode, listing: Partial<Listing>): Promise<LeagueListing> {
  return withVenue2(Effect.fnUntraced(function* (venue) {
    yield* venue.put({ outcomes: [], questions: [], ...listing });
    const source = makeHyperliquidPlatformSource(yield* makeHyperliquidClient(venue));
    const [scan] = yield* source.scan({ leagues: [league], window: WINDOW });
    if (scan === undefined) throw new Error("no league was looked at");
    return Result.getOrThrow(scan.outcome);
  }));
}

const winner = (outcome: number, facts: Record<string, string | undefined>, rest: Row = {}) => ({
  outcome,
  name: "template:sportsContestWinner",
  description: describeFacts({
    competition: "NFL",
    participantA: "Philadelphia Eagles",
    participantB: "Chicago Bears",
    ...facts,
  }),
  ...rest,
});

describe("a contest of the secondary venue", () => {
  test("is a question of the Premier League as it was seen live", async () => {
    const description = "competition:English Premier League|contestType:Match|" +
      "participantA:Coventry City|participantB:Newcastle United";
    const { games } = await look("epl", {
      questions: [{
        question: 400,
        name: "template:sportsContestResult",
        description,
        fallbackOutcome: 9068,
        namedOutcomes: [9069, 9070, 9071, 9071],
        settledNamedOutcomes: [9069],
      }],
    });
    expect<unknown>(games).toEqual([{
      source: "hyperliquid",
      key: "epl|Coventry City|Newcastle United|",
      league: "epl",
      kickoff: { kind: "unknown" },
      home: { names: ["Coventry City"], codes: [] },
      away: { names: ["Newcastle United"], codes: [] },
      isOpen: true,
      events: [{
        id: "question:400",
        title: "Coventry City vs Newcastle United",
        markets: ["9069", "9070", "9071"],
      }],
    }]);
  });

  const START = { scheduledStart: "20260929-0015" };

  test("has the short names that say something as names, and the others as codes", async () => {
    const sides = async (facts: Record<string, string>) => {
      const [game] = (await look("nfl", { outcomes: [winner(1, facts)] })).games;
      return [game?.home, game?.away];
    };
    expect<unknown>(await sides({ shortNameA: "Eagles", shortNameB: "Bears" })).toEqual([
      { names: ["Philadelphia Eagles", "Eagles"], codes: [] },
      { names: ["Chicago Bears", "Bears"], codes: [] },
    ]);
    expect<unknown>(await sides({ shortNameA: "phi", shortNameB: "CHI" })).toEqual([
      { names: ["Philadelphia Eagles"], codes: ["phi"] },
      { names: ["Chicago Bears"], codes: ["CHI"] },
    ]);
  });

  test("is one game for two deployers, and another with other sides or another start", async () => {
    const { games } = await look("nfl", {
      outcomes: [
        winner(1, { ...START, officialSource: "ESPN" }),
        winner(2, { ...START, officialSource: "NFL" }, { name: "template:sportsContestWinner5" }),
        winner(3, { scheduledStart: "20260930-0015" }),
        winner(4, { ...START, participantA: "Chicago Bears", participantB: "Philadelphia Eagles" }),
      ],
    });
    const ids = ({ events }: PlatformGame) => events.map(({ id }) => id);
    expect(games.map(ids)).toEqual([["outcome:1", "outcome:2"], ["outcome:3"], ["outcome:4"]]);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ["has one participant", { participantB: undefined }],
    ["has an empty participant", { participantA: " " }],
    ["plays against itself", { participantB: "Philadelphia Eagles" }],
    ["is a tournament", { contestType: "tournament " }],
    ["is decided at the end of a season", { stage: "Season" }],
  ])("is left unread where it %s", async (_, facts) => {
    const listing = await look("nfl", { outcomes: [winner(7, { ...START, ...facts })] });
    expect(listing).toMatchObject({ games: [], isComplete: true, unread: [{ id: "outcome:7" }] });
  });

  test.each<[string, Row]>([
    ["prose", { name: "A race", description: "competition: whoever comes" }],
    ["no description", { name: "template:sportsContestWinner", description: null }],
    ["a league that we do not list", winner(1, { competition: "Sandbox Dodgeball League" })],
    ["another league", winner(1, { competition: "MLB" })],
    ["no competition", winner(1, { competition: undefined })],
    ["an outcome of a question", {
      name: "template:sportsContestParticipant2",
      description: "participant:Belgium",
    }],
    ["a measure", winner(1, {}, { name: "template:sportsScalarMarket4" })],
  ])("is not %s", async (_, row) => {
    const listing = await look("nfl", { outcomes: [{ outcome: 1, ...row }] });
    expect(listing).toEqual({ games: [], isComplete: true, unread: [] });
  });

  test("may start at a minute that nobody knows", async () => {
    const outcomes = [winner(1, { scheduledStart: "tomorrow" })];
    const { games } = await look("nfl", { outcomes });
    expect(games.map(({ kickoff }) => kickoff)).toEqual([{ kind: "unknown" }]);
  });

  test.each<[string, LeagueCode]>([
    ["nfl", "nfl"],
    ["english premier league", "epl"],
    ["UEFA Champions League", "ucl"],
    ["La Liga", "laliga"],
  ])("spelled %s is of %s", async (competition, league) => {
    expect((await look(league, { outcomes: [winner(1, { competition })] })).games.length).toBe(1);
  });

  test("may hide in a row that cannot be read", async () => {
    const rows = [winner(1, START), { outcome: 2, name: 7 }];
    const listing = await look("nfl", { outcomes: rows });
    expect([listing.games.length, listing.isComplete]).toEqual([1, false]);
  });
});

test("a look at the secondary venue asks nothing where no league is looked for", async () => {
  const asked = await withVenue2(Effect.fnUntraced(function* (venue) {
    const { scan } = makeHyperliquidPlatformSource(yield* makeHyperliquidClient(venue));
    yield* scan({ leagues: [], window: WINDOW });
    return yield* venue.asked;
  }));
  expect(asked.length).toBe(0);
});

troubleContract({
  name: "a look at the secondary venue, twice, for two leagues,",
  meet: (fault) =>
    withVenue2(Effect.fnUntraced(function* (venue) {
      yield* venue.fault(fault);
      const { scan } = makeHyperliquidPlatformSource(yield* makeHyperliquidClient(venue));
      const asking = scan({ leagues: ["nfl", "epl"], window: WINDOW });
      const scans = [...yield* asking, ...yield* asking];
      return { results: scans.map(({ outcome }) => outcome), calls: (yield* venue.asked).length };
    })),
  troubles: [
    [{ status: 503, times: 2 }, "passes", 4],
    [{ status: 429, times: 1 }, "limited", 1],
    [422, "refused"],
    ["malformed", "unreadable"],
  ],
});
