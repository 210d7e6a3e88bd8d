/**
 * `bun run compare`: a paper wallet beside a real one.
 *
 * @module
 */
import { Option, Result } from "effect";
import { formatDecimal, fromE6 } from "../../core/fee/mod.ts";
import { COMPARE_OPERATION, type RecordFacts } from "../operator/compare_operation.ts";
import { whole } from "../settings/setting_reader.ts";
import { readWalletId } from "./account/account_value.ts";
import { tableLines } from "./account/command_output.ts";
import { askOperator } from "./ask_operator.ts";
import { askedWorld, complain, readOrExplain } from "./command_line.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${usageLine("compare <paper wallet> <real wallet> [--days 7] [--sandbox | --live]")}
Shows both side by side: what became of their orders, their fills, fees and latencies, and the
average prices of what both traded. Slippage: how much worse the real one traded than the paper.
  --days   what both did in the last so many days, 1 to 365`;

const [DAYS, DAYS_MAX] = [7, 365];

/** Compares them, and returns the exit code. */
export async function main(args: ReadonlyArray<string>): Promise<number> {
  const names = { days: "text", sandbox: "flag", live: "flag" } as const;
  const line = readOrExplain(args, { names, wordsMax: 2, usage: USAGE });
  if (typeof line === "number") return line;
  const [paper = "", real = ""] = line.words;
  const ids = Result.all([readWalletId(paper), readWalletId(real)]);
  if (Result.isFailure(ids)) return complain(ids.failure.error, ids.failure.hint, USAGE);
  const { days: text = String(DAYS) } = line.options;
  const days = whole(1, DAYS_MAX).parse(String(text));
  if (Option.isNone(days)) {
    return complain(`Cannot use --days "${text}"`, `Send a whole number from 1 to ${DAYS_MAX}`);
  }
  const [paperId, realId] = ids.success;
  const asked = { paperId, realId, days: days.value };
  const reply = await askOperator(askedWorld(line.options), COMPARE_OPERATION, asked);
  if (!reply.ok) return complain(reply.error, reply.hint);
  for (const text of comparisonLines(reply.result)) console.log(text);
  return 0;
}

/** Formats the comparison. */
export function comparisonLines(
  { paper, real, shared, readMax }: typeof COMPARE_OPERATION.output.Type,
): ReadonlyArray<string> {
  const row = (name: string, of: (record: RecordFacts) => string) => [name, of(paper), of(real)];
  const ms = (part: "p50" | "p90" | "p99") =>
    row(`latency ${part}`, ({ latencyMs }) => latencyMs === null ? "-" : `${latencyMs[part]} ms`);
  return [
    ...tableLines(["", "paper", "real"], [
      row("orders matched", ({ orders }) => String(orders.matched)),
      row("orders canceled", ({ orders }) => String(orders.canceled)),
      row("orders refused", ({ orders }) => String(orders.refused)),
      row("orders open", ({ orders }) => String(orders.open)),
      row("fills", ({ fills }) => String(fills)),
      row("fills as maker", ({ makerFills }) => String(makerFills)),
      row("fills that failed", ({ failedFills }) => String(failedFills)),
      row("shares", ({ sharesE6 }) => textOf(sharesE6)),
      row("USDC", ({ usdcE6 }) => textOf(usdcE6)),
      row("fees, USDC", ({ feesE6 }) => feesE6 === null ? "not known" : textOf(feesE6)),
      ms("p50"),
      ms("p90"),
      ms("p99"),
    ]),
    "",
    ...(shared.length === 0 ? ["Both have traded no outcome on the same side."] : tableLines(
      ["market", "outcome", "side", "paper", "real", "slippage"],
      shared.map(({ slug, outcome, side, paperE6, realE6, slippageE6 }) => [
        ...[slug, outcome, side],
        ...[paperE6, realE6, slippageE6].map(textOf),
      ]),
    )),
    ...([paper, real].some(({ fills }) => fills >= readMax)
      ? ["", `The newest ${readMax} orders and fills of each: --days reads fewer`]
      : []),
  ];
}

function textOf(digitsE6: string): string {
  return formatDecimal(fromE6(BigInt(digitsE6)));
}
