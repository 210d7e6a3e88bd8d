/**
 * Games and platform links in memory: for tests, and the reference implementation of the port.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import type { LeagueCode, PlatformRecord, Reach, Scan } from "../../core/game/mod.ts";
import {
  type ChangedGame,
  GAMES_PER_WRITE_MAX,
  gameSeq,
  type GamesHead,
  GameStore,
} from "../../core/port/game_store.ts";
import type { DayReading, ReadingTrouble } from "../../core/port/schedule_reading.ts";
import { StoreFailed } from "../../core/port/store_failure.ts";
import { isInside, toDayText, UnixSec } from "../../core/time/mod.ts";

/** Empty at the start of its scope; discarded at its end. */
export const layerMemoryGameStore: Layer.Layer<GameStore> = Layer.sync(GameStore, () => {
  /** By id, in write order: a rewritten game moves to the end. */
  const games = new Map<string, ChangedGame>();
  const platformGames = new Map<string, PlatformRecord>();
  const reaches = new Map<LeagueCode, Reach>();
  let scans: ReadonlyArray<Scan> = [];
  const readings = new Map<string, DayReading>();
  const troubles = new Map<LeagueCode, ReadingTrouble>();
  let head: GamesHead = { revision: 0, atSec: UnixSec(0) };

  return GameStore.of({
    gamesIn: ({ leagues, range }) =>
      Effect.sync(() =>
        [...games.values()]
          .map(({ record }) => record)
          .filter(({ game }) => leagues.includes(game.league) && isInside(range, game.kickoffSec))
          .sort((a, b) => a.game.kickoffSec - b.game.kickoffSec || inOrder(a.game.id, b.game.id))
      ),
    gamesById: (ids) =>
      Effect.sync(() =>
        [...new Set(ids)].flatMap((id) => {
          const found = games.get(id);
          return found === undefined ? [] : [found.record];
        })
      ),
    platformGames: ({ league, seenSinceSec }) =>
      Effect.sync(() =>
        [...platformGames.values()].filter(({ game, lastSeenSec }) =>
          game.league === league && lastSeenSec >= seenSinceSec
        )
      ),
    unsettled: ({ seenSinceSec, limit }) =>
      Effect.sync(() =>
        [...platformGames.values()]
          .filter((record) => !isSettled(record) && record.lastSeenSec >= seenSinceSec)
          .sort((a, b) => b.lastSeenSec - a.lastSeenSec || inOrder(keyOf(a), keyOf(b)))
          .slice(0, limit)
      ),
    write: (changes) =>
      Effect.suspend(() => {
        const written = new Map(changes.games.map((record) => [record.game.id, record]));
        if (written.size > GAMES_PER_WRITE_MAX) {
          return Effect.fail(new StoreFailed({ operation: "store games", cause: "too many" }));
        }
        head = { revision: head.revision + 1, atSec: changes.atSec };
        const ordered = [...written].sort(([a], [b]) => inOrder(a, b));
        for (const [index, [id, record]] of ordered.entries()) {
          games.delete(id);
          games.set(id, { record, seq: gameSeq(head.revision, index + 1) });
        }
        for (const record of changes.platformGames) platformGames.set(keyOf(record), record);
        for (const [league, reach] of changes.reaches ?? []) reaches.set(league, reach);
        scans = [...scans, ...changes.scans];
        return Effect.succeed(head);
      }),
    head: Effect.sync(() => head),
    changedSince: ({ afterSeq, limit }) =>
      Effect.sync(() => [...games.values()].filter(({ seq }) => seq > afterSeq).slice(0, limit)),
    reaches: Effect.sync(() => new Map(reaches)),
    readings: Effect.sync(() => ({
      readings: [...readings.values()],
      troubles: [...troubles.values()],
    })),
    noteReadings: (notes) =>
      Effect.sync(() => {
        for (const reading of notes.readings) {
          readings.set(`${reading.league} ${toDayText(reading.day)}`, reading);
          troubles.delete(reading.league);
        }
        for (const trouble of notes.troubles) {
          const sinceSec = troubles.get(trouble.league)?.sinceSec ?? trouble.sinceSec;
          troubles.set(trouble.league, { ...trouble, sinceSec });
        }
        if (notes.readings.length === 0) return;
        for (const [key, { day }] of readings) {
          if (toDayText(day) < toDayText(notes.forgetBefore)) readings.delete(key);
        }
      }),
    scansSince: (sec) => Effect.sync(() => scans.filter(({ atSec }) => atSec >= sec)),
    forgetScans: (beforeSec) =>
      Effect.sync(() => {
        scans = scans.filter(({ atSec }) => atSec >= beforeSec);
      }),
  });
});

function keyOf({ game }: PlatformRecord): string {
  return JSON.stringify([game.source, game.key]);
}

function isSettled({ link }: PlatformRecord): boolean {
  return link !== null && link.confidence !== "review";
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : +(a > b);
}
