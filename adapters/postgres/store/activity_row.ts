/**
 * Rows of a wallet's activity, as they are kept: amounts as text, what is not known left out.
 *
 * @module
 */
import { Option } from "effect";
import { nameActivity } from "../../../core/ledger/mod.ts";
import { parseConditionId } from "../../../core/venue/mod.ts";
import { ACTIVITY_KINDS, type IndexedActivity } from "../../../core/port/wallet_index.ts";
import { toldRow } from "./wallet_frame_row.ts";

/** A row to keep. */
export interface ActivityRow {
  readonly key: string;
  readonly origin: string;
  readonly at_ms: string;
  readonly content: Readonly<Record<string, string>>;
}

/** Returns the rows of a reading, each with a key. */
export function toActivityRows(
  activity: ReadonlyArray<IndexedActivity>,
): ReadonlyArray<ActivityRow> {
  return nameActivity(activity).map(({ row, origin, key }) => ({
    key: new Bun.CryptoHasher("sha256").update(key).digest("hex"),
    origin,
    at_ms: String(row.atMs),
    content: contentOf(row),
  }));
}

function contentOf({ kind, type, atMs: _, ...fields }: IndexedActivity): Record<string, string> {
  const known = Object.entries(fields).flatMap(([name, value]): Array<[string, string]> =>
    Option.isSome<unknown>(value) ? [[name, String(value.value)]] : []
  );
  return { kind, type, ...Object.fromEntries(known) };
}

/** Returns the activity in a row. */
export function toActivity(
  { at_ms, content }: Readonly<Record<string, unknown>>,
): IndexedActivity {
  const row = toldRow(content);
  const text = (name: string) => Option.map(Option.fromNullishOr(row[name]), String);
  return {
    kind: ACTIVITY_KINDS.find((kind) => kind === row["kind"]) ?? "other",
    type: String(row["type"]),
    atMs: Number(at_ms),
    tx: text("tx"),
    conditionId: Option.flatMap(text("conditionId"), parseConditionId),
    tokenId: text("tokenId"),
    outcomeIndex: Option.map(text("outcomeIndex"), Number),
    side: Option.map(text("side"), (side) => side === "SELL" ? "SELL" : "BUY"),
    sharesE6: Option.map(text("sharesE6"), BigInt),
    usdcE6: Option.map(text("usdcE6"), BigInt),
  };
}
