/**
 * Splits USDC of a wallet into shares of both outcomes of a market, and merges them into it.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import { formatDecimal, fromE6 } from "../../fee/mod.ts";
import { ChainBalances } from "../../port/chain_balances.ts";
import type { NewChainAction } from "../../port/chain_store.ts";
import { NewId } from "../../port/new_id.ts";
import { MarketClosed, MarketUnknown } from "../order/resolve_order.ts";
import { tradingWallet } from "../order/trading_wallet.ts";
import { listedMarket } from "./action_market.ts";
import { type ActionCommand, requestActions } from "./request_actions.ts";

/** A split or a merge. */
export interface PairCommand extends ActionCommand {
  readonly kind: "split" | "merge";
  /** The market's slug. */
  readonly slug: string;
  /** USDC, and shares of each outcome, times 10^6; above 0. */
  readonly sizeE6: bigint;
}

/** The wallet has less than is to be split or merged. */
export class NotEnoughHeld extends Schema.TaggedError<NotEnoughHeld>()("NotEnoughHeld", {
  kind: Schema.Literals(["split", "merge"]),
  /** Decimal text: USDC to split; of a merge, the outcome of which there are fewer. */
  held: Schema.String,
  size: Schema.String,
}) {
  override get message(): string {
    const what = this.kind === "split" ? "USDC" : "shares of both outcomes";
    return `Cannot ${this.kind} ${this.size}: the wallet has ${this.held} ${what} on the chain`;
  }
}

/** Splits or merges. The same key never does anything else. */
export const changePairs = Effect.fn("changePairs")(function* (command: PairCommand) {
  return yield* requestActions(command, Effect.map(pairAction(command), (one) => [one]));
});

const pairAction = Effect.fnUntraced(function* (command: PairCommand) {
  const { kind, slug, sizeE6, walletId } = command;
  const { market, isClosed } = yield* Effect.catchTag(
    listedMarket(slug),
    "NotListed",
    () => Effect.fail(new MarketUnknown({ slug })),
  );
  if (kind === "split" && isClosed) return yield* new MarketClosed({ slug });
  const { wallet, holder } = yield* tradingWallet(command);
  const { signatureType } = wallet;
  const held = yield* (yield* ChainBalances).of({ holder, signatureType, market });
  const mostE6 = kind === "split" ? held.usdcE6 : leastOf(held.sharesE6);
  if (mostE6 < sizeE6) {
    return yield* new NotEnoughHeld({ kind, held: textOf(mostE6), size: textOf(sizeE6) });
  }
  const action: NewChainAction = {
    id: yield* yield* NewId,
    walletId,
    kind,
    market,
    sizeE6: Option.some(sizeE6),
    payoutsE6: Option.none(),
    isAutomatic: false,
    requestedMs: yield* Clock.currentTimeMillis,
  };
  return action;
});

/** Returns how many pairs there are. */
export function leastOf([first, second]: readonly [bigint, bigint]): bigint {
  return first < second ? first : second;
}

const textOf = (amountE6: bigint): string => formatDecimal(fromE6(amountE6));
