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
 * Returns what stands before the words of a command, in the folder in which the process was
 * started: `npx -y bun@1.4.5 run`, `bun run`, `npx strikeline`, `./strikeline`. It is the
 * environment's `STRIKELINE_COMMAND` where somebody who knows better has set it, such as
 * `docker compose exec strikeline /app/strikeline`.
 */
export function commandPrefix(start: Start): string {
  const { environment, argv: [, file = ""], argv0 } = start;
  const told = environment["STRIKELINE_COMMAND"] ?? "";
  if (told !== "") return told;
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
  if (Option.isSome(npxPackage)) return `npx ${programWord(npxPackage.value)}`;
  if (npm !== undefined) return "npx strikeline";
  const isOnPath = PATH.split(bin.includes("\\") ? ";" : ":").includes(dirname(bin));
  return isOnPath ? basename(bin) : programWord(asProgram(pathFrom(folder, bin)));
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

const PREFIX = commandPrefix({
  environment: process.env,
  argv: process.argv,
  argv0: process.argv0,
  execPath: process.execPath,
  folder: process.cwd(),
  npxPackage: npxPackageOf(process.env["STRIKELINE_BIN"] ?? ""),
});

/**
 * Returns a command as one pastes it to where this process was started: of `account add <email>`
 * such as `bun run account add <email>`.
 */
export function ownCommand(words: string): string {
  return `${PREFIX} ${words}`;
}
