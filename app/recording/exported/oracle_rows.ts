/**
 * Rows of the oracle's numbers, signed or relayed.
 *
 * @module
 */
import { Option, Result } from "effect";
import { MAINNET_FEEDS } from "../../../adapters/chainlink/feed_table.ts";
import { decodeReport } from "../../../adapters/chainlink/report.ts";
import { readRelayFrame, WINDOW_SEC } from "../../../adapters/polymarket/relay/relay_frame.ts";
import { assetOf } from "../../../adapters/polymarket/relay/symbol.ts";
import { jsonFields } from "../../../core/json_fields.ts";
import { parseE18 } from "../../../core/price/mod.ts";
import { type ExportedRow, fitsColumn, type Received } from "../../../core/recording/mod.ts";
import { DAY_SEC, type UnixSec } from "../../../core/time/mod.ts";
import { fieldsOf, listOf } from "./told_window.ts";

type OracleRow = ExportedRow<"oracle">;

/** The stream that windows are settled by, and that the relay repeats. */
const SETTLING = ":twap_60";

const ASSET_OF: ReadonlyMap<string, string> = new Map(
  [...MAINNET_FEEDS].filter(([name]) => name.endsWith(SETTLING))
    .map(([name, id]) => [id, name.slice(0, -SETTLING.length)]),
);

/** Numbers of the last seconds before midnight are received after it. */
const BEFORE_SEC = 60;

/** Makes the rows of the day that begins at midnight `startSec`: each number once. */
export function makeOracleRows(startSec: UnixSec) {
  const fromSec = startSec - BEFORE_SEC;
  const seen = new Map<string, Uint8Array>();
  const isNew = ({ asset, at_ms }: OracleRow): boolean => {
    const at = at_ms / 1000 - fromSec;
    if (!Number.isInteger(at) || at < 0 || at >= BEFORE_SEC + DAY_SEC) return false;
    const seconds = seen.get(asset) ?? new Uint8Array(BEFORE_SEC + DAY_SEC);
    seen.set(asset, seconds);
    if (seconds[at] === 1) return false;
    seconds[at] = 1;
    return true;
  };
  return {
    /** Returns the rows of what was received; undefined where a number of it cannot be read. */
    take: (received: Received): ReadonlyArray<OracleRow> | undefined =>
      numbersOf(received)?.filter(isNew),
  };
}

function numbersOf({ feed, kind, text }: Received): ReadonlyArray<OracleRow> | undefined {
  if (feed === "oracle") return reportsOf(kind, text);
  if (feed !== "relay" || kind !== "frame") return [];
  const frame = readRelayFrame(text);
  if (frame.kind === "unreadable") return undefined;
  if (frame.kind !== "points") return [];
  if (Option.isNone(frame.content)) return undefined;
  const { symbol, window_seconds, points } = frame.content.value;
  const asset = assetOf(symbol);
  if (asset === undefined || window_seconds !== WINDOW_SEC) return [];
  return whole(points.map(({ timestamp, full_accuracy_value }) => ({
    asset,
    at_ms: timestamp,
    value: Option.getOrUndefined(parseE18(full_accuracy_value)),
  })));
}

/** A report is pushed alone, or answered alone or with others. */
function reportsOf(kind: Received["kind"], text: string): ReadonlyArray<OracleRow> | undefined {
  const fields = jsonFields(text);
  if (Option.isNone(fields)) return kind === "frame" ? undefined : [];
  const { report, reports } = fields.value;
  return whole(
    [report, ...listOf(reports)].map(fieldsOf).flatMap((one): ReadonlyArray<ToldNumber> => {
      const [id, fullReport] = [one?.["feedID"], one?.["fullReport"]];
      const asset = typeof id === "string" ? ASSET_OF.get(id) : undefined;
      if (asset === undefined || typeof id !== "string") return [];
      const signed = decodeReport(typeof fullReport === "string" ? fullReport : "", id);
      if (Result.isFailure(signed)) return [{ asset, at_ms: 0, value: undefined }];
      const { observedSec, priceE18 } = signed.success;
      return [{ asset, at_ms: observedSec * 1000, value: priceE18 }];
    }),
  );
}

/** A number that was told; undefined where it is none. */
type ToldNumber = Omit<OracleRow, "value"> & { readonly value: bigint | undefined };

/** Returns numbers, unless one of them is none. */
function whole(numbers: ReadonlyArray<ToldNumber>): ReadonlyArray<OracleRow> | undefined {
  const rows = numbers.flatMap(({ asset, at_ms, value }) =>
    value !== undefined && fitsColumn(value, "e18") ? [{ asset, at_ms, value }] : []
  );
  return rows.length === numbers.length ? rows : undefined;
}
