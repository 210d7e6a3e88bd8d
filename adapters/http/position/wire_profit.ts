/**
 * Profit, as requests ask for it and answers carry it: JSON, or a table of the same columns.
 *
 * @module
 */
import { t } from "elysia";
import type { ProfitRow } from "../../../core/ledger/mod.ts";
import { PROFIT_KEYS } from "../../../core/use_case/ledger/mod.ts";
import { formatDecimal, fromE6 } from "../../../core/fee/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { Instant } from "../wire/instant.ts";
import { strict } from "../wire/kind.ts";
import { exactE6, ExactNumber, whole } from "../wire/number.ts";
import { WalletId } from "../wire/order_id.ts";
import { Word } from "../wire/text.ts";
import { VenueAtWire } from "./wire_position.ts";

/** What is asked of profit. */
export const ProfitQuestion = strict({
  walletId: WalletId,
  from: t.Optional(Instant({
    description: "Only what happened at this instant or later",
    examples: ["2026-08-01T00:00:00Z"],
  })),
  to: t.Optional(Instant({
    rounding: "up",
    description: "Only what happened before this instant; default: now",
    examples: ["2026-09-01T00:00:00Z"],
  })),
  by: t.Optional(Word(PROFIT_KEYS, {
    default: "day",
    description: "What is added up: a UTC day, a market, or a series of windows",
    examples: ["series"],
  })),
  format: t.Optional(Word(["json", "csv"], {
    default: "json",
    description: "`csv`: a table with a header, of the rows alone",
    examples: ["csv"],
  })),
});

const FIELDS = {
  realized_usdc: nullable(
    ExactNumber({ description: "Proceeds less average cost, without fees" }),
    { description: "Null where a cost is not known" },
  ),
  fees_usdc: nullable(ExactNumber({ description: "Fees paid" }), {
    description: "Null where one is not known",
  }),
  claimed_usdc: ExactNumber({ description: "What claims paid" }),
  volume_usdc: ExactNumber({ description: "What was traded, bought and sold alike" }),
  trades: whole({ description: "How many trades that was" }),
};

const ProfitTotal = t.Object(FIELDS, { $id: "ProfitTotal" });

const ProfitRowWire = t.Object({
  key: t.String({
    description: "The UTC day, the market's slug, or `asset:interval`, as `by` says; `other` for " +
      "a market of no series",
  }),
  ...FIELDS,
}, { $id: "ProfitRow" });

const TOTAL_EXAMPLE = {
  realized_usdc: 8.157895,
  fees_usdc: 0.217,
  claimed_usdc: 13.157894,
  volume_usdc: 4.999999,
  trades: 1,
};

/** Profit. */
export const Profit = t.Object({
  now: IsoWire,
  venue_at: VenueAtWire,
  data: t.Array(ProfitRowWire, { description: "By name" }),
  total: ProfitTotal,
}, {
  $id: "Profit",
  description: "The profit",
  csvExample: "key,realized_usdc,fees_usdc,claimed_usdc,volume_usdc,trades\r\n" +
    "2026-08-22,8.157895,0.217,13.157894,4.999999,1\r\n",
  examples: [{
    now: "2026-08-22T16:05:00.000Z",
    venue_at: "2026-08-22T16:03:10.000Z",
    data: [{ key: "2026-08-22", ...TOTAL_EXAMPLE }],
    total: TOTAL_EXAMPLE,
  }],
});

/** The media type of a table. */
export const CSV_TYPE = "text/csv; charset=utf-8";

/** Writes what things come to. */
export function profitBody(
  { realizedE6, feesE6, claimedE6, volumeE6, trades }: Omit<ProfitRow, "key">,
): typeof ProfitTotal.static {
  return {
    realized_usdc: realizedE6 === null ? null : exactE6(realizedE6),
    fees_usdc: feesE6 === null ? null : exactE6(feesE6),
    claimed_usdc: exactE6(claimedE6),
    volume_usdc: exactE6(volumeE6),
    trades,
  };
}

/** Writes rows as a table by RFC 4180. What is not known is empty. */
export function profitCsv(rows: ReadonlyArray<ProfitRow>): string {
  const text = (amountE6: bigint | null) =>
    amountE6 === null ? "" : formatDecimal(fromE6(amountE6));
  const lines = rows.map(({ key, realizedE6, feesE6, claimedE6, volumeE6, trades }) =>
    [csvText(key), ...[realizedE6, feesE6, claimedE6, volumeE6].map(text), trades].join(",")
  );
  return [["key", ...Object.keys(FIELDS)].join(","), ...lines].map((line) => `${line}\r\n`).join(
    "",
  );
}

/** The venue names markets: a name may need quotes, and a sheet is not to run it as a formula. */
function csvText(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
