import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { coverageOf, type GameListing, type GameRecord } from "../../../../core/game/mod.ts";
import { type GameChanges, GameStore } from "../../../../core/port/game_store.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { GameReadModel } from "../../../../core/use_case/game/mod.ts";
import { type PublishedGames, Publisher } from "../../../../core/use_case/live/mod.ts";
import { gameOf, SOME_DAY_SEC } from "../../game/arbitrary_game.ts";
import {
  clubOf,
  lastOf,
  listingOf,
  scan,
  settingsOf,
  writes,
} from "../../game/listing/arbitrary_listing.ts";
import { inBookWorld } from "./game_read_model_world.ts";

const write = (changes: Partial<GameChanges>) =>
  GameStore.use((store) =>
    store.write({ atSec: SOME_DAY_SEC, games: [], platformGames: [], scans: [], ...changes })
  );
const refresh = GameReadModel.use((book) => book.refresh);
const current = GameReadModel.use((book) => Effect.sync(book.current));
const idsOf = (listing: GameListing | undefined) =>
  listing?.rows.records.map(({ game }) => game.id);
/** The coverage of every game on every scanned platform. */
const coverageIn = ({ rows, evidence, settings }: GameListing) =>
  rows.records.map((record) => coverageOf(record, { evidence, on: settings.platforms }));
const game = (id: string, changes = {}): GameRecord => ({
  game: gameOf(id, changes),
  platforms: [],
  maybeOn: [],
});

describe("the read model of games", () => {
  test("is after any refreshes what it would be after one", () =>
    fc.assert(
      fc.asyncProperty(
        writes,
        fc.array(scan, { maxLength: 4 }),
        fc.boolean(),
        (writes, scans, isOften) =>
          inBookWorld(function* () {
            expect(yield* current).toBeUndefined();
            for (const [at, games] of writes.entries()) {
              yield* write({
                atSec: UnixSec(SOME_DAY_SEC + at),
                games: [...lastOf([games]).values()],
                scans: at === 0 ? scans : [],
              });
              if (isOften) yield* refresh;
            }
            const listing = yield* refresh;
            const expected = listingOf(
              settingsOf("internal"),
              writes,
              writes.length > 0 ? scans : [],
            );
            expect(listing.rows).toEqual(expected.rows);
            expect([listing.revision, listing.asOfSec])
              .toEqual([expected.revision, expected.asOfSec]);
            expect(listing.teams).toEqual(expected.teams);
            expect(coverageIn(listing)).toEqual(coverageIn(expected));
          }),
      ),
      { numRuns: 50 },
    ));

  test("is the same object while nothing changes, and another once a scan expires", () =>
    inBookWorld(function* () {
      const window = { startSec: UnixSec(0), endSec: UnixSec(SOME_DAY_SEC * 2) };
      const look = { source: "kalshi", league: "mlb", window, isComplete: true } as const;
      yield* write({ games: [game("1")], scans: [{ ...look, atSec: SOME_DAY_SEC }] });
      const first = yield* refresh;
      expect(first.asOfSec).toBe(SOME_DAY_SEC);
      yield* TestClock.adjust("30 minutes");
      expect(yield* refresh).toBe(first);
      yield* TestClock.adjust("15 seconds");
      const second = yield* refresh;
      expect(second.asOfSec).toBe(UnixSec(SOME_DAY_SEC + 1_801));
      expect(second.rows).toBe(first.rows);
      expect(second.evidence.scans.get("mlb")?.get("kalshi")).toEqual([]);
    }));

  test("reads on when something is written while it reads", () =>
    inBookWorld(function* (hands) {
      yield* write({ games: [game("1")] });
      const store = yield* GameStore;
      hands.meanwhile = store.write({
        atSec: UnixSec(SOME_DAY_SEC + 5),
        games: [game("1", { status: "live" }), game("2")],
        platformGames: [],
        scans: [],
      });
      const listing = yield* refresh;
      expect(idsOf(listing)).toEqual(["espn:1", "espn:2"]);
      expect([listing.revision, listing.asOfSec]).toEqual([2, UnixSec(SOME_DAY_SEC + 5)]);
      expect(listing.rows.records[0]?.game.status).toBe("live");
    }));

  test("publishes games that are written again during a refresh in write order", () =>
    inBookWorld(function* (hands) {
      yield* refresh;
      const published: Array<string> = [];
      (yield* Publisher).subscribe({
        publishGames: ({ changed }) =>
          published.push(...changed.map(({ record }) => record.game.id)),
      });
      yield* write({ games: [game("1"), game("2")] });
      const store = yield* GameStore;
      hands.afterwards = store.write({
        atSec: SOME_DAY_SEC,
        games: [game("1", { status: "live" })],
        platformGames: [],
        scans: [],
      });
      yield* refresh;
      expect(published).toEqual(["espn:2", "espn:1"]);
    }));

  test("stops reporting what no recent scan proves while the store is down", () =>
    inBookWorld(function* (hands) {
      const window = { startSec: UnixSec(0), endSec: UnixSec(SOME_DAY_SEC * 2) };
      const look = { source: "kalshi", league: "mlb", window, isComplete: true } as const;
      yield* write({ games: [game("1")], scans: [{ ...look, atSec: SOME_DAY_SEC }] });
      const statusNow = Effect.map(
        current,
        (listing) =>
          listing && coverageIn(listing)[0]?.find(({ source }) => source === "kalshi")?.status,
      );
      yield* refresh;
      hands.isDown = true;
      yield* TestClock.adjust("30 minutes");
      expect(yield* Effect.result(refresh)).toMatchObject({ failure: { _tag: "StoreFailed" } });
      expect(yield* statusNow).toBe("not_listed");
      yield* TestClock.adjust("1 second");
      yield* Effect.result(refresh);
      expect(yield* statusNow).toBe("not_checked");
      expect((yield* current)?.asOfSec).toBe(UnixSec(SOME_DAY_SEC + 1_801));
      hands.isDown = false;
      yield* write({ atSec: UnixSec(SOME_DAY_SEC + 1_802), games: [game("2")] });
      expect(idsOf(yield* refresh)).toEqual(["espn:1", "espn:2"]);
      expect(yield* statusNow).toBe("not_checked");
    }));

  test("publishes what changed since the first refresh, each once and in write order", () =>
    inBookWorld(function* () {
      const published: Array<PublishedGames> = [];
      const stop = (yield* Publisher).subscribe({ publishGames: (games) => published.push(games) });
      yield* write({ games: [game("1"), game("2")] });
      yield* refresh;
      expect(published).toEqual([]);
      yield* write({ games: [game("2", { status: "live" }), game("3")] });
      yield* write({ games: [game("2", { status: "finished" })] });
      const listing = yield* refresh;
      expect(
        published.map(({ changed }) =>
          changed.map(({ record, seq }) => [record.game.id, record.game.status, seq])
        ),
      ).toEqual([[["espn:3", "scheduled", 200_002], ["espn:2", "finished", 300_001]]]);
      expect(published[0]?.listing).toBe(listing);
      yield* refresh;
      stop();
      yield* write({ games: [game("1", { status: "live" })] });
      yield* refresh;
      expect(published).toHaveLength(1);
    }));

  test("has the teams of games that are withheld", () =>
    inBookWorld(function* () {
      const [home, away] = [clubOf("epl", "A"), clubOf("epl", "B")];
      yield* write({ games: [game("1", { league: "epl", home, away })] });
      const { shownTeams } = yield* refresh;
      expect((yield* GameReadModel).teamsOf("epl")).toEqual([home, away]);
      expect(shownTeams.get("epl")).toBeUndefined();
    }, settingsOf("yes_only")));

  test("shares teams that are alike, and follows one that is renamed", () =>
    inBookWorld(function* () {
      const side = (name: string) => ({ league: "epl", home: clubOf("epl", "A", { name }) });
      yield* write({ games: [game("1", side("Old")), game("2", side("Old"))] });
      const { rows: { records: [first, second] } } = yield* refresh;
      expect(first?.game.home).toBe(second?.game.home as never);
      yield* write({ games: [game("2", side("New"))] });
      const { rows: { records: [kept, renamed] } } = yield* refresh;
      expect([kept?.game.home.name, renamed?.game.home.name]).toEqual(["Old", "New"]);
    }));

  test("reads a store from the start after a reset", () =>
    inBookWorld(function* (hands) {
      yield* write({ games: [game("1")] });
      yield* write({ games: [game("2")] });
      yield* refresh;
      hands.writesForgotten = 2;
      yield* write({ games: [game("3")] });
      expect(idsOf(yield* refresh)).toEqual(["espn:3"]);
    }));
});
