/**
 * Reads a list of events to its end.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { EventsQuery, KalshiClient } from "./client.ts";
import type { EventsPage } from "./payload.ts";

/** A season of one series fits on far fewer pages. */
const PAGES_MAX = 40;

/** The undecoded rows of all pages, and whether the last page was read. */
export interface EventWalk {
  readonly events: ReadonlyArray<unknown>;
  readonly milestones: ReadonlyArray<unknown>;
  readonly isComplete: boolean;
}

/**
 * Follows the cursors. Stops incomplete if a cursor repeats, which would loop, if there are too
 * many pages, or if a page does not say whether another follows.
 */
export const walkEvents = Effect.fnUntraced(function* (
  client: KalshiClient,
  query: Omit<EventsQuery, "cursor">,
): Effect.fn.Return<EventWalk, ProviderFailed> {
  const events: Array<unknown> = [];
  const milestones: Array<unknown> = [];
  const cursors = new Set<string>();
  let cursor: string | undefined = "";
  do {
    cursors.add(cursor);
    const page: typeof EventsPage.Type = yield* client.events({ ...query, cursor });
    events.push(...page.events);
    milestones.push(...page.milestones ?? []);
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined && !cursors.has(cursor) && cursors.size < PAGES_MAX);
  return { events, milestones, isComplete: cursor === "" };
});
