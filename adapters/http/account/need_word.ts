/**
 * What a wallet may lack, in words.
 *
 * @module
 */
import type { WalletNeed } from "../../../core/order/mod.ts";

/** What a wallet may lack, in the words of answers and of the command line. */
export const NEED_WORD = {
  clobApiKey: "clob_api_key",
  allowances: "allowances_ready",
} as const satisfies Record<WalletNeed, string>;
