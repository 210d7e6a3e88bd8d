/** The recorder as a process, killed, and what it leaves. @module */
import { afterAll, expect, test } from "bun:test";
import { wholeBlocks } from "../../../adapters/recording/block_file.ts";
import { dataFile, recordedDays } from "../../../adapters/recording/day_folder.ts";
import { readDay } from "../../../adapters/recording/reading.ts";
import { type Feed, FEEDS, type Received } from "../../../core/recording/mod.ts";
import { COMMAND_LINE } from "../../app/command_line.ts";
import { startProcess } from "../../app/process.ts";
import { runToEnd } from "../../app/run_to_end.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { until } from "../../until.ts";

const folder = makeFolder();
afterAll(folder.remove);
const out = `${folder.path}/recording`;

const { simulators, settings } = startWorld({ startIso: new Date().toISOString(), speed: 1 });
afterAll(simulators.stop);
const socketOf = (name: Parameters<typeof simulators.urlOf>[0]) =>
  simulators.urlOf(name).replace("http", "ws");
const world = {
  ...settings,
  CHAINLINK_WS_URL: socketOf("oracle"),
  BINANCE_SPOT_WS_URL: socketOf("exchange-spot"),
  BINANCE_FUTURES_WS_URL: socketOf("exchange-futures"),
  POLYMARKET_CLOB_WS_URL: socketOf("venue-orders"),
  HYPERLIQUID_WS_URL: socketOf("venue2"),
};

/** The lines that are written of a feed by now, over all days. */
async function written(feed: Feed): Promise<number> {
  const days = await recordedDays(out);
  const blocks = await Promise.all(days.map((day) => wholeBlocks(dataFile(out, { day, feed }))));
  return blocks.flat().reduce((sum, { lines }) => sum + lines, 0);
}

async function recorded(): Promise<ReadonlyArray<Received>> {
  const all: Array<Received> = [];
  for (const day of await recordedDays(out)) {
    for await (const one of readDay({ folder: out, day })) all.push(one);
  }
  return all;
}

/** The relay is not set up. */
const FEEDS_HERE = FEEDS.filter((feed) => feed !== "relay");

test("a killed recorder leaves what it wrote, with which the next one goes on", async () => {
  const first = startProcess("record", world, ["--out", out, "--intervals", "5min"]);
  await first.waitFor(/Recording into (\S+)/);
  for (const feed of FEEDS_HERE) await until(async () => await written(feed) > 0, feed);
  const taken = await runToEnd([...COMMAND_LINE, "record", "--out", out], { settings: world });
  expect(taken.code).toBe(1);
  expect(taken.logged).toMatch(/^Cannot record: \S+ is in use by process \d+; stop it, or set/);
  first.kill("SIGKILL");
  await first.exited;
  const before = await recorded();
  expect(new Set(before.map(({ feed }) => feed))).toEqual(new Set(FEEDS_HERE));

  const second = startProcess("record", world, ["--out", out, "--intervals", "5min"]);
  const count = before.filter(({ feed }) => feed === "books").length;
  await second.waitFor(/Recording into (\S+)/);
  await until(async () => await written("books") > count, "books after the first one");
  second.kill("SIGTERM");
  expect(await second.exited).toBe(0);
  expect(second.printed()).toMatch(/\d+ kept, 0 dropped, [\d.]+ MB/);
  expect((await recorded()).slice(0, before.length)).toEqual([...before]);
  const coverage = await runToEnd([...COMMAND_LINE, "coverage", out], { settings: {} });
  expect([coverage.code, coverage.logged]).toEqual([0, ""]);
  expect(coverage.printed).toMatch(/oracle +btc:twap_60 +\d+ +\d+/);
});
