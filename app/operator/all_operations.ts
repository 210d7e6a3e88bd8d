/**
 * All operations that a running service offers to its operator.
 *
 * @module
 */
import { accountHandlers, type AccountService, linkHandler } from "./account_operations.ts";
import { balanceHandler } from "./balance_operation.ts";
import { compareHandler } from "./compare_operation.ts";
import { backfillHandler } from "./backfill_operation.ts";
import { auditHandler } from "./audit_operation.ts";
import { checkHandler } from "./check_operation.ts";
import { copyHandler, readHandler } from "./backup_operations.ts";
import { paperHandler } from "./paper_operation.ts";
import { setupHandlers } from "./setup_operation.ts";
import { webhookHandlers } from "./webhook_operations.ts";
import { provisionHandler, walletHandlers } from "./wallet_operations.ts";

/** Returns the handlers of a service of one world. */
export function operationHandlers(service: AccountService) {
  return [
    backfillHandler,
    ...accountHandlers(service),
    linkHandler(service),
    ...walletHandlers,
    paperHandler,
    compareHandler,
    ...webhookHandlers,
    provisionHandler,
    balanceHandler,
    ...setupHandlers(service),
    auditHandler,
    copyHandler,
    readHandler,
    checkHandler(service.url),
  ];
}
