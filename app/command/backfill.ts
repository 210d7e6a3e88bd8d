/**
 * `bun run backfill --asset btc --type 5min --from 2026-09-01 --to 2026-10-01`: fills the store
 * with older targets.
 *
 * A running service does the work, because it has the store open and counts the providers' limits;
 * without one this process does. After Ctrl-C the same command resumes where it stopped.
 *
 * @module
 */
import { Clock, Effect, Layer, ManagedRuntime, Result } from "effect";
import { parseAsset, parseInterval } from "../../core/market/mod.ts";
import { parseTimestamp, UnixSec } from "../../core/time/mod.ts";
import { type BackfillProgress, missingCount } from "../../core/use_case/price/mod.ts";
import { backfillTable } from "./backfill_table.ts";
import { complain, readOrExplain } from "./command_line.ts";
import { readEnvironment, readSettings } from "../settings/settings.ts";
import {
  type BackfillLine,
  backfillLines,
  type BackfillRequest,
} from "../operator/backfill_operation.ts";
import { isAnswered, operatorSocketPath } from "../operator/operator_socket.ts";
import { progressLine } from "./progress_bar.ts";
import { onEndSignal, STOPPED_CODE } from "../wiring/end_signal.ts";
import { layerService } from "../wiring/service.ts";
import { valueOrExit } from "../wiring/process.ts";
import { makeWorldFolder, worldFolder, type WorldName } from "../wiring/world_folder.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${
  usageLine("backfill --asset btc --type 5min --from 2026-09-01 --to 2026-10-01 [--signed]")
}
  --from, --to  unix seconds, milliseconds or ISO 8601; --to is exclusive
  --signed      5min, 15min and 4hour only from the oracle's signed reports, which need a
                subscription, and not from the prices that the venue publishes
  --sandbox     fills the running sandbox (SANDBOX_SEED chooses which)`;

/** Parses the options; a failure is one line. */
export function readRequest(
  options: Readonly<Record<string, string | boolean | undefined>>,
  nowSec: UnixSec,
): Result.Result<BackfillRequest, string> {
  const text = (name: string) => String(options[name] ?? "");
  const request = Result.gen(function* () {
    const asset = yield* parseAsset(text("asset"), "--asset");
    const interval = yield* parseInterval(text("type"), "--type");
    const startSec = yield* parseTimestamp(text("from"), { parameter: "--from", nowSec });
    const endSec = yield* parseTimestamp(text("to"), { parameter: "--to", nowSec });
    return { asset, interval, startSec, endSec, isSigned: options["signed"] === true };
  });
  return Result.mapError(request, (failure) => `${failure.message}: ${failure.hint}`).pipe(
    Result.filterOrFail(
      ({ startSec, endSec }) => startSec < endSec,
      () => `Cannot use --to "${text("to")}": it must be after --from, which is ${text("from")}`,
    ),
  );
}

/** The lines of a reply, and a function that stops the work early. */
interface OpenLines {
  readonly lines: ReadableStream;
  readonly stop: () => Promise<unknown>;
}

/** Starts the backfill in the running service, or in this process without a listening socket. */
async function openLines(request: BackfillRequest, world: WorldName): Promise<OpenLines> {
  const settings = valueOrExit(readEnvironment(Bun.env, readSettings));
  const folder = worldFolder(settings.storage, world);
  const path = operatorSocketPath(folder);
  if (await isAnswered(path)) {
    const abort = new AbortController();
    const response = await fetch("http://operator/backfill", {
      unix: path,
      method: "POST",
      body: JSON.stringify(request),
      signal: abort.signal,
    });
    if (!response.ok || response.body === null) throw new Error("The service refused the request");
    return { lines: response.body, stop: () => Promise.resolve(abort.abort()) };
  }
  if (world !== "live") throw new Error(`Cannot find a running sandbox in ${folder}`);
  makeWorldFolder(folder);
  const runtime = ManagedRuntime.make(layerService({
    settings,
    store: { world, folder },
    clock: Layer.empty,
  }));
  const abort = new AbortController();
  const lines = (await backfillLines(runtime, request))
    .pipeThrough(new TextEncoderStream(), { signal: abort.signal });
  const stop = async () => {
    // Ends the work before the store closes.
    abort.abort();
    await runtime.dispose();
  };
  return { lines, stop };
}

/** Draws the progress until the work ends or is stopped. Returns the exit code. */
async function follow({ lines, stop }: OpenLines): Promise<number> {
  const drawing = makeDrawing();
  let stopping: Promise<unknown> | undefined;
  onEndSignal(() => {
    stopping = stop();
  });
  let complaint: string | undefined;
  try {
    for await (const line of jsonLines(lines)) {
      if ("error" in line) complaint = `${line.error}: ${line.hint}`;
      else drawing.draw(line);
    }
  } catch (error) {
    // An aborted stream ends with an error.
    if (stopping === undefined) throw error;
  }
  const last = drawing.end();
  if (last !== undefined) console.log(backfillTable(last));
  if (stopping !== undefined) {
    await stopping;
    console.log("Stopped: run the same command to resume");
    return STOPPED_CODE;
  }
  if (complaint !== undefined) return complain(complaint);
  const isWhole = last !== undefined && last.done === last.total;
  return isWhole ? 0 : complain("Cannot continue: the service stopped");
}

const RATE_OVER_MS = 20_000;

/** Redraws the line in place on a terminal; prints a new line anywhere else. */
function makeDrawing() {
  /** The rate covers only `RATE_OVER_MS`, because windows stored before take no time. */
  const seen: Array<{ readonly atMs: number; readonly done: number }> = [];
  let last: BackfillProgress | undefined;
  return {
    draw: (progress: BackfillProgress) => {
      last = progress;
      const { total, done } = progress;
      const atMs = performance.now();
      seen.push({ atMs, done });
      while (atMs - (seen[0]?.atMs ?? atMs) > RATE_OVER_MS) seen.shift();
      const { atMs: sinceMs, done: doneBefore } = seen[0] ?? { atMs, done };
      const figures = { total, done, failed: missingCount(progress) };
      const text = progressLine({ ...figures, doneBefore, elapsedMs: atMs - sinceMs });
      process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    },
    /** Ends the line, and returns the last progress. */
    end: () => {
      if (process.stdout.isTTY) process.stdout.write("\n");
      return last;
    },
  };
}

async function* jsonLines(stream: ReadableStream): AsyncGenerator<BackfillLine> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as BackfillLine;
  }
}

/** Fills, follows what is done, and returns the exit code. */
export async function main(args: ReadonlyArray<string>): Promise<number> {
  const texts = { asset: "text", type: "text", from: "text", to: "text" } as const;
  const names = { ...texts, signed: "flag", sandbox: "flag" } as const;
  const line = readOrExplain(args, { names, usage: USAGE });
  if (typeof line === "number") return line;
  const { options } = line;
  const lacking = Object.keys(texts).filter((name) => options[name] === undefined);
  if (lacking.length > 0) return complain(`Add --${lacking.join(" and --")}`, USAGE);
  const nowMs = await Effect.runPromise(Clock.currentTimeMillis);
  const request = readRequest(options, UnixSec(Math.floor(nowMs / 1000)));
  if (Result.isFailure(request)) return complain(request.failure);
  const seed = Number(Bun.env["SANDBOX_SEED"] || 1);
  try {
    return await follow(
      await openLines(request.success, options["sandbox"] === true ? `sandbox_${seed}` : "live"),
    );
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
}
