/**
 * Reads a list of the venue's events to its last page.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { EventQuery, GameListClient } from "./client.ts";

/** The events found. */
export interface EventWalk {
  /** The undecoded events. */
  readonly events: ReadonlyArray<unknown>;
  /** Whether the last page was reached. */
  readonly isComplete: boolean;
}

/** Far more pages than any series has of events that are open or begin within weeks. */
const PAGES_MAX = 60;

/** Follows the cursors. A repeated cursor would loop: the walk stops there, incomplete. */
export const walkEvents: (
  client: Pick<GameListClient, "events">,
  query: EventQuery,
) => Effect.Effect<EventWalk, ProviderFailed> = Effect.fnUntraced(function* (client, query) {
  const events: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const found = yield* client.events(query, cursor);
    events.push(...found.events);
    cursor = found.next_cursor || undefined;
    if (cursor === undefined) return { events, isComplete: true };
    if (seen.has(cursor)) break;
    seen.add(cursor);
  }
  return { events, isComplete: false };
});

/** Joins walks in order. */
export function joinWalks(walks: ReadonlyArray<EventWalk>): EventWalk {
  return {
    events: walks.flatMap(({ events }) => events),
    isComplete: walks.every(({ isComplete }) => isComplete),
  };
}
