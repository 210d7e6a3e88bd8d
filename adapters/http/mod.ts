/**
 * The capabilities of the service as one Elysia instance, and its type.
 *
 * ```ts
 * const api = treaty<App>("https://strikeline.example", { parseDate: false });
 * const { data } = await api.api.v1.targets.active.get({ query: { asset: "btc" } });
 * ```
 *
 * @module
 */
import { Elysia } from "elysia";
import type { EventCatalog } from "../../core/port/event_catalog.ts";
import type { OutcomeMarketList } from "../../core/port/outcome_market_list.ts";
import type { Resolutions } from "../../core/port/resolutions.ts";
import type { GameReadModel } from "../../core/use_case/game/mod.ts";
import type { LatestTwaps, LiveStream } from "../../core/use_case/live/mod.ts";
import type { HistoryCache, TargetCache } from "../../core/use_case/price/mod.ts";
import type { OutcomeMarketCache } from "../../core/use_case/venue2/mod.ts";
import { type BookPorts, books } from "./book/books.ts";
import { account, type AccountPorts } from "./account/account.ts";
import type { Gate } from "./edge/gate.ts";
import { fees } from "./fee/fees.ts";
import type { SocketEndpoint } from "./edge/edge_path.ts";
import { stream } from "./stream/stream.ts";
import { type OrderPorts, orders } from "./order/orders.ts";
import type { GameWriter } from "./game/game_writer.ts";
import { games } from "./game/games.ts";
import { type PositionPorts, positions } from "./position/positions.ts";
import { prices } from "./price/prices.ts";
import { outcomeTargets } from "./venue2/outcome_targets.ts";
import { type WindowPorts, windows } from "./window/windows.ts";
import type { SentOf } from "./wire/kind.ts";

/** Every capability on one instance. */
export function capabilities<Ports>(
  gate: Gate<Ports | CapabilityPorts>,
  { streams, gameWriter }: CapabilityParts,
) {
  return new Elysia()
    .use(prices(gate))
    .use(books(gate))
    .use(windows(gate))
    .use(fees(gate))
    .use(stream(gate, streams))
    .use(account(gate))
    .use(orders(gate))
    .use(positions(gate))
    .use(games(gate, gameWriter))
    .use(outcomeTargets(gate));
}

/** What the capabilities are made of. */
export interface CapabilityParts {
  /** Takes the sockets of the stream. */
  readonly streams: SocketEndpoint;
  /** Writes games, and keeps their texts for the stream too. */
  readonly gameWriter: GameWriter;
}

/** What the capabilities need of the world. */
type CapabilityPorts =
  | AccountPorts
  | BookPorts
  | EventCatalog
  | GameReadModel
  | HistoryCache
  | LatestTwaps
  | LiveStream
  | OrderPorts
  | OutcomeMarketCache
  | OutcomeMarketList
  | PositionPorts
  | Resolutions
  | TargetCache
  | WindowPorts;

/** The type of the whole server, as its callers see it: with what they send and receive. */
export type App = AppOf<ReturnType<typeof capabilities>>;

type AppOf<Instance> = Instance extends
  Elysia<infer Base, infer S, infer D, infer M, infer Routes, infer E, infer V>
  ? Elysia<Base, S, D, M, SentOf<Routes> & object, E, V>
  : never;
