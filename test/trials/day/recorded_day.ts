/** A recorded day of the venue's relay and its markets, moved by whole days. @module */
import { gunzipSync } from "node:zlib";
import { sharedPath } from "../../shared_data.ts";

/** The files, of BTC on 2026-06-08. */
export const RECORDED_DAY = [
  "relay/BTCUSD-prices-2026-06-08.csv.gz",
  "relay/BTC-5m-markets-2026-06-08.jsonl.gz",
] as const;

/** A market of the day as the venue published it. */
export interface RecordedMarket {
  readonly startSec: number;
  readonly endSec: number;
  /** Undefined if the relay missed the second: the price was never published. */
  readonly strikeE18: bigint | undefined;
  readonly outcome: "up" | "down";
}

/** The day. */
export interface RecordedDay {
  readonly fromSec: number;
  readonly toSec: number;
  /** The relay's prices scaled by 10^18, by unix seconds. */
  readonly seconds: ReadonlyMap<number, bigint>;
  /** The markets that begin on the day. */
  readonly markets: ReadonlyArray<RecordedMarket>;
}

const HOUR_SEC = 3_600;
const RECORDED_FROM_SEC = Date.UTC(2026, 5, 8) / 1000;

/** Reads its first hours, shifted to the day that begins at `fromSec`, a midnight. */
export async function readRecordedDay(fromSec: number, hours: number): Promise<RecordedDay> {
  const movedSec = fromSec - RECORDED_FROM_SEC;
  const [prices, markets] = await Promise.all(RECORDED_DAY.map(linesOf));
  const seconds = new Map(
    (prices ?? []).slice(1).map((line) => {
      const [feedMs = "", , valueE18 = ""] = line.split(",");
      return [Number(feedMs) / 1000 + movedSec, BigInt(valueE18)] as const;
    }),
  );
  const toSec = fromSec + hours * HOUR_SEC;
  const all = (markets ?? []).map((line) => toMarket(JSON.parse(line), movedSec));
  // The recording ends a second before the last window does; the next strike is that second.
  const next = all.find(({ startSec }) => startSec === toSec)?.strikeE18;
  if (next !== undefined) seconds.set(toSec, next);
  const isOfDay = ({ startSec }: RecordedMarket) => startSec >= fromSec && startSec < toSec;
  return { fromSec, toSec, seconds, markets: all.filter(isOfDay) };
}

/** A market in the file. */
interface MarketLine {
  readonly start_sec: number;
  readonly end_sec: number;
  readonly strike_value: string | null;
  readonly outcome_prices: ReadonlyArray<string>;
}

function toMarket(line: MarketLine, movedSec: number): RecordedMarket {
  return {
    startSec: line.start_sec + movedSec,
    endSec: line.end_sec + movedSec,
    strikeE18: line.strike_value === null ? undefined : BigInt(line.strike_value),
    outcome: line.outcome_prices[0] === "1" ? "up" : "down",
  };
}

async function linesOf(name: string): Promise<ReadonlyArray<string>> {
  const packed = await Bun.file(sharedPath(name)).bytes();
  return gunzipSync(packed).toString().trim().split("\n");
}
