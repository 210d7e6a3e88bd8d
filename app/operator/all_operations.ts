/**
 * All operations that a running service offers to its operator.
 *
 * @module
 */
import type { ManagedRuntime, Option } from "effect";
import type { AccountStore } from "../../core/port/account_store.ts";
import type { EventCatalog } from "../../core/port/event_catalog.ts";
import type { GameStore } from "../../core/port/game_store.ts";
import type { HistoryFeeds } from "../../core/port/history_feeds.ts";
import type { SecretBox } from "../../core/port/secret_box.ts";
import type { SignInStore } from "../../core/port/sign_in_store.ts";
import type { VenueAccount } from "../../core/port/venue_account.ts";
import type { WalletStore } from "../../core/port/wallet_store.ts";
import type { WebhookSender } from "../../core/port/webhook_sender.ts";
import type { WebhookStore } from "../../core/port/webhook_store.ts";
import type { WebhookWriter } from "../../core/port/webhook_writer.ts";
import type { StoreCare } from "../../adapters/postgres/engine/store_care.ts";
import type { TargetCache } from "../../core/use_case/price/mod.ts";
import type { WorldName } from "../wiring/world_folder.ts";
import { accountHandlers } from "./account_operations.ts";
import { backfillHandlers } from "./backfill_operation.ts";
import { auditHandler } from "./audit_operation.ts";
import { checkHandler } from "./check_operation.ts";
import { copyHandler } from "./copy_operation.ts";
import { webhookHandlers } from "./webhook_operations.ts";
import { linkHandler } from "./link_operation.ts";
import type { OperationHandlers } from "./operator_socket.ts";
import { provisionHandler } from "./provision_operation.ts";
import { walletHandlers } from "./wallet_operations.ts";

/** A runtime with the ports that the operations need. */
export type OperatorRuntime = ManagedRuntime.ManagedRuntime<
  | AccountStore
  | EventCatalog
  | GameStore
  | HistoryFeeds
  | WebhookSender
  | WebhookStore
  | WebhookWriter
  | SecretBox
  | SignInStore
  | StoreCare
  | TargetCache
  | VenueAccount
  | WalletStore,
  unknown
>;

/** Returns the handlers of a service of one world; `url` is its URL, if it listens. */
export function operationHandlers(service: {
  readonly runtime: OperatorRuntime;
  readonly world: WorldName;
  readonly url: Option.Option<string>;
}): OperationHandlers {
  return new Map([
    ...backfillHandlers(service.runtime),
    ...accountHandlers(service),
    linkHandler(service),
    ...walletHandlers(service.runtime),
    ...webhookHandlers(service.runtime),
    provisionHandler(service.runtime),
    auditHandler(service.runtime),
    copyHandler(service.runtime),
    checkHandler(service),
  ]);
}
