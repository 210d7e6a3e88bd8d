/** How commands are written for each way of starting, as its launcher sets things. @module */
import { expect, test } from "bun:test";
import { Option } from "effect";
import {
  calledText,
  commandText,
  publicText,
  shellWord,
  type Start,
} from "../../../app/wiring/own_command.ts";

const BUN = "/home/u/.bun/bin/bun";
const NPX_BUN = "/home/u/.npm/_npx/8666902f26f2dc1a/node_modules/bun/bin/bun.exe";
const SOURCE = "/srv/strikeline/app/strikeline.ts";
const SCRIPT = {
  npm_command: "run-script",
  npm_lifecycle_event: "sandbox",
  npm_package_json: "/srv/strikeline/package.json",
};
const NPX = { npm_command: "exec", npm_lifecycle_event: "npx" };
const BUNDLE = "/srv/bots/node_modules/strikeline/service/strikeline.js";
const LOCAL_BIN = "/srv/bots/node_modules/.bin/strikeline";
const FETCHED_BIN = "/home/u/.npm/_npx/529b92421d0e0545/node_modules/.bin/strikeline";

/** The start of the sources by `bun run sandbox`, but for what is given. */
function started(given: Partial<Start>): Start {
  return {
    environment: SCRIPT,
    argv: [BUN, SOURCE, "sandbox"],
    argv0: "bun",
    execPath: BUN,
    folder: "/srv/strikeline",
    npxPackage: Option.none(),
    ...given,
  };
}

/** The start of the package by its program at a path. */
function packaged(
  bin: string,
  { environment, ...given }: Partial<Start> = {},
): Start {
  return started({
    argv: [BUN, BUNDLE, "sandbox"],
    folder: "/srv/bots",
    ...given,
    environment: { PATH: "/usr/bin:/bin", ...environment, STRIKELINE_BIN: bin },
  });
}

/** The start of the binary, called by a name. */
function compiled(argv0: string, given: Partial<Start> = {}): Start {
  return started({ argv: ["bun", "/$bunfs/root/strikeline", "sandbox"], argv0, ...given });
}

test.each<[way: string, start: Start, prefix: string]>([
  ["a script", started({}), "bun run"],
  [
    "a script by npx",
    started({ execPath: NPX_BUN, environment: { ...NPX, ...SCRIPT } }),
    `npx -y bun@${Bun.version} run`,
  ],
  ["the file", started({ environment: {} }), "bun run app/strikeline.ts"],
  [
    "the file by npx",
    started({ environment: NPX, execPath: NPX_BUN }),
    `npx -y bun@${Bun.version} run app/strikeline.ts`,
  ],
  [
    "the file, by a bun that is not on the PATH",
    started({ environment: {}, argv0: "/opt/bun" }),
    "/opt/bun run app/strikeline.ts",
  ],
  [
    "the file, from elsewhere",
    started({ environment: {}, folder: "/home/u" }),
    `bun run ${SOURCE}`,
  ],
  [
    "the file, by the script of another name",
    started({ environment: { ...SCRIPT, npm_lifecycle_event: "trials" } }),
    "bun run app/strikeline.ts",
  ],
  [
    "the file, by a script of another project",
    started({ environment: { ...SCRIPT, npm_package_json: "/srv/bots/package.json" } }),
    "bun run app/strikeline.ts",
  ],
  [
    "a tool of the repository",
    started({ argv: [BUN, "/srv/strikeline/app/ship/binary.ts"] }),
    "bun run",
  ],
  ["the installed package by npx", packaged(LOCAL_BIN, { environment: NPX }), "npx strikeline"],
  [
    "the installed package by a script of the project",
    packaged(LOCAL_BIN, { environment: { npm_command: "run", npm_lifecycle_event: "bot" } }),
    "npx strikeline",
  ],
  [
    "the installed package by bunx",
    packaged(LOCAL_BIN, { environment: { npm_command: "exec", npm_lifecycle_event: "bunx" } }),
    "bunx strikeline",
  ],
  [
    "a packed package by npx",
    packaged(FETCHED_BIN, {
      environment: NPX,
      npxPackage: Option.some("./strikeline-0.1.0.tgz"),
    }),
    "npx -y --package=./strikeline-0.1.0.tgz strikeline",
  ],
  [
    "a package of the registry by npx",
    packaged(FETCHED_BIN, { environment: NPX, npxPackage: Option.some("strikeline@0.1.0") }),
    "npx -y strikeline@0.1.0",
  ],
  ["the package's program", packaged(LOCAL_BIN), "node_modules/.bin/strikeline"],
  ["the package's program, from elsewhere", packaged(LOCAL_BIN, { folder: "/home/u" }), LOCAL_BIN],
  [
    "the package's program, from beside it",
    packaged(LOCAL_BIN, { folder: "/srv/bots/node_modules/.bin" }),
    "./strikeline",
  ],
  ["the package, installed for all", packaged("/usr/bin/strikeline"), "strikeline"],
  ["the binary", compiled("./strikeline"), "./strikeline"],
  ["the binary under another name", compiled("dist/strikeline-2"), "dist/strikeline-2"],
  ["the binary on the PATH", compiled("strikeline"), "strikeline"],
  ["the binary in a folder with a space", compiled("/my apps/s"), "'/my apps/s'"],
  [
    "the binary on Windows",
    compiled("C:\\s\\strikeline.exe", {
      argv: ["bun", "B:\\~BUN\\root\\strikeline.exe", "sandbox"],
    }),
    "C:\\s\\strikeline.exe",
  ],
  ["the binary by a script", compiled("./strikeline", { environment: NPX }), "./strikeline"],
  [
    "the binary in a container",
    compiled("/app/strikeline", {
      environment: { STRIKELINE_COMMAND: "docker compose exec strikeline /app/strikeline" },
    }),
    "docker compose exec strikeline /app/strikeline",
  ],
])("a process that was started as %s", (_, start, prefix) => {
  expect(calledText(start, "account add <email>")).toBe(`${prefix} account add <email>`);
  expect(commandText(start, "account add <email>")).toBe(
    `${prefix} account add <email>${start.argv[2] === "sandbox" ? " --sandbox" : ""}`,
  );
});

/** The start of the sources by `bun run` with these arguments, and more in its environment. */
function scripted(line: string, more: Start["environment"] = {}): Start {
  const [command = "", ...args] = line.split(" ");
  return started({
    argv: [BUN, SOURCE, command, ...args],
    environment: { ...SCRIPT, npm_lifecycle_event: command, ...more },
  });
}

test.each<[what: string, start: Start, words: string, text: string]>([
  ["nothing", scripted("start"), "account rotate", "bun run account rotate"],
  [
    "the sandbox that prints it",
    scripted("sandbox"),
    "account rotate",
    "bun run account rotate --sandbox",
  ],
  [
    "the world that a command was told",
    scripted("account keys a@b.c --live"),
    "account add a@b.c",
    "bun run account add a@b.c --live",
  ],
  [
    "the world that it has itself",
    scripted("sandbox"),
    "account rotate --live",
    "bun run account rotate --live",
  ],
  ["no world where none is taken", scripted("sandbox"), "probe", "bun run probe"],
  [
    "its world before a file",
    scripted("sandbox"),
    "backup - > FILE",
    "bun run backup - --sandbox > FILE",
  ],
  [
    "the folder of the store, quoted",
    scripted("start", { DATA_DIR: "/srv/my data" }),
    "account rotate",
    "DATA_DIR='/srv/my data' bun run account rotate",
  ],
  [
    "the number of the sandbox",
    scripted("sandbox", { SANDBOX_SEED: "7" }),
    "account rotate",
    "SANDBOX_SEED=7 bun run account rotate --sandbox",
  ],
  [
    "what is not set otherwise as little as what is not set",
    scripted("start", { DATA_DIR: ".data", SANDBOX_SEED: "1" }),
    "account rotate",
    "bun run account rotate",
  ],
  [
    "the folder of a sandbox, without which it stores nothing",
    scripted("sandbox", { DATA_DIR: ".data", SANDBOX_SEED: "1" }),
    "account rotate",
    "DATA_DIR=.data bun run account rotate --sandbox",
  ],
  [
    "no number in live mode",
    scripted("start", { SANDBOX_SEED: "7" }),
    "account rotate",
    "bun run account rotate",
  ],
])("a command names %s", (_, start, words, text) => {
  expect(commandText(start, words)).toBe(text);
});

test.each([
  ["account rotate", "docker compose exec strikeline /app/strikeline account rotate"],
  ["backup - > FILE", "docker compose exec -T strikeline /app/strikeline backup - > FILE"],
  ["restore - < FILE", "docker compose run --rm --service-ports -T strikeline restore - < FILE"],
  ["start", "docker compose run --rm --service-ports strikeline start"],
])("the command %s is written for a container of compose", (words, text) => {
  const environment = {
    STRIKELINE_COMMAND: "docker compose exec strikeline /app/strikeline",
    DATA_DIR: "/data",
  };
  const start = compiled("/app/strikeline", {
    environment,
    argv: ["bun", "/$bunfs/root/s", "start"],
  });
  expect(commandText(start, words)).toBe(text);
});

test.each<[what: string, start: Start, text: string]>([
  ["the sources", scripted("start", { DATA_DIR: "/srv/data" }), "strikeline account rotate"],
  ["a sandbox", scripted("sandbox"), "strikeline account rotate --sandbox"],
  ["the binary", compiled("/opt/strikeline"), "strikeline account rotate --sandbox"],
  [
    "what somebody has set",
    scripted("start", { STRIKELINE_COMMAND: "sudo -u me /opt/me/strikeline" }),
    "strikeline account rotate",
  ],
  [
    "a container of compose",
    scripted("start", { STRIKELINE_COMMAND: "docker compose exec strikeline /app/strikeline" }),
    "docker compose exec strikeline /app/strikeline account rotate",
  ],
])("a command for callers elsewhere names no folder of %s", (_, start, text) => {
  expect(publicText(start, "account rotate")).toBe(text);
});

test.each([
  ["a@b.c", "a@b.c"],
  ["o'brien&co@b.c", `'o'\\''brien&co@b.c'`],
  ["$(rm -rf .)", "'$(rm -rf .)'"],
  ["", "''"],
])("the value %j is quoted where a shell would read it otherwise", (value, word) => {
  expect(shellWord(value)).toBe(word);
});
