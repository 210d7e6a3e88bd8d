/**
 * What proves a target: the provider's own words, kept with the price.
 *
 * @module
 */
import { type OracleStream } from "./target_rule.ts";

/** The market of the exchange a price was traded on. */
export type ExchangeMarket = "spot" | "futures";

/** A report the oracle signed. `fullReport` is its whole text, `0x` and hex. */
export interface ReportEvidence {
  readonly kind: "report";
  readonly stream: OracleStream;
  readonly feedId: string;
  readonly validFromSec: number;
  readonly observedSec: number;
  readonly priceE18: string;
  readonly fullReport: string;
}

/** One aggregate trade of the exchange. `price` and `quantity` are its decimal text. */
export interface TradeEvidence {
  readonly kind: "trade";
  readonly market: ExchangeMarket;
  readonly symbol: string;
  readonly tradeId: number;
  readonly tradedAtMs: number;
  readonly price: string;
  readonly quantity: string;
}

/** One candle of the exchange as it sent it, and which of its prices was taken. */
export interface KlineEvidence {
  readonly kind: "kline";
  readonly market: ExchangeMarket;
  readonly symbol: string;
  readonly klineInterval: string;
  readonly field: "open" | "close";
  readonly row: ReadonlyArray<string | number>;
}

/** Any of the three. */
export type Evidence = ReportEvidence | TradeEvidence | KlineEvidence;
