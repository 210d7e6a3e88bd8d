import { expect, test } from "bun:test";
import fc from "fast-check";
import { gameText, makeGameWriter } from "../../../adapters/http/game/game_writer.ts";
import {
  emptyListing,
  GAME_PARTS,
  type GameListing,
  type GameRecord,
  patchListing,
} from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { anyGameRecord, scanAt } from "../../contract/game_fixture.ts";

const MIB = 1024 * 1024;
const NOW_SEC = UnixSec(1_789_862_400);
const SETTINGS = {
  redistributionFilter: "internal",
  leagues: [],
  platforms: [],
  schedules: [],
} as const;

/** The listing after a write of games and a scan. */
function written(
  listing: GameListing,
  records: ReadonlyArray<GameRecord>,
  revision: number,
): GameListing {
  const nowSec = UnixSec(NOW_SEC + revision);
  return patchListing(listing, {
    head: { revision, atSec: nowSec },
    nowSec,
    records,
    reaches: new Map(),
    scans: [scanAt(nowSec)],
  });
}

const LARGE = "€".repeat(MIB / 60);
const GAMES = 10;

/** A game that fills a fifteenth of the memory, so that one is forgotten for the next. */
const largeGame = fc.tuple(anyGameRecord, fc.nat({ max: GAMES - 1 })).map(([record, number]) => ({
  ...record,
  game: {
    ...record.game,
    id: `espn:${number}`,
    home: { ...record.game.home, name: `${number}${LARGE}` },
  },
}));

/** Writes of games, and what is asked after each. */
const history = fc.array(
  fc.tuple(
    fc.array(largeGame, { maxLength: 4 }),
    fc.array(fc.tuple(fc.nat(), fc.boolean(), fc.subarray([...GAME_PARTS])), { maxLength: 12 }),
  ),
  { maxLength: 6 },
);

test("a remembered game is written as one that never was, whatever was forgotten since", () => {
  fc.assert(fc.property(history, (steps) => {
    const writer = makeGameWriter(MIB);
    let listing = emptyListing(SETTINGS);
    for (const [revision, [records, questions]] of steps.entries()) {
      listing = written(listing, records, revision + 1);
      const { records: rows } = listing.rows;
      for (const [number, isByRow, parts] of rows.length === 0 ? [] : questions) {
        const row = number % rows.length;
        const record = rows[row] ?? expect.unreachable();
        const pieces = isByRow
          ? writer.ofRows(listing, [row], parts)
          : writer.ofRecord(listing, record, parts);
        const text = gameText(pieces);
        const anew = gameText(makeGameWriter().ofRecord(listing, record, parts));
        expect(text === anew).toBe(true);
        expect(Object.keys(JSON.parse(text)).filter((key) => GAME_PARTS.includes(key as never)))
          .toEqual(GAME_PARTS.filter((part) => parts.includes(part)));
      }
    }
  }));
});
