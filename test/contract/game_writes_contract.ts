/** Part of the `GameStore` contract: writes are serialised, and a reader follows them. @module */
import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import type { GameRecord } from "../../core/game/mod.ts";
import {
  type ChangedGame,
  type GameChanges,
  GAMES_PER_WRITE_MAX,
  gameSeq,
  type GameStore,
  revisionOfSeq,
} from "../../core/port/game_store.ts";
import { UnixSec } from "../../core/time/mod.ts";
import {
  changesOf,
  type GameFixture,
  gameRecord,
  newGameId,
  newRegion,
  platformRecord,
} from "./game_fixture.ts";

const PAGE = 5_000;

/** Few games, so that writes overlap: a write is a set of games, and its position in the walk. */
const STEP = fc.oneof(
  fc.record({
    kind: fc.constant("write" as const),
    games: fc.array(fc.nat({ max: 5 }), { maxLength: 5 }),
  }),
  fc.record({ kind: fc.constant("read" as const), limit: fc.integer({ min: 1, max: 4 }) }),
);

/** Declares the tests. */
export function gameWritesContract(fixtureOf: () => GameFixture): void {
  const storeOf = (at = 0): GameStore["Service"] => {
    const { stores } = fixtureOf();
    const store = stores[at % stores.length];
    if (store === undefined) throw new Error("no store");
    return store;
  };
  const write = (changes: Partial<GameChanges>, at = 0) =>
    fixtureOf().run(storeOf(at).write(changesOf(changes)));
  const head = () => fixtureOf().run(storeOf().head);
  const changedSince = (afterSeq: number, limit: number) =>
    fixtureOf().run(storeOf().changedSince({ afterSeq, limit }));
  /** Returns a number above every existing game's and below every later one's. */
  const endOf = async () => gameSeq((await head()).revision + 1, 0);

  describe("a write", () => {
    test("increments the head, and returns its time", async () => {
      const before = await head();
      for (const [index, games] of [[], [gameRecord()]].entries()) {
        const atSec = newRegion();
        const written = await write({ games, atSec });
        expect(written).toEqual({ revision: before.revision + 1 + index, atSec });
        expect(await head()).toEqual(written);
      }
    });

    test("keeps the last of duplicate items", async () => {
      const id = newGameId();
      const [at, key] = [newRegion(), newGameId()];
      const games = [gameRecord({ id }), gameRecord({ id, status: "live" })];
      const platformGames = ["first", "second"].map((why) =>
        platformRecord({ key }, { why, lastSeenSec: at })
      );
      await write({ games, platformGames });
      expect(await fixtureOf().run(storeOf().gamesById([id]))).toEqual(games.slice(1));
      const found = storeOf().platformGames({ league: "epl", seenSinceSec: at });
      expect(await fixtureOf().run(found)).toEqual(platformGames.slice(1));
    });

    test("numbers its games in the order of their ids, the same for every reader", async () => {
      const ids = Array.from({ length: 4 }, newGameId);
      const [begin, [a = "", b = "", c = "", d = ""]] = [await endOf(), ids];
      const written = await write({ games: [c, a, d, b, a].map((id) => gameRecord({ id })) });
      const { revision } = await write({ games: [gameRecord({ id: b })] }, 1);
      expect(revision).toBe(written.revision + 1);
      const seqs = [[a, 1], [c, 3], [d, 4]].map(([id, at]) => [
        id,
        gameSeq(written.revision, Number(at)),
      ]);
      for (const store of fixtureOf().stores) {
        const found = await fixtureOf().run(store.changedSince({ afterSeq: begin, limit: PAGE }));
        expect(found.map(({ record, seq }) => [record.game.id, seq])).toEqual(
          [...seqs, [b, gameSeq(revision, 1)]] as never,
        );
      }
    });

    test("with more games than it can number changes nothing", async () => {
      const [before, record] = [await head(), gameRecord()];
      const games = Array.from({ length: GAMES_PER_WRITE_MAX + 1 }, (_, index) => ({
        ...record,
        game: { ...record.game, id: `espn:many ${index}` },
      }));
      const result = storeOf().write(changesOf({ games }));
      expect(await fixtureOf().run(Effect.flip(result))).toMatchObject({ _tag: "StoreFailed" });
      expect(await head()).toEqual(before);
    });

    test("has a unique revision among concurrent writes", async () => {
      const before = await head();
      const games = Array.from({ length: 6 }, () => newGameId());
      const written = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          // In different orders, to exclude deadlocks.
          write(
            { games: (at % 3 ? games : games.toReversed()).map((id) => gameRecord({ id })) },
            at,
          )),
      );
      expect(written.map(({ revision }) => revision - before.revision).sort((a, b) => a - b))
        .toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
      expect((await head()).revision).toBe(before.revision + 12);
    });

    test("is visible completely or not at all, and as soon as its head is", async () => {
      const begin = await endOf();
      const sizeOf = new Map<number, number>();
      let isOver = false;
      const writer = (async () => {
        for (let size = 8; size > 0; size--) {
          const games = Array.from({ length: size * 3 }, () => gameRecord());
          sizeOf.set((await write({ games }, size)).revision, games.length);
        }
        isOver = true;
      })();
      const seen: Array<{ readonly headAt: number; readonly changed: Map<number, number> }> = [];
      do {
        const headAt = (await head()).revision;
        const changed = new Map<number, number>();
        for (const { seq } of await changedSince(begin, PAGE)) {
          const revision = revisionOfSeq(seq);
          changed.set(revision, (changed.get(revision) ?? 0) + 1);
        }
        seen.push({ headAt, changed });
      } while (!isOver);
      await writer;
      for (const { headAt, changed } of seen) {
        for (let revision = revisionOfSeq(begin); revision <= headAt; revision++) {
          expect(changed.get(revision)).toBe(sizeOf.get(revision));
        }
        for (const [revision, size] of changed) expect(size).toBe(sizeOf.get(revision) ?? -1);
      }
    });
  });

  describe("a walk through the changes", () => {
    /** Returns every page in order, until there is no more. */
    const walkOn = async (from: number, limit: number) => {
      const found: Array<ChangedGame> = [];
      for (;;) {
        const after = found.at(-1)?.seq ?? from;
        const page = await changedSince(after, limit);
        if (page.length === 0) return found;
        for (const { seq } of page) expect(seq).toBeGreaterThan(after);
        expect(page.length).toBeLessThanOrEqual(limit);
        found.push(...page);
      }
    };

    test("ends with exactly the last writes, despite concurrent writes", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(STEP, { maxLength: 20 }), async (steps) => {
          const ids = Array.from({ length: 6 }, newGameId);
          const [from, known] = [await endOf(), new Map<string, GameRecord>()];
          const last = new Map<string, GameRecord>();
          let reached = from;
          const take = (page: ReadonlyArray<ChangedGame>) => {
            for (const { seq, record } of page) {
              expect(seq).toBeGreaterThan(reached);
              reached = seq;
              known.set(record.game.id, record);
            }
          };
          for (const [index, step] of steps.entries()) {
            if (step.kind === "read") {
              take(await changedSince(reached, step.limit));
              continue;
            }
            const games = step.games.map((at) =>
              gameRecord({ id: ids[at] ?? "", kickoffSec: UnixSec(index) })
            );
            await write({ games }, index);
            for (const record of games) last.set(record.game.id, record);
          }
          take(await walkOn(reached, 2));
          expect([...known].sort()).toEqual([...last].sort());
          // A walk that begins now returns each game once.
          const again = await walkOn(from, 3);
          expect(again.length).toBe(last.size);
          expect(new Map(again.map(({ record }) => [record.game.id, record]))).toEqual(last);
        }),
        { numRuns: 15 },
      );
    });

    test("misses no change of concurrent writers", async () => {
      const ids = Array.from({ length: 20 }, newGameId);
      const from = await endOf();
      let reached = from;
      const known = new Map<string, number>();
      const read = async () => {
        const page = await changedSince(reached, 7);
        for (const { seq, record } of page) known.set(record.game.id, seq);
        reached = page.at(-1)?.seq ?? reached;
        return page.length;
      };
      let isOver = false;
      const writers = Promise.all([0, 1, 2].map(async (writer) => {
        for (let round = 0; round < 8; round++) {
          const games = ids.filter((_, at) => (at * 7 + round * 3 + writer) % 5 === 0);
          await write({ games: games.map((id) => gameRecord({ id })) }, writer);
        }
      })).then(() => void (isOver = true));
      while (!isOver) await read();
      await writers;
      while (await read() > 0);
      const last = await walkOn(from, PAGE);
      expect(known).toEqual(new Map(last.map(({ seq, record }) => [record.game.id, seq])));
      expect(known.size).toBe(ids.length);
    });
  });
}
