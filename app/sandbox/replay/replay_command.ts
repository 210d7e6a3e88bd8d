/**
 * Parses the command line of `bun run sandbox`: which recordings to replay, and from when.
 *
 * @module
 */
import { basename } from "node:path";
import { Option, Result } from "effect";
import { type Asset } from "../../../core/market/mod.ts";
import { readCommandLine } from "../../command/command_line.ts";
import { type Environment } from "../../settings/setting_reader.ts";
import { ASSET_BY_SYMBOL } from "../../simulator/polymarket/relay/relay_symbol.ts";
import { START } from "../../settings/sandbox_settings.ts";

/** One file, and the asset of its points. */
export interface ReplayFile {
  readonly asset: Asset;
  readonly path: string;
}

/** The parsed command line. */
export interface SandboxCommand {
  /** Recordings that replace the world's points; several of one asset form one recording. */
  readonly files: ReadonlyArray<ReplayFile>;
  /** Whether the command line sets the start of the clock. */
  readonly isFromChosen: boolean;
  /** The environment, with the overrides of the command line. */
  readonly environment: Environment;
}

/** The usage text, for `--help`. Errors quote its first line. */
export const SANDBOX_USAGE = `Usage: bun run sandbox [--replay FILE... [--from ISO]]
  --replay  recorded points of the oracle's 60 s average, which replace the simulated ones: CSV with
            the columns timestamp_ms,value_e18, or as the relay's recorder writes it, plain or .gz;
            named BTCUSD..., or passed as btcusd=FILE
  --from    the start of the clock, such as 2026-09-08T00:00:00Z; replaces SANDBOX_START`;

/** Parses the arguments of `bun run sandbox`. A failure is one line per mistake. */
export function readSandboxCommand(
  args: ReadonlyArray<string>,
  environment: Environment,
): Result.Result<SandboxCommand, ReadonlyArray<string>> {
  return Result.mapError(
    Result.gen(function* () {
      const names = { replay: "flag", from: "text" } as const;
      // Files are positional arguments, so accept the first one also after an equals sign.
      const spaced = args.flatMap((arg) =>
        arg.startsWith("--replay=") ? ["--replay", arg.slice("--replay=".length)] : [arg]
      );
      const { options, words } = yield* readCommandLine(spaced, names);
      const isReplay = options["replay"] === true;
      const from = options["from"];
      if (!isReplay && words.length > 0) {
        return yield* Result.fail(`Unknown argument "${words[0]}"`);
      }
      if (isReplay && words.length === 0) return yield* Result.fail("Name a file to replay");
      if (!isReplay && from !== undefined) {
        return yield* Result.fail("Cannot use --from without --replay: set SANDBOX_START");
      }
      const files: ReplayFile[] = [];
      for (const word of words) files.push(yield* readFile(word));
      return {
        files,
        isFromChosen: from !== undefined,
        environment: yield* withStart(environment, from),
      };
    }),
    (mistake) => [`${mistake}. ${USAGE_LINE}`],
  );
}

const [USAGE_LINE = ""] = SANDBOX_USAGE.split("\n");

function withStart(
  environment: Environment,
  from: string | boolean | undefined,
): Result.Result<Environment, string> {
  if (typeof from !== "string") return Result.succeed(environment);
  if ((environment["SANDBOX_START"] ?? "").trim() !== "") {
    return Result.fail("Cannot use --from together with SANDBOX_START");
  }
  return Option.isSome(START.parse(from))
    ? Result.succeed({ ...environment, SANDBOX_START: from })
    : Result.fail(
      `Cannot use --from "${from.slice(0, 80)}": send a time from 2026-08-14 on, such as ` +
        "2026-09-08T00:00:00Z",
    );
}

/** Parses `btcusd=PATH`, or a path whose last part begins with the symbol. */
function readFile(word: string): Result.Result<ReplayFile, string> {
  const split = word.indexOf("=");
  const named = ASSET_BY_SYMBOL.get(word.slice(0, Math.max(0, split)).toLowerCase());
  if (named !== undefined) return Result.succeed({ asset: named, path: word.slice(split + 1) });
  const name = basename(word).toLowerCase();
  const known = [...ASSET_BY_SYMBOL].find(([symbol]) => name.startsWith(symbol));
  return known === undefined
    ? Result.fail(
      `Cannot find the symbol of "${word}": begin its name with a symbol such as BTCUSD, or ` +
        `pass btcusd=${word}`,
    )
    : Result.succeed({ asset: known[1], path: word });
}
