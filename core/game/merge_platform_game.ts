/**
 * Merges two observations of a platform's game.
 *
 * @module
 */
import { type PlatformEvent, type PlatformGame, type PlatformKickoff } from "./platform_game.ts";

/**
 * Returns the later observation, completed from the earlier one: platforms stop listing the events
 * of a game one by one as they close.
 */
export function mergePlatformGame(earlier: PlatformGame, later: PlatformGame): PlatformGame {
  const isListed = new Set(later.events.map(({ id }) => id));
  const known = new Map(earlier.events.map((event) => [event.id, event]));
  return {
    ...later,
    kickoff: morePrecise(later.kickoff, earlier.kickoff),
    events: [
      ...later.events.map((event) => withMarkets(event, known.get(event.id))),
      ...earlier.events.filter(({ id }) => !isListed.has(id)),
    ],
  };
}

/** An event is sometimes listed without its markets. */
function withMarkets(event: PlatformEvent, before: PlatformEvent | undefined): PlatformEvent {
  return event.markets.length > 0 || before === undefined
    ? event
    : { ...event, markets: before.markets };
}

const PRECISION: Readonly<Record<PlatformKickoff["kind"], number>> = { at: 2, day: 1, unknown: 0 };

/** The first, unless it is less precise. */
function morePrecise(first: PlatformKickoff, second: PlatformKickoff): PlatformKickoff {
  return PRECISION[first.kind] >= PRECISION[second.kind] ? first : second;
}
