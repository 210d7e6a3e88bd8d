/**
 * Finds the events of many windows of one series.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { TargetQuery } from "../../../core/price/mod.ts";
import type { PublishedClient } from "./client.ts";
import type { PublishedEvent } from "./event.ts";
import type { SeriesIds } from "./series_ids.ts";
import { walkSeries } from "./series_walk.ts";

/** The windows, the slugs of their events, and the map for the results, by slug. */
export interface EventSearch {
  readonly queries: ReadonlyArray<TargetQuery>;
  readonly slugOf: (query: TargetQuery) => string;
  readonly found: Map<string, PublishedEvent>;
}

/** The venue may file a series under a new id from some day on; hardly twice in one search. */
const IDS_MAX = 3;

/**
 * Puts the closed events into `found`, which stays valid after a failure. If some are missing, the
 * event of the last of them shows whether its series has a new id.
 */
export const findEvents: (
  parts: { readonly client: Pick<PublishedClient, "page">; readonly series: SeriesIds },
  search: EventSearch,
) => Effect.Effect<void, ProviderFailed> = Effect.fnUntraced(function* (
  { client, series },
  { queries, slugOf, found },
) {
  const endsSec = queries.map(({ window }) => window.endSec);
  const span = {
    slugs: new Set(queries.map(slugOf)),
    firstEndSec: Math.min(...endsSec),
    lastEndSec: Math.max(...endsSec),
  };
  const walked = new Set<string>();
  while (walked.size < IDS_MAX) {
    const missing = queries.findLast((query) => !found.has(slugOf(query)));
    if (missing === undefined) return;
    const known = walked.size === 0 ? series.known(missing) : Option.none();
    const id = Option.isSome(known) ? known : yield* series.find(missing);
    if (Option.isNone(id) || walked.has(id.value)) return;
    walked.add(id.value);
    yield* walkSeries(client, { ...span, seriesId: id.value, found });
  }
});
