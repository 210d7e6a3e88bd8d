/**
 * The operation that asks the venue what a wallet has, and how much is too much for one key.
 *
 * @module
 */
import { Context, Effect, Option, Schema } from "effect";
import { showWallet } from "../../core/use_case/account/mod.ts";
import { WalletBalances } from "../../core/use_case/order/mod.ts";
import { handleOperation } from "./operation.ts";

/** Above how many USDC, times 10^6, a wallet's key is warned of. */
export const WalletWarnE6 = Context.Reference<bigint>("app/operator/WalletWarnE6", {
  defaultValue: () => 1_000_000_000n,
});

/** USDC times 10^6, in digits. */
export const UsdcDigits = Schema.String.check(Schema.isPattern(/^\d+$/));

/** The operation: takes a wallet's id, returns its balance, or null where the venue says none. */
export const BALANCE_OPERATION = {
  path: "/wallet/balance",
  input: Schema.Struct({ id: Schema.String }),
  output: Schema.Struct({ balanceE6: Schema.NullOr(UsdcDigits), warnAboveE6: UsdcDigits }),
} as const;

/** The handler. */
export const balanceHandler = handleOperation(
  BALANCE_OPERATION,
  Effect.fnUntraced(function* ({ id }) {
    const { balance } = yield* WalletBalances;
    const { wallet: { accountId } } = yield* showWallet(id);
    const found = yield* Effect.option(balance({ walletId: id, accountId }));
    return {
      balanceE6: Option.getOrNull(Option.map(found, ({ balanceE6 }) => String(balanceE6))),
      warnAboveE6: String(yield* WalletWarnE6),
    };
  }),
);
