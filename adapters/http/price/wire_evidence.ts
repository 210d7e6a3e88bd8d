/**
 * The schema of evidence: what proves a price.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { ORACLE_SOURCES } from "../../../core/price/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { words } from "../wire/text.ts";

const Disputed = Type.Optional(Type.Array(
  Type.Object({
    source: words(ORACLE_SOURCES, { description: "The source of the other price" }),
    price: Type.String({ description: "Its price, decimal text" }),
  }),
  {
    description: "Prices of other sources that differ by more than the rounding of a double; " +
      "absent if none does",
  },
));

const Report = Type.Object({
  kind: Type.Literal("report"),
  stream: Type.String({ description: "`spot`, `twap_30` or `twap_60`" }),
  feedId: Type.String({ description: "The oracle's id of the stream" }),
  validFromSec: Type.Integer({ description: "First second the report covers" }),
  observedSec: Type.Integer({ description: "Last second the report covers" }),
  priceE18: Type.String({ description: "The price times 10^18, an integer as text" }),
  fullReport: Type.String({ description: "The signed report, hex" }),
  disputed: Disputed,
}, {
  description: "A report signed by the oracle",
  examples: [{
    kind: "report",
    stream: "twap_60",
    feedId: "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f",
    validFromSec: 1_790_856_300,
    observedSec: 1_790_856_300,
    priceE18: "55377068476641430208512",
    fullReport: "0x00093acdffecb78d1ac8c5d106966656e800c0f0e424195bfd193cd416c6f7e0",
    disputed: [{ source: "site", price: "55377.07" }],
  }],
});

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
}, {
  description: "An aggregate trade of the exchange",
  examples: [{
    kind: "trade",
    market: "spot",
    symbol: "BTCUSDT",
    tradeId: 3_812_044_917,
    tradedAtMs: 1_767_225_600_018,
    price: "87648.21000000",
    quantity: "0.00150000",
  }],
});

const Kline = Type.Object({
  kind: Type.Literal("kline"),
  ...Market,
  klineInterval: Type.String({ description: "The candle's interval, such as `1h`" }),
  field: Type.String({ description: "`open` or `close`: the price that was used" }),
  row: Type.Array(Type.Union([Type.String(), Type.Number()]), {
    description: "The candle as the exchange sent it",
  }),
  archive: Type.Optional(Type.String({
    description: "The file of the exchange's public archive that has the candle; absent if " +
      "it came from the REST interface",
  })),
}, {
  description: "A candle of the exchange",
  examples: [{
    kind: "kline",
    market: "spot",
    symbol: "BTCUSDT",
    klineInterval: "1h",
    field: "open",
    row: [
      1_767_225_600_000,
      "87648.21000000",
      "87811.40000000",
      "87590.02000000",
      "87702.55000000",
      "412.83170000",
      1_767_229_199_999,
      "36210481.77310000",
      98_412,
      "207.11940000",
      "18166203.45180000",
      "0",
    ],
    archive: "/data/spot/daily/klines/BTCUSDT/1h/BTCUSDT-1h-2026-01-01.zip",
  }],
});

const Relay = Type.Object({
  kind: Type.Literal("relay"),
  point: Type.Object({
    symbol: Type.String({ description: "The venue's name of the pair" }),
    timestamp: Type.Integer({ description: "Unix milliseconds: the window's first second" }),
    full_accuracy_value: Type.String({ description: "The price, exact decimal text" }),
    window_seconds: Type.Integer({ description: "The look-back of the average" }),
    source: Type.String({ description: "Who computed the average, according to the venue" }),
  }, { description: "The point as the venue sent it" }),
  seq: Type.Integer({ description: "The number of its frame on the connection" }),
  receivedAt: IsoWire,
  isSignedByOracle: Type.Literal(false),
  disputed: Disputed,
}, {
  description: "A point of the venue's relay: the oracle's own number, without its signature",
  examples: [{
    kind: "relay",
    point: {
      symbol: "btcusd",
      timestamp: 1_790_856_300_000,
      full_accuracy_value: "55377.068476641430208512",
      window_seconds: 60,
      source: "chainlink",
    },
    seq: 4_711,
    receivedAt: "2026-10-01T12:05:01.204Z",
    isSignedByOracle: false,
    disputed: [{ source: "site", price: "55377.07" }],
  }],
});

const Published = Type.Object({
  kind: Type.Literal("published"),
  by: words(["venue_site", "venue_metadata"], { description: "Where the venue publishes it" }),
  price: Type.String({ description: "The double that the venue wrote, as decimal text" }),
  finalPrice: Type.Optional(Type.String({
    description: "The price at the window's end, if the venue published it",
  })),
  receivedAt: IsoWire,
  provisional: Type.Boolean({
    description: "True until the venue's metadata agree: they may correct the price, once",
  }),
  disputed: Disputed,
}, {
  description: "A price that the primary venue publishes for the window",
  examples: [{
    kind: "published",
    by: "venue_metadata",
    price: "55377.07",
    finalPrice: "55391.2",
    receivedAt: "2026-10-01T12:11:12.040Z",
    provisional: false,
    disputed: [{ source: "report", price: "55377.068476641430208512" }],
  }],
});

/** Null if the price is known but its evidence could not be stored. */
export const EvidenceWire = nullable(Type.Union([Report, Trade, Kline, Relay, Published], {
  $id: "Evidence",
}));
