/**
 * Summarizes the platforms' records of one game.
 *
 * @module
 */
import { UnixSec } from "../time/mod.ts";
import { CONFIDENCES, type GamePlatform, type PlatformRecord } from "./link.ts";
import { type PlatformCode, PLATFORMS } from "./platform.ts";

/** The platforms that have a game and those that may have it, both in the order of platforms. */
export interface PlatformsOfGame {
  readonly platforms: ReadonlyArray<GamePlatform>;
  /** Platforms with an unlinked event that may be this game. */
  readonly maybeOn: ReadonlyArray<PlatformCode>;
}

/**
 * Summarizes the records of one game by platform: the most certain link, and of the game's own
 * listings the number of events and markets and when any of them was last seen.
 *
 * Its own are those that are linked for certain; those for review only where the platform has no
 * other. Beside a certain one, a listing for review may be another game, such as the second of a
 * doubleheader that the schedule does not have.
 *
 * Ignores records that are linked to other games or unrelated to this one.
 */
export function platformsOf(
  records: ReadonlyArray<PlatformRecord>,
  { gameId, areMarketsStored }: {
    readonly gameId: string;
    /** Whether markets are stored now, which is the case close to kickoff. If not, none count. */
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
      return own.length === 0 ? [] : [summarize(own, { source, areMarketsStored })];
    }),
    maybeOn: PLATFORMS.filter((source) => maybe.some(({ game }) => game.source === source)),
  };
}

function summarize(
  linked: ReadonlyArray<PlatformRecord>,
  { source, areMarketsStored }: {
    readonly source: PlatformCode;
    readonly areMarketsStored: boolean;
  },
): GamePlatform {
  const certain = linked.filter(({ link }) => link?.confidence !== "review");
  const records = certain.length > 0 ? certain : linked;
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
