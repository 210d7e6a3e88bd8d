/**
 * How a command of this service is written for the way in which this process was started, so that
 * it can be pasted.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import process from "node:process";
import { Option, Schema } from "effect";

/** What a process knows of how it was started. */
export interface Start {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The program, the file that it runs, and its arguments. */
  readonly argv: ReadonlyArray<string>;
  /** The program as it was called. */
  readonly argv0: string;
  /** The path of the program. */
  readonly execPath: string;
  readonly folder: string;
  /** What npx was asked for, if it fetched the package for this run alone. */
  readonly npxPackage: Option.Option<string>;
}

/** Where a compiled program has its files, on Windows too. */
const EMBEDDED = /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/;

/** Where npx keeps what it fetched for a run. */
const NPX_CACHE = /[\\/]_npx[\\/]/;

const SOURCE = "strikeline.ts";

/**
 * Returns a command as it is pasted in the folder in which a process was started, so that it is for
 * the same store and world: of `account keys a@b.c` such as
 * `DATA_DIR=/srv/data bun run account keys a@b.c --sandbox`.
 */
export function commandText(start: Start, words: string): string {
  const text = worded(start, words);
  return [...settingsOf(start, text), calledText(start, text)].join(" ");
}

/**
 * Returns a command for callers on other machines: of the machine's folders it names none. Of a
 * container all callers are on other machines, and every container has the same folders.
 */
export function publicText(start: Start, words: string): string {
  const text = worded(start, words);
  return COMPOSE.test(toldPrefix(start)) ? calledText(start, text) : `strikeline ${text}`;
}

/**
 * Returns a command as the process itself was called, whatever it was told of a store and world:
 * `npx -y bun@1.4.5 run account`, `bun run account`, `npx strikeline account`,
 * `./strikeline account`, `docker compose exec strikeline /app/strikeline account`.
 */
export function calledText(start: Start, words: string): string {
  const told = toldPrefix(start);
  return told === ""
    ? `${ownPrefix(start)} ${words}`
    : COMPOSE.test(told)
    ? composeText(told, words)
    : `${told} ${words}`;
}

/** What stands before commands where somebody who knows better has set it. */
function toldPrefix({ environment }: Start): string {
  return environment["STRIKELINE_COMMAND"] ?? "";
}

/** Which store a command of a world is about, with what is taken where it is not set. */
const SETTINGS = {
  live: [["DATA_DIR", ".data"]],
  // What a sandbox stores outlives it only where DATA_DIR is set, whatever to.
  sandbox: [["DATA_DIR", ""], ["SANDBOX_SEED", "1"]],
} as const;

/** Where a service listens that a command starts. */
const LISTENING = [["HOST", "127.0.0.1"], ["PORT", "3000"]] as const;
const OF_A_SERVICE = /^(sandbox|setup|start)\b/;

/** Nothing of it is secret. */
function settingsOf(start: Start, words: string): ReadonlyArray<string> {
  // A container has its settings, and the shell of Windows takes none before a command.
  if (toldPrefix(start) !== "" || start.execPath.includes("\\")) return [];
  const settings = [
    ...SETTINGS[words.includes("sandbox") ? "sandbox" : "live"],
    ...OF_A_SERVICE.test(words) ? LISTENING : [],
  ];
  return settings.flatMap(([name, usual]) => {
    const value = start.environment[name] ?? "";
    return value === "" || value === usual ? [] : [`${name}=${shellWord(value)}`];
  });
}

/** Commands that take a world. */
const OF_A_WORLD = /^(account|backup|compare|games audit|restore) (?!.*--(sandbox|live|help))/;

/** Says for which world a command is, if the process is of one or was told one. */
function worded({ argv: [, , command, ...options] }: Start, words: string): string {
  const flag = command === "sandbox"
    ? "--sandbox"
    : ["--sandbox", "--live"].find((flag) => options.includes(flag));
  return flag === undefined || !OF_A_WORLD.test(words)
    ? words
    : words.replace(/(?= [<>] |$)/, ` ${flag}`);
}

const COMPOSE = /^docker compose exec (\S+) \S+$/;

/**
 * What a running service keeps others from doing needs a container of its own; bytes pass a
 * terminal unchanged where there is none.
 */
function composeText(told: string, words: string): string {
  const piped = / [<>] /.test(words) ? " -T" : "";
  return /^(restore|sandbox|start)\b/.test(words)
    ? `${told.replace(COMPOSE, `docker compose run --rm --service-ports${piped} $1`)} ${words}`
    : `${told.replace(" exec", ` exec${piped}`)} ${words}`;
}

function ownPrefix(start: Start): string {
  const { environment, argv: [, file = ""], argv0 } = start;
  if (EMBEDDED.test(file)) return programWord(argv0);
  const bin = environment["STRIKELINE_BIN"] ?? "";
  return bin === "" || basename(file) === SOURCE ? sourcesPrefix(start) : packagePrefix(bin, start);
}

/** A script of the package's manifest, or the file of the command line itself. */
function sourcesPrefix({ environment, argv, argv0, execPath, folder }: Start): string {
  const bun = NPX_CACHE.test(execPath) ? `npx -y bun@${Bun.version}` : programWord(argv0);
  const [, file = "", command] = argv;
  const manifest = join(dirname(dirname(file)), "package.json");
  // A process that a script starts has the script's environment.
  const isScript = environment["npm_lifecycle_event"] === command &&
    environment["npm_package_json"] === manifest;
  return basename(file) !== SOURCE || isScript
    ? `${bun} run`
    : `${bun} run ${programWord(pathFrom(folder, file))}`;
}

/** `bin` is the path by which the package's program was called. */
function packagePrefix(bin: string, { environment, folder, npxPackage }: Start): string {
  const { npm_command: npm, npm_lifecycle_event: event, PATH = "" } = environment;
  if (event === "bunx") return "bunx strikeline";
  if (Option.isSome(npxPackage)) return npxPrefix(npxPackage.value);
  if (npm !== undefined) return "npx strikeline";
  const isOnPath = PATH.split(bin.includes("\\") ? ";" : ":").includes(dirname(bin));
  return isOnPath ? basename(bin) : programWord(asProgram(pathFrom(folder, bin)));
}

/**
 * npx would run a file whose path it is given, and not install it. Where its output is no terminal
 * it fetches nothing without `-y`.
 */
function npxPrefix(npxPackage: string): string {
  return /^strikeline(@|$)/.test(npxPackage)
    ? `npx -y ${shellWord(npxPackage)}`
    : `npx -y --package=${programWord(npxPackage)} strikeline`;
}

/** Returns a path as one writes it in a folder. */
function pathFrom(folder: string, path: string): string {
  const short = relative(folder, path);
  return short.startsWith("..") ? path : short;
}

/** A program without a folder would be looked for on the PATH. */
function asProgram(path: string): string {
  return /^[^\\/]+$/.test(path) ? `./${path}` : path;
}

/** Quotes the path of a program; one of Windows stays as it is. */
function programWord(path: string): string {
  return /^[\w\\@%+=:,./~-]+$/.test(path) ? path : shellWord(path);
}

/** Quotes a value of a command for a POSIX shell, where it needs that. */
export function shellWord(value: string): string {
  return /^[\w@%+=:,./~-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}

const Fetched = Schema.fromJsonString(
  Schema.Struct({ _npx: Schema.Struct({ packages: Schema.NonEmptyArray(Schema.String) }) }),
);

/** What npx was asked for: it writes that into the folder to which it fetches. */
function npxPackageOf(bin: string): Option.Option<string> {
  if (!NPX_CACHE.test(bin)) return Option.none();
  try {
    const manifest = readFileSync(join(dirname(bin), "../../package.json"), "utf8");
    const fetched = Schema.decodeUnknownOption(Fetched)(manifest);
    return Option.map(fetched, ({ _npx: { packages: [first] } }) => first);
  } catch {
    return Option.none();
  }
}

const START: Start = {
  environment: process.env,
  argv: process.argv,
  argv0: process.argv0,
  execPath: process.execPath,
  folder: process.cwd(),
  npxPackage: npxPackageOf(process.env["STRIKELINE_BIN"] ?? ""),
};

/**
 * Returns a command as one pastes it to where this process was started: of `account add <email>`
 * such as `bun run account add <email>`. Values in it are quoted with {@linkcode shellWord}.
 */
export function ownCommand(words: string): string {
  return commandText(START, words);
}

/** Returns it for callers on other machines, such as `strikeline account add <email>`. */
export function publicCommand(words: string): string {
  return publicText(START, words);
}

/** Returns the first line of a command's usage: `Usage: bun run health`. */
export function usageLine(words: string): string {
  return `Usage: ${calledText(START, words)}`;
}
