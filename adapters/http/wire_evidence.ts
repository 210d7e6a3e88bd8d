/**
 * What proves a price, as answers carry it.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { nullable } from "./wire_target.ts";

const Report = Type.Object({
  kind: Type.Literal("report"),
  stream: Type.String({ description: "`spot`, `twap_30` or `twap_60`" }),
  feedId: Type.String({ description: "The oracle's id of the stream" }),
  validFromSec: Type.Integer({ description: "First second the report covers" }),
  observedSec: Type.Integer({ description: "Last second the report covers" }),
  priceE18: Type.String({ description: "The price times 10^18, an integer as text" }),
  fullReport: Type.String({ description: "The signed report, hex" }),
}, { description: "A report signed by the oracle" });

const Market = {
  market: Type.String({ description: "`spot` or `futures`" }),
  symbol: Type.String({ description: "The exchange's symbol" }),
};

const Trade = Type.Object({
  kind: Type.Literal("trade"),
  ...Market,
  tradeId: Type.Integer({ description: "The exchange's aggregate trade id" }),
  tradedAtMs: Type.Integer({ description: "Unix milliseconds" }),
  price: Type.String({ description: "Decimal text as the exchange sent it" }),
  quantity: Type.String({ description: "Decimal text as the exchange sent it" }),
}, { description: "An aggregate trade of the exchange" });

const Kline = Type.Object({
  kind: Type.Literal("kline"),
  ...Market,
  klineInterval: Type.String({ description: "The candle's interval, such as `1h`" }),
  field: Type.String({ description: "`open` or `close`: which price was taken" }),
  row: Type.Array(Type.Union([Type.String(), Type.Number()]), {
    description: "The candle as the exchange sent it",
  }),
}, { description: "A candle of the exchange" });

/** Null where the price is known and its proof could not be kept. */
export const EvidenceWire = nullable(Type.Union([Report, Trade, Kline], { $id: "Evidence" }));
