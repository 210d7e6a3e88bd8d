/**
 * Which platforms list which games.
 *
 * @module
 */
import { type PlatformCode, PLATFORMS } from "../../../core/game/mod.ts";
import { hash32, streamOf, unit } from "../world/hash.ts";
import { isListed } from "./calendar.ts";
import { type PlannedGame } from "./planned_game.ts";
import { PLATFORM_HABITS } from "./platform_habit.ts";
import { isPlayed } from "./team/teams_of.ts";

/** Shares of all games: on no platform, and on exactly one. */
const ON_NONE = 0.08;
const ON_ONE = 0.13;
/** Share of the other games that each platform lists. */
const ON_EACH = 0.88;

/** Returns whether a platform lists a game at some time, unless it is called off before. */
export type Reaches = (platform: PlatformCode, planned: PlannedGame) => boolean;

/**
 * Makes the reach of a seed: some games are on no platform, some on exactly one, and most on most.
 */
export function makeReach(seed: number): Reaches {
  const shares = streamOf(seed, "season reach");
  const choices = streamOf(seed, "season reach of one");
  const each = new Map(PLATFORMS.map((code) => [code, streamOf(seed, `season reach ${code}`)]));
  return (platform, planned) => {
    const { league, number } = planned;
    if (!isPlayed(league) || !PLATFORM_HABITS[platform].leagues.includes(league)) return false;
    const able = PLATFORMS.filter((code) => PLATFORM_HABITS[code].leagues.includes(league));
    const isTheOne = able[hash32(choices, number) % able.length] === platform;
    const share = unit(hash32(shares, number));
    if (!isListed(planned) || (share >= ON_NONE && share < ON_NONE + ON_ONE)) return isTheOne;
    return share >= ON_NONE && unit(hash32(each.get(platform) ?? 0, number)) < ON_EACH;
  };
}
