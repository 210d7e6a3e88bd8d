/**
 * A point of the primary venue's relay of the oracle, and the target made from it.
 *
 * @module
 */
import { type OraclePrice } from "./oracle_price.ts";
import { type Target } from "./target.ts";

/**
 * The oracle's 60-second average at one second, as relayed by the venue: the oracle's number to the
 * last digit, without the oracle's signature.
 */
export interface RelayPoint extends OraclePrice {
  readonly stream: "twap_60";
  /** The venue's name for the pair, such as `btcusd`. */
  readonly symbol: string;
  /** The price as received: decimal text. */
  readonly fullAccuracyValue: string;
  /** The number of the frame that carried it, on its connection. */
  readonly seq: number;
  readonly receivedAtMs: number;
}

/** Returns the target of a window that begins at exactly the point's second. */
export function relayTarget(point: RelayPoint): Target {
  const { symbol, fullAccuracyValue, observedSec, priceE18, seq, receivedAtMs } = point;
  return {
    priceE18,
    source: "oracle_twap",
    evidence: {
      kind: "relay",
      point: {
        symbol,
        timestamp: observedSec * 1000,
        full_accuracy_value: fullAccuracyValue,
        window_seconds: 60,
        source: "chainlink",
      },
      seq,
      receivedAt: new Date(receivedAtMs).toISOString(),
      isSignedByOracle: false,
    },
  };
}
