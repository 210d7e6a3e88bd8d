/**
 * The seconds that the oracle's own numbers are of, as a recording has them.
 *
 * @module
 */
import { Option } from "effect";
import { MAINNET_FEEDS } from "../../adapters/chainlink/feed_table.ts";
import { assetOf } from "../../adapters/polymarket/relay/symbol.ts";
import { readRelayFrame } from "../../adapters/polymarket/relay/relay_frame.ts";
import type { Received } from "../../core/recording/mod.ts";

/** A number that was told: of what, and the instant that it is of, in unix milliseconds. */
export interface Told {
  /** Such as `btc:twap_60`; the provider's own id where nobody knows it. */
  readonly topic: string;
  readonly ms: number;
}

const NAME_OF: ReadonlyMap<string, string> = new Map(
  [...MAINNET_FEEDS].map(([name, id]) => [id, name]),
);

/** A report, pushed alone or answered with others. */
const REPORT = /"feedID":"(0x[0-9a-f]{64})"[^}]*?"observationsTimestamp":(\d{10})\b/g;

/** Returns the numbers in what was received: none of what is not of a second. */
export function toldSeconds({ feed, kind, text }: Received): ReadonlyArray<Told> {
  if (feed === "oracle") {
    return [...text.matchAll(REPORT)].map(([, id = "", sec]) => ({
      topic: NAME_OF.get(id) ?? id,
      ms: Number(sec) * 1000,
    }));
  }
  if (feed !== "relay" || kind !== "frame") return [];
  const frame = readRelayFrame(text);
  if (frame.kind !== "points" || Option.isNone(frame.content)) return [];
  const { symbol, points } = frame.content.value;
  const topic = assetOf(symbol) ?? symbol;
  return points.map(({ timestamp: ms }) => ({ topic, ms }));
}
