/**
 * Schemas of the order book's answers about orders and trades.
 *
 * @module
 */
import { Schema } from "effect";

/** Any object, in the venue's own names. */
export const ObjectPayload = Schema.Record(Schema.String, Schema.Unknown);

const Items = <T>(item: Schema.Decoder<T>) => Schema.NullOr(Schema.Array(item));

/** A page of orders; an empty list may be null. The cursor is the venue's own. */
export const OrdersPayload = Schema.Struct({
  data: Items(ObjectPayload),
  next_cursor: Schema.optional(Schema.NullOr(Schema.String)),
});

/**
 * An order's status, and the ids of its trades. Sizes are decimals, or times 10^6 where the status
 * has its long name.
 */
export const OrderPayload = Schema.Struct({
  status: Schema.String,
  size_matched: Schema.optional(Schema.NullOr(Schema.String)),
  original_size: Schema.optional(Schema.NullOr(Schema.String)),
  associate_trades: Schema.optional(Schema.Unknown),
});
/** An order's status. */
export type OrderPayload = typeof OrderPayload.Type;

/** What else the venue writes of a trade; which of it is there differs. */
const Rest = [Schema.Record(Schema.String, Schema.Unknown)] as const;

/** What an order that rested gave to a trade. Its `price` and `matched_amount` are its own. */
const MakerOrderPayload = Schema.StructWithRest(Schema.Struct({ order_id: Schema.String }), Rest);

/**
 * A trade of the wallet. Its taker may be another wallet's order that hit one of ours: then its
 * `size` and `price` are the taker's. Amounts are decimals, which whoever needs them reads.
 */
export const TradePayload = Schema.StructWithRest(
  Schema.Struct({
    taker_order_id: Schema.String,
    status: Schema.String,
    maker_orders: Schema.optional(Items(MakerOrderPayload)),
  }),
  Rest,
);
/** A trade of the wallet. */
export type TradePayload = typeof TradePayload.Type;

/** A page of trades. */
export const TradesPayload = Schema.Struct({
  data: Items(TradePayload),
  next_cursor: Schema.optional(Schema.NullOr(Schema.String)),
});

/** The result of a cancellation; an empty list may be null. */
export const CancelPayload = Schema.Struct({
  canceled: Schema.NullOr(Schema.Array(Schema.String)),
  not_canceled: Schema.optional(Schema.NullOr(Schema.Record(Schema.String, Schema.String))),
});
