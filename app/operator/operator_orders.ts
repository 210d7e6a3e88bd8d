/**
 * All that a running service does for its operator.
 *
 * @module
 */
import type { ManagedRuntime, Option } from "effect";
import type {
  AccountStore,
  EventCatalog,
  GameStore,
  HistoryFeeds,
  SecretBox,
  VenueAccount,
  WalletStore,
} from "../../core/port/mod.ts";
import type { TargetBook } from "../../core/use_case/mod.ts";
import type { WorldName } from "../store.ts";
import { accountOrders } from "./account_orders.ts";
import { backfillOrders } from "./backfill_order.ts";
import { gamesOrder } from "./games_order.ts";
import type { OperatorOrders } from "./operator_socket.ts";
import { provisionOrder } from "./provision_order.ts";
import { walletOrders } from "./wallet_orders.ts";

/** What the orders need of a service. */
export type OperatorRuntime = ManagedRuntime.ManagedRuntime<
  | AccountStore
  | EventCatalog
  | GameStore
  | HistoryFeeds
  | SecretBox
  | TargetBook
  | VenueAccount
  | WalletStore,
  unknown
>;

/** The orders of a service of one world; `url` is where it answers, if it does. */
export function operatorOrders(desk: {
  readonly runtime: OperatorRuntime;
  readonly world: WorldName;
  readonly url: Option.Option<string>;
}): OperatorOrders {
  return new Map([
    ...backfillOrders(desk.runtime),
    ...accountOrders(desk),
    ...walletOrders(desk.runtime),
    provisionOrder(desk.runtime),
    gamesOrder(desk.runtime),
  ]);
}
