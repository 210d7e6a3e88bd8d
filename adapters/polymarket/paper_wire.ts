/**
 * Implements {@linkcode PaperWire}: the venue's form of orders.
 *
 * @module
 */
import { Layer, Option } from "effect";
import { formatDecimal, fromE6, SIDES } from "../../core/fee/mod.ts";
import { type JsonFields, jsonFields } from "../../core/json_fields.ts";
import { ORDER_TYPES } from "../../core/order/mod.ts";
import type { PaperOrder } from "../../core/paper/mod.ts";
import type { OpenOrder } from "../../core/port/order_venue.ts";
import { PaperWire, type SignedTerms } from "../../core/port/paper_wire.ts";

/** Provides it. */
export const layerPaperWire = Layer.succeed(PaperWire, {
  readOrder: readSignedTerms,
  toOpenOrder,
});

const AMOUNT = /^\d{1,20}$/;
/** Up to the year 5138: what is later is no instant that anybody shows. */
const SECONDS = /^\d{1,11}$/;
const TOKEN = /^(\d{1,78}|0x[0-9a-f]{1,64})$/i;

/** Reads what the signed bytes of an order trade; none where they are no order. */
export function readSignedTerms(body: string): Option.Option<SignedTerms> {
  const { order, orderType, postOnly = false }: JsonFields = Option.getOrElse(
    jsonFields(body),
    () => ({}),
  );
  if (typeof order !== "object" || order === null) return Option.none();
  const { tokenId, makerAmount, takerAmount, side, expiration = "0" } = order as JsonFields;
  const knownSide = SIDES.find((one) => one === side);
  const knownType = ORDER_TYPES.find((one) => one === orderType);
  const isRead = [makerAmount, takerAmount].every((text) =>
    typeof text === "string" && AMOUNT.test(text)
  );
  if (typeof expiration !== "string" || !SECONDS.test(expiration)) return Option.none();
  if (!isRead || knownSide === undefined || knownType === undefined) return Option.none();
  if (typeof tokenId !== "string" || !TOKEN.test(tokenId)) return Option.none();
  return Option.some({
    tokenId,
    side: knownSide,
    orderType: knownType,
    isPostOnly: postOnly === true,
    makerAmountE6: BigInt(String(makerAmount)),
    takerAmountE6: BigInt(String(takerAmount)),
    expirationSec: Number(expiration),
  });
}

/** The venue ends an order so long before the instant in its field. */
const EARLY_MS = 60_000;

function toOpenOrder(order: PaperOrder): OpenOrder {
  const { orderId, conditionId, tokenId, side, orderType, sizeE6, traded, priceE6 } = order;
  const createdSec = Math.floor(order.createdMs / 1000);
  return {
    orderId,
    createdSec: Option.some(createdSec),
    raw: {
      id: orderId,
      status: order.end === null ? "LIVE" : order.end.kind === "matched" ? "MATCHED" : "CANCELED",
      market: conditionId,
      asset_id: tokenId,
      side,
      original_size: textOf(sizeE6),
      size_matched: textOf(traded.likely.sharesE6),
      price: textOf(priceE6),
      expiration: order.expiresMs === 0 ? "0" : String((order.expiresMs + EARLY_MS) / 1000),
      order_type: orderType,
      created_at: createdSec,
    },
  };
}

function textOf(e6: bigint): string {
  return formatDecimal(fromE6(e6));
}
