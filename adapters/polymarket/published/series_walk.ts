/**
 * Walks the pages of a series to find the events of some windows.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { toIsoSeconds } from "../../../core/time/mod.ts";
import { unreadable } from "../gamma/http_failure.ts";
import type { ClosedEvents, PublishedClient } from "./client.ts";
import type { PublishedEvent } from "./event.ts";

/** The events to find: by slug, in a series, with the end times of their windows. */
export interface SeriesWalk {
  readonly seriesId: string;
  readonly slugs: ReadonlySet<string>;
  readonly firstEndSec: number;
  readonly lastEndSec: number;
}

/** A group of windows fits on one page; smaller pages are followed up to this many. */
const PAGES_MAX = 30;

/**
 * Puts what it finds into `found`, by slug and page by page, valid even after a failure. Ends when
 * everything is found or with the last page, in any listing order.
 */
export const walkSeries: (
  client: Pick<PublishedClient, "page">,
  walk: SeriesWalk & { readonly found: Map<string, PublishedEvent> },
) => Effect.Effect<void, ProviderFailed> = Effect.fnUntraced(function* (client, walk) {
  const { slugs, found } = walk;
  const query = queryOf(walk);
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page++) {
    const { events, nextCursor } = yield* client.page(query, cursor);
    for (const event of events) if (slugs.has(event.slug)) found.set(event.slug, event);
    if (nextCursor === undefined || found.size === slugs.size) return;
    if (seen.has(nextCursor)) return yield* unreadable("its list leads back to an earlier page");
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return yield* unreadable(`its list has more than ${PAGES_MAX} pages`);
});

/** Adds a second on either side: whether the bounds are inclusive is not documented. */
function queryOf({ seriesId, firstEndSec, lastEndSec }: SeriesWalk): ClosedEvents {
  return {
    seriesId,
    endDateMin: toIsoSeconds(firstEndSec - 1),
    endDateMax: toIsoSeconds(lastEndSec + 1),
  };
}
