/**
 * Evidence: the provider's original data that proves a target, stored with the price.
 *
 * @module
 */
import { type OracleStream } from "./target_rule.ts";

/**
 * The sources, best first. `report`: the oracle's signed reports. `relay`: the primary venue's
 * relay of them. `site` and `metadata`: the prices that the venue publishes for a window, as
 * doubles.
 */
export const ORACLE_SOURCES = ["report", "relay", "site", "metadata"] as const;

/** One of {@linkcode ORACLE_SOURCES}. */
export type OracleSource = (typeof ORACLE_SOURCES)[number];

/** The exchange's market on which a price was traded. */
export type ExchangeMarket = "spot" | "futures";

/** Another source's price for the same window that differs by more than a double's rounding. */
export interface Dispute {
  /** The source of the differing price. */
  readonly source: OracleSource;
  /** Decimal text. */
  readonly price: string;
}

/** Evidence that other sources may contradict. The list is absent where none does. */
export interface Disputable {
  readonly disputed?: ReadonlyArray<Dispute>;
}

/** A report signed by the oracle. `fullReport` is its complete text: `0x` and hex. */
export interface ReportEvidence extends Disputable {
  readonly kind: "report";
  readonly stream: OracleStream;
  readonly feedId: string;
  readonly validFromSec: number;
  readonly observedSec: number;
  readonly priceE18: string;
  readonly fullReport: string;
}

/** One aggregate trade of the exchange. `price` and `quantity` are the exchange's decimal text. */
export interface TradeEvidence {
  readonly kind: "trade";
  readonly market: ExchangeMarket;
  readonly symbol: string;
  readonly tradeId: number;
  readonly tradedAtMs: number;
  readonly price: string;
  readonly quantity: string;
}

/**
 * One candle as the exchange sent it, and which of its prices is the target. `archive` is the path
 * of the file that contains the row, if it comes from the exchange's archive.
 */
export interface KlineEvidence {
  readonly kind: "kline";
  readonly market: ExchangeMarket;
  readonly symbol: string;
  readonly klineInterval: string;
  readonly field: "open" | "close";
  readonly row: ReadonlyArray<string | number>;
  readonly archive?: string;
}

/**
 * A point of the primary venue's relay, as received: the oracle's number, passed on by the venue
 * without the oracle's signature. `receivedAt` is ISO 8601.
 */
export interface RelayEvidence extends Disputable {
  readonly kind: "relay";
  readonly point: {
    readonly symbol: string;
    /** Unix milliseconds: the window's first second. */
    readonly timestamp: number;
    readonly full_accuracy_value: string;
    readonly window_seconds: number;
    readonly source: string;
  };
  readonly seq: number;
  readonly receivedAt: string;
  readonly isSignedByOracle: false;
}

/**
 * A price that the primary venue publishes for the window. Prices are decimal text of the double
 * that the venue sent; `finalPrice` is the price at the window's end.
 */
export interface PublishedEvidence extends Disputable {
  readonly kind: "published";
  readonly by: "venue_site" | "venue_metadata";
  readonly price: string;
  readonly finalPrice?: string;
  readonly receivedAt: string;
  /** True until the venue's metadata confirm the price; they may still correct it. */
  readonly provisional: boolean;
}

/** Any kind of evidence. */
export type Evidence =
  | ReportEvidence
  | TradeEvidence
  | KlineEvidence
  | RelayEvidence
  | PublishedEvidence;

/** Returns the evidence with these disputes added. Known disputes are not repeated. */
export function withDisputes(evidence: Evidence, disputes: ReadonlyArray<Dispute>): Evidence {
  if (evidence.kind === "trade" || evidence.kind === "kline") return evidence;
  const named = evidence.disputed ?? [];
  const added = disputes.filter(({ source, price }, at) =>
    ![...named, ...disputes.slice(0, at)].some((known) =>
      known.source === source && known.price === price
    )
  );
  return added.length === 0 ? evidence : { ...evidence, disputed: [...named, ...added] };
}
