/**
 * What the order routes are asked, but for orders themselves.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { LISTED_STATES } from "../../../core/order/mod.ts";
import { PAGE_LIMIT } from "../../../core/page/mod.ts";
import { strict } from "../wire/kind.ts";
import { Whole } from "../wire/number.ts";
import { ConditionId, OrderId, TokenId, WalletId } from "../wire/order_id.ts";
import { AnyOf, Shaped, Text } from "../wire/text.ts";

const WALLET = { walletId: WalletId };

const MARKET = {
  market: Type.Optional(ConditionId({
    description: "Only orders in the market with this condition id",
  })),
};

const FILTER = {
  ...WALLET,
  ...MARKET,
  asset_id: Type.Optional(TokenId({
    description: "Only orders for the outcome with this token id",
  })),
};

/** What is asked of a wallet. */
export const WalletQuestion = strict(WALLET);

/** What is cancelled. */
export const CancelQuestion = strict(FILTER);

/** What is asked of open orders. */
export const OpenQuestion = strict({
  ...FILTER,
  id: Type.Optional(OrderId({
    description: "Only the order with this hash, its `orderId`. Without other filters",
  })),
  cursor: Type.Optional(Shaped(/^[\x21-\x7e]{1,256}$/, {
    hint: "Send next_cursor of the previous answer unchanged, percent-encoded",
    description:
      "`next_cursor` of the previous answer, percent-encoded. Only the venue can read it",
    examples: ["MTAw"],
  })),
});

/** A cursor of the history, for examples. */
export const CURSOR_EXAMPLE =
  "WzEsImM1YTBlZjQ0MWIyZDc3ZTAiLFsxNzg3NDE0NDIxMzA0LCIwMTliN2MxYS01ZDJlLT" +
  "cwMDAtODAwMC0zZjRlNWQ2YzdiOGEiXSwiOWQzMWI2ZmUwOGE3YzI0NSJd";

/** What is asked of the history. */
export const HistoryQuestion = strict({
  ...WALLET,
  state: Type.Optional(AnyOf(LISTED_STATES, {
    description: "Only orders in these states",
    examples: ["unknown,refused"],
  })),
  ...MARKET,
  limit: Type.Optional(Whole({
    minimum: PAGE_LIMIT.min,
    maximum: PAGE_LIMIT.max,
    default: PAGE_LIMIT.usual,
    description: "Maximum number of orders on a page",
    examples: ["200"],
  })),
  cursor: Type.Optional(Text({
    description: "`next_cursor` of the previous page, with the same filters; `limit` may differ. " +
      "Without `state`, an order appears exactly once, whatever is placed between pages",
    examples: [CURSOR_EXAMPLE],
  })),
});
