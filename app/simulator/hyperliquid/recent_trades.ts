/**
 * The last trades of a coin, as `recentTrades` answers them.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";
import { type PriceTrack } from "./price_track.ts";

/** One trade. */
export interface VenueTrade {
  readonly coin: string;
  /** Whether the taker bought. */
  readonly side: "B" | "A";
  readonly px: string;
  readonly sz: string;
  /** Unix milliseconds. */
  readonly time: number;
  readonly hash: string;
  readonly tid: number;
  /** Buyer and seller. */
  readonly users: readonly [string, string];
}

const TRADES = 10;
/** One trade per interval of this length. */
const STRETCH_MS = 7_000;
const SIZE_MAX = 2_500;
const WORD_DIGITS = 8;
const ADDRESS_WORDS = 5;
const HASH_WORDS = 8;

/** Returns the trades, newest first; fewer if trading began recently. */
export function recentTrades(track: PriceTrack): ReadonlyArray<VenueTrade> {
  const stream = streamOf(0, `trades:${track.coin}`);
  const found: VenueTrade[] = [];
  const last = Math.floor((track.untilMs - 1) / STRETCH_MS);
  for (let at = last; found.length < TRADES && (at + 1) * STRETCH_MS > track.fromMs; at--) {
    const drawn = hash32(stream, at);
    const time = at * STRETCH_MS + drawn % STRETCH_MS;
    if (time < track.fromMs || time >= track.untilMs) continue;
    found.push({
      coin: track.coin,
      side: drawn >>> 31 === 0 ? "B" : "A",
      px: track.priceAt(time),
      sz: `${1 + (drawn >>> 8) % SIZE_MAX}.0`,
      time,
      hash: hex(drawn, HASH_WORDS),
      tid: hash32(drawn, at),
      users: [hex(hash32(drawn, 1), ADDRESS_WORDS), hex(hash32(drawn, 2), ADDRESS_WORDS)],
    });
  }
  return found;
}

function hex(from: number, words: number): string {
  const text = Array.from(
    { length: words },
    (_, at) => hash32(from, at).toString(16).padStart(WORD_DIGITS, "0"),
  );
  return `0x${text.join("")}`;
}
