/**
 * Every route about prices, windows and their history.
 *
 * @module
 */
import { Elysia } from "elysia";
import type { EventCatalog } from "../../../core/port/event_catalog.ts";
import type { Resolutions } from "../../../core/port/resolutions.ts";
import type { LatestTwaps, LiveStream } from "../../../core/use_case/live/mod.ts";
import type { HistoryCache, TargetCache } from "../../../core/use_case/price/mod.ts";
import type { Gate } from "../edge/gate.ts";
import { history } from "./history.ts";
import { markets } from "./markets.ts";
import { spot } from "./spot.ts";
import { targets } from "./targets.ts";
import { twap } from "./twap.ts";

/** The routes, in the order of the documents. */
export function prices<Ports>(
  gate: Gate<
    Ports | TargetCache | HistoryCache | EventCatalog | Resolutions | LatestTwaps | LiveStream
  >,
) {
  return new Elysia({ name: "prices" })
    .use(targets(gate))
    .use(markets(gate))
    .use(history(gate))
    .use(twap(gate))
    .use(spot(gate));
}
