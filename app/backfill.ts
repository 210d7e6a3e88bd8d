/**
 * `bun run backfill --asset btc --type 5min --from 2026-01-01 --to 2026-02-01`: fills the store
 * with older targets.
 *
 * The service that is running does the work if there is one, because it has the store open and
 * counts the providers' limits; else this process does. Stopped with Ctrl-C it goes on where it
 * was when it is started again.
 *
 * @module
 */
import { Clock, Effect, Layer, ManagedRuntime, Result } from "effect";
import { parseAsset, parseInterval } from "../core/market/mod.ts";
import { parseTimestamp, UnixSec } from "../core/time/mod.ts";
import { readCommandLine } from "./command_line.ts";
import { readConfig } from "./config.ts";
import { readLiveConfig } from "./live_config.ts";
import { type BackfillLine, backfillLines, type BackfillOrder } from "./operator/backfill_order.ts";
import { isAnswered, operatorSocketPath } from "./operator/operator_socket.ts";
import { progressLine } from "./progress_bar.ts";
import { layerService } from "./service.ts";
import { configOrExit } from "./start.ts";
import { makeWorldFolder, worldFolder, type WorldName } from "./store.ts";

const USAGE =
  `Usage: bun run backfill --asset btc --type 5min --from 2026-01-01 --to 2026-02-01 [--sandbox]
  --from, --to  unix seconds, milliseconds or ISO 8601; --to is not included
  --sandbox     fills the sandbox that is running (SANDBOX_SEED chooses which)`;

/** Reads the order, or says in one line what is wrong with it. */
export function readOrder(
  options: Readonly<Record<string, string | boolean | undefined>>,
  nowSec: UnixSec,
): Result.Result<BackfillOrder, string> {
  const text = (name: string) => String(options[name] ?? "");
  const order = Result.gen(function* () {
    const asset = yield* parseAsset(text("asset"), "--asset");
    const interval = yield* parseInterval(text("type"), "--type");
    const startSec = yield* parseTimestamp(text("from"), { parameter: "--from", nowSec });
    const endSec = yield* parseTimestamp(text("to"), { parameter: "--to", nowSec });
    return { asset, interval, startSec, endSec };
  });
  return Result.mapError(order, (failure) => `${failure.message}: ${failure.hint}`);
}

/** The lines of the running service, or of a service without a socket in this process. */
async function openLines(order: BackfillOrder, world: WorldName): Promise<ReadableStream> {
  const config = configOrExit(readConfig(Bun.env, readLiveConfig));
  const folder = worldFolder(config.service, world);
  const path = operatorSocketPath(folder);
  if (await isAnswered(path)) {
    const response = await fetch("http://operator/backfill", {
      unix: path,
      method: "POST",
      body: JSON.stringify(order),
    });
    if (!response.ok || response.body === null) throw new Error("The service refused the order");
    return response.body;
  }
  if (world !== "live") throw new Error(`Cannot find a running sandbox in ${folder}`);
  makeWorldFolder(folder);
  const runtime = ManagedRuntime.make(layerService({
    ...config,
    config: config.service,
    world,
    storeFolder: folder,
    clock: Layer.empty,
  }));
  process.once("SIGINT", () => void runtime.dispose().then(() => process.exit(130)));
  return (await backfillLines(runtime, order)).pipeThrough(new TextEncoderStream());
}

const RATE_OVER_MS = 20_000;

/** Draws each line over the one before on a terminal, and below it anywhere else. */
async function draw(lines: ReadableStream): Promise<number> {
  /** The rate is that of the last while: what was stored before is passed over at once. */
  const seen: Array<{ readonly atMs: number; readonly done: number }> = [];
  let last: BackfillLine | undefined;
  for await (const line of jsonLines(lines)) {
    last = line;
    if ("error" in line) break;
    const atMs = performance.now();
    seen.push({ atMs, done: line.done });
    while (atMs - (seen[0]?.atMs ?? atMs) > RATE_OVER_MS) seen.shift();
    const { atMs: sinceMs, done: doneBefore } = seen[0] ?? { atMs, done: line.done };
    const text = progressLine({ ...line, doneBefore, elapsedMs: atMs - sinceMs });
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  }
  if (process.stdout.isTTY) process.stdout.write("\n");
  if (last === undefined) return complain("Cannot go on: the service has gone");
  if ("error" in last) return complain(`${last.error}: ${last.hint}`);
  if (last.lastFailure !== null) console.error(`Last failure: ${last.lastFailure}`);
  return last.done < last.total ? complain("Cannot go on: the service has gone") : 0;
}

async function* jsonLines(stream: ReadableStream): AsyncGenerator<BackfillLine> {
  let rest = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as BackfillLine;
  }
}

function complain(line: string): number {
  console.error(line);
  return 1;
}

async function main(args: ReadonlyArray<string>): Promise<number> {
  const line = readCommandLine(args, {
    asset: "text",
    type: "text",
    from: "text",
    to: "text",
    sandbox: "flag",
    help: "flag",
  });
  if (Result.isFailure(line)) return complain(`${line.failure}\n${USAGE}`);
  const { options, words } = line.success;
  if (words.length > 0) return complain(`Cannot use "${words[0]}"\n${USAGE}`);
  if (options["help"] === true || args.length === 0) {
    console.log(USAGE);
    return args.length === 0 ? 1 : 0;
  }
  const nowMs = await Effect.runPromise(Clock.currentTimeMillis);
  const order = readOrder(options, UnixSec(Math.floor(nowMs / 1000)));
  if (Result.isFailure(order)) return complain(order.failure);
  const seed = Number(Bun.env["SANDBOX_SEED"] || 1);
  try {
    return await draw(
      await openLines(order.success, options["sandbox"] === true ? `sandbox_${seed}` : "live"),
    );
  } catch (error) {
    return complain(error instanceof Error ? error.message : String(error));
  }
}

if (import.meta.main) process.exit(await main(Bun.argv.slice(2)));
