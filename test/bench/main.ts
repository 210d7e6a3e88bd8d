/**
 * `bun run bench [name] [--json FILE]`: hot paths compared with a reference from the same run.
 *
 * @module
 */
import { availableParallelism, loadavg } from "node:os";
import { active } from "./active.ts";
import type { Benchmark, Finding } from "./benchmark.ts";
import { boundary } from "./boundary/boundary.ts";
import { fees } from "./fees.ts";
import { fleet } from "./fleet.ts";
import { games } from "./games/games.ts";
import { keyed } from "./keyed.ts";
import { matching } from "./matching.ts";
import { orders } from "./orders/orders.ts";
import { quota } from "./quota.ts";
import { range2000 } from "./range.ts";
import { relay } from "./relay.ts";
import { tableOf } from "./table.ts";
import { fanout } from "./stream/fanout.ts";
import { idle } from "./stream/idle.ts";
import { venue2 } from "./venue2.ts";
import { windows } from "./windows.ts";

const BENCHMARKS: ReadonlyArray<Benchmark> = [
  windows,
  quota,
  fees,
  keyed,
  active,
  range2000,
  fanout,
  idle,
  boundary,
  orders,
  relay,
  games,
  matching,
  venue2,
  fleet,
];

const USAGE = `Usage: bun run bench [name] [--json FILE]
${BENCHMARKS.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join("\n")}`;

interface Arguments {
  readonly chosen: ReadonlyArray<Benchmark>;
  readonly jsonFile: string | undefined;
}

/** Undefined for an invalid command line. */
function parseArguments(args: ReadonlyArray<string>): Arguments | undefined {
  const names: Array<string> = [];
  let jsonFile: string | undefined;
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? "";
    if (word === "--json") {
      jsonFile = args[++i];
      if (jsonFile === undefined) return undefined;
    } else names.push(word);
  }
  const chosen = BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const areKnown = names.every((name) => chosen.some((benchmark) => benchmark.name === name));
  return areKnown ? { chosen, jsonFile } : undefined;
}

async function main(args: ReadonlyArray<string>): Promise<void> {
  if (args.includes("--help")) return console.log(USAGE);
  const parsed = parseArguments(args);
  if (parsed === undefined) {
    console.error(USAGE);
    process.exitCode = 1;
    return;
  }
  const machine = {
    bun: Bun.version,
    processors: availableParallelism(),
    loadBefore: Number(loadavg()[0]?.toFixed(2)),
  };
  const { bun, processors, loadBefore } = machine;
  console.log(`bun ${bun}, ${processors} processors, load ${loadBefore} before the run`);
  const findings: Array<Finding> = [];
  for (const { name, about, run } of parsed.chosen) {
    console.error(`${name}: ${about}`);
    findings.push(...await run());
  }
  console.log("values, references and ratios are min/median/max over the rounds\n");
  console.log(tableOf(findings));
  if (parsed.jsonFile !== undefined) {
    await Bun.write(parsed.jsonFile, JSON.stringify({ machine, findings }, null, 2) + "\n");
  }
}

await main(Bun.argv.slice(2));
