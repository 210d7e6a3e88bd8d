#!/usr/bin/env node
/**
 * `npx strikeline <command>`: runs the command line with Bun: the one that runs this file, the one
 * on the PATH, or one that npm brings. Needs Node 18 or later, or Bun.
 *
 * @module
 */
import { spawn, spawnSync } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The version of Bun that the service is tested with; later ones of the same number go too. */
const BUN = "1.4.5";

const SERVICE = fileURLToPath(new URL("../service/strikeline.js", import.meta.url));

/** Instead of the one where the user is, which may load code of another project. */
const CONFIG = fileURLToPath(new URL("./config.toml", import.meta.url));

/** Whether a version is at least {@linkcode BUN} and has the same first number. */
function isEnough(version) {
  const [major, minor, patch] = version.trim().split(/[.-]/).map(Number);
  const [wantedMajor, wantedMinor, wantedPatch] = BUN.split(".").map(Number);
  if (major !== wantedMajor) return false;
  return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch);
}

/** What a program prints, or nothing if it fails. Its complaints are shown if `isLoud`. */
function printed(command, args, { isLoud = false, shell = false } = {}) {
  const { status, stdout } = spawnSync(command, args, {
    stdio: ["ignore", "pipe", isLoud ? "inherit" : "ignore"],
    encoding: "utf8",
    shell,
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** The path of a Bun that npm has, or fetches. It stays in npm's cache. */
function bunOfNpm() {
  const npm = process.env.npm_execpath ?? "";
  const ask = ["exec", "--yes", `--package=bun@${BUN}`, "--", "bun", "--print", "process.execPath"];
  return /npm-cli\.[cm]?js$/.test(npm)
    ? printed(process.execPath, [npm, ...ask], { isLoud: true })
    : printed("npm", ask, { isLoud: true, shell: process.platform === "win32" });
}

/** Runs the service until it ends, and ends as it did. */
function run(bun) {
  const child = spawn(bun, [`--config=${CONFIG}`, SERVICE, ...process.argv.slice(2)], {
    stdio: "inherit",
    // How this file was called, for the commands that the service prints.
    env: { ...process.env, STRIKELINE_BIN: process.argv[1] },
  });
  // A terminal sends Ctrl-C to both; other signals reach this process alone. The service notices
  // by itself that this process, or npx, was killed.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => refuse(`Cannot run ${bun}: ${error.message}`));
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal !== null) console.error(`Strikeline was ended by ${signal}`);
  });
}

function refuse(complaint) {
  console.error(complaint);
  process.exitCode = 1;
}

const bun = [
  () => isEnough(process.versions.bun ?? "") ? process.execPath : undefined,
  () => isEnough(printed("bun", ["--version"]) ?? "") ? "bun" : undefined,
  bunOfNpm,
].reduce((found, find) => found ?? find(), undefined);

if (bun === undefined) {
  refuse(`Cannot find Bun ${BUN}, nor fetch it with npm: install it with npm install -g bun@${BUN}`);
} else run(bun);
