/**
 * Gathers what platforms have of one game.
 *
 * @module
 */
import { UnixSec } from "../time/mod.ts";
import { CONFIDENCES, type GamePlatform, type PlatformRecord } from "./link.ts";
import { type PlatformCode, PLATFORMS } from "./platform.ts";

/** On which platforms a game is, and on which it may be. Both in the order of platforms. */
export interface PlatformsOfGame {
  readonly platforms: ReadonlyArray<GamePlatform>;
  /** Where something may be this game and is not linked to it. */
  readonly maybeOn: ReadonlyArray<PlatformCode>;
}

/**
 * Sums up the records of one game, by platform: its surest link, all events of what is linked,
 * for review as well, and when any of it was last seen.
 *
 * Records that are linked to other games, or have nothing to do with this one, are passed over.
 */
export function platformsOf(
  records: ReadonlyArray<PlatformRecord>,
  { gameId, areMarketsStored }: {
    readonly gameId: string;
    /** Whether markets are kept now, which they are close to kickoff. Else none count. */
    readonly areMarketsStored: boolean;
  },
): PlatformsOfGame {
  const linked = records.filter(({ link }) => link?.gameId === gameId);
  const maybe = records.filter((record) =>
    record.link?.gameId !== gameId && record.maybe.includes(gameId)
  );
  return {
    platforms: PLATFORMS.flatMap((source) => {
      const own = linked.filter(({ game }) => game.source === source);
      return own.length === 0 ? [] : [sumUp(own, { source, areMarketsStored })];
    }),
    maybeOn: PLATFORMS.filter((source) => maybe.some(({ game }) => game.source === source)),
  };
}

function sumUp(
  records: ReadonlyArray<PlatformRecord>,
  { source, areMarketsStored }: {
    readonly source: PlatformCode;
    readonly areMarketsStored: boolean;
  },
): GamePlatform {
  const events = new Set(records.flatMap(({ game }) => game.events.map(({ id }) => id)));
  const markets = records.flatMap(({ game }) => game.events.flatMap(({ markets }) => markets));
  return {
    source,
    confidence:
      CONFIDENCES.find((confidence) =>
        records.some(({ link }) => link?.confidence === confidence)
      ) ?? "review",
    events: events.size,
    marketsStored: areMarketsStored ? new Set(markets).size : 0,
    lastSeenSec: UnixSec(Math.max(...records.map(({ lastSeenSec }) => lastSeenSec))),
  };
}
