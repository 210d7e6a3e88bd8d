/**
 * The parameters that the order routes share, and their parsers.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Option, Result } from "effect";
import type { OrderFilter } from "../../../core/port/mod.ts";
import { RequestRejected } from "../../../core/request.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";

/** Sixteen bytes in hex of either case. */
const UUID_SHAPE = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
const HASH_SHAPE = /^0x[0-9a-fA-F]{64}$/;
/** Either spelling of a condition id. */
const CONDITION_SHAPE = /^0x(?:[0-9a-fA-F]{62}|[0-9a-fA-F]{64})$/;
/** A whole number of 256 bits has at most 78 digits. */
const TOKEN_SHAPE = /^[0-9]{1,78}$/;
const CURSOR_SHAPE = /^[\x21-\x7e]{1,256}$/;

/** The schema of a wallet id, in bodies and queries. */
export const WALLET_ID_WIRE = Type.String({
  format: "uuid",
  pattern: UUID_SHAPE.source,
  description: "A trading wallet of your account, as `GET /api/v1/account` lists it",
});

/** A wallet id for examples. */
export const WALLET_ID_EXAMPLE = "0199f2c4-7b1e-7000-8000-0f1e2d3c4b5a";

/** The query parameter `walletId`. */
export const WALLET_ID_PARAMETER = {
  name: "walletId",
  in: "query",
  required: true,
  schema: WALLET_ID_WIRE,
  description: "The trading wallet",
  example: WALLET_ID_EXAMPLE,
  liveExample: "walletId",
} as const;

/** An order hash for examples. */
export const ORDER_ID_EXAMPLE =
  "0x8c1f2b6de0a94735c2d1e7f60b3a59483d7c6e5f40918273a6b5c4d3e2f10a9b";

/** The query parameter `id`: one order by its hash. */
export const ORDER_ID_PARAMETER = {
  name: "id",
  in: "query",
  required: false,
  schema: Type.String({ pattern: HASH_SHAPE.source }),
  description:
    "One order by its hash: the `orderId` it was placed under. Send it without other filters",
  example: ORDER_ID_EXAMPLE,
} as const;

/** The query parameter `market`. */
export const MARKET_PARAMETER = {
  name: "market",
  in: "query",
  required: false,
  schema: Type.String({ pattern: CONDITION_SHAPE.source }),
  description: "Only orders in the market with this condition id, in either of its spellings",
  example: "0xa467b1d0f3c2e5948796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
  liveExample: "conditionId",
} as const;

/** The query parameter `asset_id`. */
export const ASSET_ID_PARAMETER = {
  name: "asset_id",
  in: "query",
  required: false,
  schema: Type.String({ pattern: TOKEN_SHAPE.source }),
  description: "Only orders for the outcome with this token id",
  example: "32338917104829164720915372648109473625184930271645839201746583920174",
  liveExample: "tokenId",
} as const;

/** The query parameter `cursor`. */
export const CURSOR_PARAMETER = {
  name: "cursor",
  in: "query",
  required: false,
  schema: Type.String({ minLength: 1, maxLength: 256 }),
  description: "`next_cursor` of the previous answer, percent-encoded. Only the venue can read it",
  example: "MTAw",
} as const;

/** Reads `walletId` in lower case, as stored: one spelling gives one digest for replays. */
export function readWalletId(value: string): Result.Result<string, RequestRejected> {
  return UUID_SHAPE.test(value) ? Result.succeed(value.toLowerCase()) : Result.fail(
    new RequestRejected({
      parameter: "walletId",
      received: value,
      hint: `Send the UUID with its hyphens, such as ${WALLET_ID_EXAMPLE}`,
    }),
  );
}

/** Reads `id`. */
export function readOrderId(
  value: string | undefined,
): Result.Result<Option.Option<string>, RequestRejected> {
  return readHash(value, {
    parameter: "id",
    hint: "Send the hash of an order: 0x and 64 hex digits",
  });
}

/** Reads `market` and `asset_id`. */
export function readOrderFilter(query: {
  readonly market: string | undefined;
  readonly asset_id: string | undefined;
}): Result.Result<OrderFilter, RequestRejected> {
  return Result.gen(function* () {
    const market = yield* readShaped(query.market, {
      parameter: "market",
      shape: CONDITION_SHAPE,
      hint: "Send the condition id of a market: 0x and 64 hex digits, or the 62 of Protocol V2",
    });
    const tokenId = yield* readShaped(query.asset_id, {
      parameter: "asset_id",
      shape: TOKEN_SHAPE,
      hint: "Send the token id of an outcome: 1 to 78 digits",
    });
    return { conditionId: Option.flatMap(market, parseConditionId), tokenId };
  });
}

/** Reads `cursor`. */
export function readCursor(
  value: string | undefined,
): Result.Result<Option.Option<string>, RequestRejected> {
  return readShaped(value, {
    parameter: "cursor",
    shape: CURSOR_SHAPE,
    hint: "Send next_cursor of the previous answer unchanged, percent-encoded",
  });
}

/** Returns the hash in lower case: the venue finds nothing by any other spelling. */
function readHash(
  value: string | undefined,
  named: { readonly parameter: string; readonly hint: string },
): Result.Result<Option.Option<string>, RequestRejected> {
  return Result.map(
    readShaped(value, { ...named, shape: HASH_SHAPE }),
    Option.map((hash) => hash.toLowerCase()),
  );
}

function readShaped(
  value: string | undefined,
  { parameter, shape, hint }: {
    readonly parameter: string;
    readonly shape: RegExp;
    readonly hint: string;
  },
): Result.Result<Option.Option<string>, RequestRejected> {
  if (value === undefined) return Result.succeed(Option.none());
  return shape.test(value)
    ? Result.succeed(Option.some(value))
    : Result.fail(new RequestRejected({ parameter, received: value, hint }));
}
