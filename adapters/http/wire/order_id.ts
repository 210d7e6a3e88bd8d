/**
 * Ids on the wire of wallets, of their orders, and of what orders trade.
 *
 * @module
 */
import { Option, Result } from "effect";
import { type ConditionId as Condition, parseConditionId } from "../../../core/venue/mod.ts";
import { type KindOptions, refuse } from "./kind.ts";
import { Parsed, Shaped } from "./text.ts";

/** A wallet id as it may be sent: sixteen bytes in hex of either case. */
export const UUID_SHAPE =
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
/** Either spelling of a condition id. */
const CONDITION_SHAPE = /^0x(?:[0-9a-fA-F]{62}|[0-9a-fA-F]{64})$/;

/** A wallet id for examples. */
export const WALLET_ID_EXAMPLE = "0199f2c4-7b1e-7000-8000-0f1e2d3c4b5a";

/** An order hash for examples. */
export const ORDER_ID_EXAMPLE =
  "0x8c1f2b6de0a94735c2d1e7f60b3a59483d7c6e5f40918273a6b5c4d3e2f10a9b";

/** A condition id for examples. */
export const CONDITION_ID_EXAMPLE =
  "0xa467b1d0f3c2e5948796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0";

/** A token id for examples. */
export const TOKEN_ID_EXAMPLE =
  "32338917104829164720915372648109473625184930271645839201746583920174";

/** A trading wallet, in lower case, as stored: one spelling gives one digest for replays. */
export const WalletId = Shaped(UUID_SHAPE, {
  format: "uuid",
  ask: `Send the UUID of a trading wallet, such as ${WALLET_ID_EXAMPLE}`,
  hint: `Send the UUID with its hyphens, such as ${WALLET_ID_EXAMPLE}`,
  into: (id) => id.toLowerCase(),
  description: "A trading wallet of your account, as `GET /api/v1/account` lists it",
  examples: [WALLET_ID_EXAMPLE],
  liveExample: "walletId",
});

/** The hash of an order, as it was sent. */
export function OrderId(options: KindOptions) {
  return Shaped(/^0x[0-9a-fA-F]{64}$/, {
    hint: "Send the hash of an order: 0x and 64 hex digits",
    examples: [ORDER_ID_EXAMPLE],
    ...options,
  });
}

/** A market by its condition id, in either of its spellings. */
export function ConditionId(options: KindOptions) {
  const ask = "Send the condition id of a market: 0x and 64 hex digits, or the 62 of Protocol V2";
  return Parsed<Condition>(
    { pattern: CONDITION_SHAPE.source },
    { examples: [CONDITION_ID_EXAMPLE], liveExample: "conditionId", ...options },
    {
      ask,
      parse: (text, at) =>
        Option.match(parseConditionId(text), {
          onNone: () => refuse(at, text, ask),
          onSome: Result.succeed,
        }),
    },
  );
}

/** An outcome by its token id: a whole number of 256 bits, which has at most 78 digits. */
export function TokenId(options: KindOptions) {
  return Shaped(/^[0-9]{1,78}$/, {
    hint: "Send the token id of an outcome: 1 to 78 digits",
    examples: [TOKEN_ID_EXAMPLE],
    liveExample: "tokenId",
    ...options,
  });
}
