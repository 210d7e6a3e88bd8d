/**
 * Walks the pages of a series for the events of some windows.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderFailed } from "../../../core/port/mod.ts";
import { toIsoSeconds } from "../../../core/time/mod.ts";
import { unreadable } from "../gamma/status.ts";
import type { ClosedEvents, PublishedClient } from "./client.ts";
import type { PublishedEvent } from "./event.ts";

/** Which events: by their slugs, in a series, by when their windows end. */
export interface SeriesWalk {
  readonly seriesId: string;
  readonly slugs: ReadonlySet<string>;
  readonly firstEndSec: number;
  readonly lastEndSec: number;
}

/** A group of windows fits on one page; a service that gives smaller ones is followed so far. */
const PAGES_MAX = 30;

/**
 * Puts what it finds into `found`, by slug, page by page: what stands there when it fails is good.
 * Ends when all is found or with the last page, in whatever order the service lists them.
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
    if (seen.has(nextCursor)) return yield* unreadable("its list leads back to a page before");
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return yield* unreadable(`its list has more than ${PAGES_MAX} pages`);
});

/** A second more on either side: whether the bounds are inside is not documented. */
function queryOf({ seriesId, firstEndSec, lastEndSec }: SeriesWalk): ClosedEvents {
  return {
    seriesId,
    endDateMin: toIsoSeconds(firstEndSec - 1),
    endDateMax: toIsoSeconds(lastEndSec + 1),
  };
}
