/**
 * Reads a list of events to its end.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import type { EventsQuery, KalshiClient } from "./client.ts";
import type { EventsPage } from "./payload.ts";

/** A season of one series fits on far fewer pages. */
const PAGES_MAX = 40;

/** Rows of all pages, as they were written, and whether the last page was among them. */
export interface EventWalk {
  readonly events: ReadonlyArray<unknown>;
  readonly milestones: ReadonlyArray<unknown>;
  readonly isComplete: boolean;
}

/**
 * Walks from cursor to cursor. One that was given before would lead in a circle: there, after very
 * many pages, and where a page does not say whether another follows, the walk ends and is not
 * complete.
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
