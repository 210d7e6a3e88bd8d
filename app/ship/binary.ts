/**
 * `bun run binary`: the whole command line in one file that needs nothing installed.
 *
 * It contains Bun, the embedded store and everything that the service sends, and its byte code, as
 * that takes a tenth of the time to load.
 *
 * @module
 */
import process from "node:process";
import { Result } from "effect";
import { readCommandLine } from "../command/command_line.ts";
import { consoleSources } from "./console_bundle.ts";
import { licenceText } from "./licence_text.ts";
import { serviceBuild } from "./service_build.ts";
import { usageLine } from "../wiring/own_command.ts";

/** The platforms that `--target` knows, each with Bun's name for it. */
const TARGETS: ReadonlyMap<string, Bun.Build.CompileTarget> = new Map([
  ["linux-x64", "bun-linux-x64"],
  ["linux-arm64", "bun-linux-arm64"],
  ["linux-x64-musl", "bun-linux-x64-musl"],
  ["linux-arm64-musl", "bun-linux-arm64-musl"],
  ["macos-x64", "bun-darwin-x64"],
  ["macos-arm64", "bun-darwin-arm64"],
  ["windows-x64", "bun-windows-x64"],
]);

const USAGE = `${usageLine("binary [--target PLATFORM] [--out FILE]")}
  --target  the platform it is for, without it this machine's:
            ${[...TARGETS.keys()].join(", ")}
  --out     where to write it; dist/strikeline or dist/strikeline-PLATFORM without it`;

const BUN_LICENCE = `Bun ${Bun.version}: MIT, and LGPL-2.1 for the JavaScriptCore in it;
see https://bun.sh/docs/project/license\n`;

/** Where the binary is written, and for which platform; without `target` for this one. */
export interface BinaryOptions {
  readonly file: string;
  readonly target?: Bun.Build.CompileTarget;
}

/**
 * Writes the binary, and beside it `.licenses.txt`, the licences of what is in it. Rejects if it
 * cannot be built, or if Bun for its target cannot be had.
 */
export async function makeBinary({ file, target }: BinaryOptions): Promise<void> {
  const { metafile } = await Bun.build({
    ...serviceBuild,
    plugins: [...serviceBuild.plugins],
    bytecode: true,
    compile: {
      outfile: file,
      // Like Bun itself it reads .env where it is started, and no file that could run code.
      autoloadDotenv: true,
      autoloadBunfig: false,
      ...(target === undefined ? {} : { target }),
    },
  });
  const licences = await licenceText([
    ...Object.keys(metafile?.inputs ?? {}),
    ...await consoleSources(),
  ]);
  await Bun.write(`${file}.licenses.txt`, `${BUN_LICENCE}\n${licences}`);
}

async function main(args: ReadonlyArray<string>): Promise<number> {
  const line = readCommandLine(args, { target: "text", out: "text", help: "flag" });
  if (Result.isFailure(line)) return refuse(line.failure);
  const { options: { target: platform, out, help }, words } = line.success;
  if (help === true) {
    console.log(USAGE);
    return 0;
  }
  if (words.length > 0) return refuse(`Unknown argument "${words[0]}"`);
  const target = TARGETS.get(String(platform));
  if (platform !== undefined && target === undefined) return refuse(`Unknown target "${platform}"`);
  const file = typeof out === "string" ? out : defaultFile(platform);
  try {
    await makeBinary({ file, ...(target === undefined ? {} : { target }) });
  } catch (error) {
    console.error(`Cannot make ${file}: ${reasonOf(error)}`);
    return 1;
  }
  console.log(`${file}  ${Math.round(Bun.file(file).size / 1e6)} MB`);
  return 0;
}

/** A bundler fails with what it found, one error each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function defaultFile(platform: string | boolean | undefined): string {
  const end = platform === "windows-x64" ? ".exe" : "";
  return platform === undefined ? "dist/strikeline" : `dist/strikeline-${platform}${end}`;
}

function refuse(complaint: string): number {
  console.error(complaint);
  console.error(USAGE);
  return 1;
}

if (import.meta.main) process.exit(await main(Bun.argv.slice(2)));
