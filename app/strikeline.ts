/**
 * The command line: `strikeline <command>`, which `bun run <command>` calls as well.
 *
 * @module
 */
import process from "node:process";
import { Result } from "effect";
import { serveAssets } from "../core/market/mod.ts";
import { nearestName } from "../core/nearest_name.ts";
import { versionText } from "./wiring/version.ts";
import { usageLine } from "./wiring/own_command.ts";

/** Runs with the arguments after its name. Returns its exit code, or nothing if it runs on. */
interface Command {
  readonly main: (
    args: ReadonlyArray<string>,
  ) => number | undefined | Promise<number | undefined>;
}

/** What each command does, and its file, which is loaded only if it is called. */
const COMMANDS: ReadonlyMap<string, readonly [summary: string, load: () => Promise<Command>]> =
  new Map([
    ["setup", [
      "asks what a live service needs, and runs it",
      () => import("./command/setup.ts"),
    ]],
    ["start", ["runs the service on the real providers", () => import("./command/start.ts")]],
    ["sandbox", ["runs the service on simulated providers", () => import("./command/sandbox.ts")]],
    ["simulate", ["runs one simulated provider alone", () => import("./command/simulate.ts")]],
    ["probe", [
      "asks every real provider one harmless question",
      () => import("./command/probe.ts"),
    ]],
    ["doctor", ["checks what live mode stands on", () => import("./command/doctor.ts")]],
    ["backfill", ["fills the store with past targets", () => import("./command/backfill.ts")]],
    ["record", ["records what the providers send", () => import("./command/record.ts")]],
    ["coverage", [
      "says which seconds a recording has",
      () => import("./command/coverage.ts"),
    ]],
    ["export", ["writes a recording as tables", () => import("./command/export.ts")]],
    ["backup", [
      "writes everything that is stored into one file",
      () => import("./command/backup.ts"),
    ]],
    ["restore", ["puts a backup into a store", () => import("./command/restore.ts")]],
    ["account", ["manages accounts, API keys and wallets", () => import("./command/account.ts")]],
    ["health", [
      "asks a running service whether it can answer",
      () => import("./command/health.ts"),
    ]],
    ["compare", [
      "shows a paper wallet beside a real one",
      () => import("./command/compare.ts"),
    ]],
    ["games", ["lists listings without a certain game", () => import("./command/games.ts")]],
  ]);

const USAGE = `${usageLine("<command>")}
${[...COMMANDS].map(([name, [summary]]) => `  ${name.padEnd(10)}${summary}`).join("\n")}
Each one explains itself with --help. --version says which version this is.`;

async function main([name = "", ...args]: ReadonlyArray<string>): Promise<number | undefined> {
  const [, load] = COMMANDS.get(name) ?? [];
  if (load !== undefined) {
    // Before a command is loaded, and with it what depends on them.
    const served = serveAssets(Bun.env["ASSETS"] ?? "");
    if (Result.isSuccess(served)) return await (await load()).main(args);
    const { message, hint } = served.failure;
    console.error(`${message}: ${hint}`);
    return 1;
  }
  if (["--help", "-h", "help"].includes(name)) {
    console.log(USAGE);
    return 0;
  }
  if (["--version", "-v", "version"].includes(name)) {
    console.log(versionText());
    return 0;
  }
  if (name !== "") console.error(unknownCommand(name));
  console.error(USAGE);
  return 1;
}

function unknownCommand(name: string): string {
  const near = nearestName(name, COMMANDS.keys());
  return `Unknown command "${name}"${near === undefined ? "" : `; did you mean ${near}?`}`;
}

void main(Bun.argv.slice(2)).then((code) => {
  if (code !== undefined) process.exit(code);
});
