/**
 * What two looks at a platform say of one game together.
 *
 * @module
 */
import { type PlatformEvent, type PlatformGame, type PlatformKickoff } from "./platform_game.ts";

/**
 * The later look, with what only the earlier one knew: platforms stop listing the events of a game
 * one by one when they close.
 */
export function mergePlatformGame(earlier: PlatformGame, later: PlatformGame): PlatformGame {
  const isListed = new Set(later.events.map(({ id }) => id));
  const known = new Map(earlier.events.map((event) => [event.id, event]));
  return {
    ...later,
    kickoff: surer(later.kickoff, earlier.kickoff),
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

const SURENESS: Readonly<Record<PlatformKickoff["kind"], number>> = { at: 2, day: 1, unknown: 0 };

/** The first, unless it says less. */
function surer(first: PlatformKickoff, second: PlatformKickoff): PlatformKickoff {
  return SURENESS[first.kind] >= SURENESS[second.kind] ? first : second;
}
