import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ChangedGame } from "../../../../core/port/game_store.ts";
import { makeGameChangeLog } from "../../../../core/use_case/game/mod.ts";
import { gameOf } from "../../game/arbitrary_game.ts";

const LEAGUES = ["nba", "nhl"] as const;

/** Few games, and so many writes that former ones are cleared away; some change their league. */
const writes = fc.array(
  fc.record({
    id: fc.constantFrom("1", "2", "3", "4"),
    league: fc.constantFrom(...LEAGUES),
    step: fc.integer({ min: 1, max: 3 }),
  }),
  { maxLength: 700, size: "max" },
);

describe("the log of games", () => {
  test("returns each game of a league once, as last written, after any sequence number", () =>
    fc.assert(fc.property(writes, fc.nat(1_500), fc.nat(6), (writes, after, together) => {
      const log = makeGameChangeLog();
      let seq = 0;
      const all = writes.map(({ id, league, step }): ChangedGame => {
        const game = gameOf(id, { league });
        return { record: { game, platforms: [], maybeOn: [] }, seq: seq += step };
      });
      for (let at = 0; at < all.length; at += together + 1) {
        log.take(all.slice(at, at + together + 1));
      }
      const last = new Map(all.map((one) => [one.record.game.id, one]));
      const inTurn = [...last.values()].sort((a, b) => a.seq - b.seq);
      expect(log.headSeq()).toBe(all.at(-1)?.seq ?? 0);
      for (const league of LEAGUES) {
        const found = log.after(league, after);
        expect(found).toEqual(
          inTurn.filter(({ record, seq }) => record.game.league === league && seq > after),
        );
        const newest = log.after(league, 0).at(-1)?.seq ?? 0;
        expect(log.headSeq(league)).toBeGreaterThanOrEqual(newest);
        expect(log.headSeq(league)).toBeLessThanOrEqual(log.headSeq());
        expect(log.after(league, log.headSeq(league))).toEqual([]);
      }
    })));
});
