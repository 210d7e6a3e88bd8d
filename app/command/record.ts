/**
 * `bun run record --out DIR`: records what the providers send, as they send it.
 *
 * @module
 */
import { Result } from "effect";
import { INTERVALS, parseInterval, serveAssets } from "../../core/market/mod.ts";
import { complain, readOrExplain } from "./command_line.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${
  usageLine("record --out DIR [--assets btc,eth] [--intervals 5min,15min] [--detach]")
}
Records what the oracle or its relay, the exchange, the order books and the venue's markets send,
as they send it, until Ctrl-C. A folder of DIR is a UTC day, and a file of it a feed.
  --out        where to; RECORD_DIR, if that is set
  --assets     default: ASSETS
  --intervals  whose windows are followed; default: ${INTERVALS.join(",")}
  --detach     goes on when what has started it ends, or its terminal is closed
The oldest days make way above RECORD_MAX_GB, 100 by default.`;

/** Records until a signal. Returns an exit code where it cannot begin. */
export async function main(args: ReadonlyArray<string>): Promise<number | undefined> {
  const names = { out: "text", assets: "text", intervals: "text", detach: "flag" } as const;
  const line = readOrExplain(args, { names, usage: USAGE });
  if (typeof line === "number") return line;
  const text = (name: keyof typeof names) => String(line.options[name] ?? "");
  const folder = text("out") || Bun.env["RECORD_DIR"] || "";
  if (folder === "") return complain("Add --out", USAGE);
  const intervals = Result.all(
    (text("intervals") || INTERVALS.join(",")).split(",")
      .map((name) => parseInterval(name, "--intervals")),
  );
  const chosen = Result.andThen(serveAssets(text("assets"), "--assets"), () => intervals);
  if (Result.isFailure(chosen)) {
    return complain(`${chosen.failure.message}: ${chosen.failure.hint}`);
  }
  // What depends on the assets is loaded once they are chosen.
  const { followAndRecord } = await import("../recording/follow_and_record.ts");
  const isDetached = line.options["detach"] === true;
  return await followAndRecord({ folder, intervals: chosen.success, isDetached });
}
