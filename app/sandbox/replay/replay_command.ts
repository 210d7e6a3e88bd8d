/**
 * Parses the command line of `bun run sandbox`: which recordings to replay, and from when.
 *
 * @module
 */
import { statSync } from "node:fs";
import { basename } from "node:path";
import { Option, Result } from "effect";
import { type Asset } from "../../../core/market/mod.ts";
import { readCommandLine } from "../../command/command_line.ts";
import { type Environment } from "../../settings/setting_reader.ts";
import { ASSET_BY_SYMBOL } from "../../simulator/polymarket/relay/relay_symbol.ts";
import { SPEED, START } from "../../settings/sandbox_settings.ts";
import { usageLine } from "../../wiring/own_command.ts";

/** One file, and the asset of its points. */
export interface ReplayFile {
  readonly asset: Asset;
  readonly path: string;
}

/** A recording to replay, and what of it. Instants are unix milliseconds. */
export interface RecordingChoice {
  readonly folder: string;
  /** Left out: from its begin, or up to its end. */
  readonly fromMs?: number;
  readonly untilMs?: number;
  /** Seconds of the recording in one of the machine; Infinity: as fast as it can be. */
  readonly pace: number;
}

/** The parsed command line. */
export interface SandboxCommand {
  /** A recorded folder, which replaces every provider. */
  readonly recording?: RecordingChoice;
  /** Recordings that replace the world's points; several of one asset form one recording. */
  readonly files: ReadonlyArray<ReplayFile>;
  /** Whether it goes on when what has started it ends. */
  readonly isDetached: boolean;
  /** Whether the command line sets the start of the clock. */
  readonly isFromChosen: boolean;
  /** Whether to begin anew, and to forget what was kept. */
  readonly isFresh: boolean;
  /** The environment, with the overrides of the command line. */
  readonly environment: Environment;
}

/** The usage text, for `--help`. Errors quote its first line. */
export const SANDBOX_USAGE = `${
  usageLine("sandbox [--detach] [--fresh] [--replay DIR|FILE... [--from ISO] [--to ISO]]")
}
  --detach  goes on when what has started it ends, or its terminal is closed
  --replay  the folder of a recording, which replaces every provider: its clock stands at --from, or
            at the recording's begin, until the first subscription or order, and the last line says
            what was sent and ordered; SANDBOX_SPEED=max: as fast as its readers allow
            Or recorded points of the oracle's 60 s average, which replace the simulated ones: CSV
            with the columns timestamp_ms,value_e18, or as the relay's recorder writes it, plain or
            .gz; named BTCUSD..., or passed as btcusd=FILE
  --from    the start of the clock, such as 2026-09-08T00:00:00Z; replaces SANDBOX_START
  --to      where the replay of a recording ends; its end by default
  --fresh   begins anew: empties the worlds of sandboxes under DATA_DIR, and nothing of live mode

With DATA_DIR, a sandbox goes on where it ended, also after kill -9: its clock never goes back, and
its venue and the service know the same orders, fills, balances, positions, claims and API keys. Of
what controls put, it keeps accounts, gas, events, resolutions, levels, ticks and protocols. Faults,
logs, modes, limits, the terms of settling and relaying, and recorded data are as at first.`;

/** Parses the arguments of `bun run sandbox`. A failure is one line per mistake. */
export function readSandboxCommand(
  args: ReadonlyArray<string>,
  environment: Environment,
): Result.Result<SandboxCommand, ReadonlyArray<string>> {
  return Result.mapError(
    Result.gen(function* () {
      const names = {
        detach: "flag",
        fresh: "flag",
        replay: "flag",
        from: "text",
        to: "text",
      } as const;
      // Files are positional arguments, so accept the first one also after an equals sign.
      const spaced = args.flatMap((arg) =>
        arg.startsWith("--replay=") ? ["--replay", arg.slice("--replay=".length)] : [arg]
      );
      const { options, words } = yield* readCommandLine(spaced, names);
      const isReplay = options["replay"] === true;
      const isDetached = options["detach"] === true;
      const isFresh = options["fresh"] === true;
      const from = options["from"];
      if (!isReplay && words.length > 0) {
        return yield* Result.fail(`Unknown argument "${words[0]}"`);
      }
      if (isReplay && words.length === 0) return yield* Result.fail("Name a file to replay");
      if (!isReplay && from !== undefined) {
        return yield* Result.fail("Cannot use --from without --replay: set SANDBOX_START");
      }
      const [folder] = words;
      if (words.length === 1 && folder !== undefined && isFolder(folder)) {
        if (isFresh) {
          return yield* Result.fail(
            "Cannot use --fresh with a recording, of which nothing is kept",
          );
        }
        const { to } = options;
        const choice = yield* readRecordingChoice(folder, { from, to, environment });
        return { ...choice, isDetached };
      }
      if (options["to"] !== undefined) {
        return yield* Result.fail("Cannot use --to without the folder of a recording");
      }
      const files: ReplayFile[] = [];
      for (const word of words) files.push(yield* readFile(word));
      return {
        files,
        isDetached,
        isFromChosen: from !== undefined,
        isFresh,
        environment: yield* withStart(environment, from),
      };
    }),
    (mistake) => [`${mistake}. ${USAGE_LINE}`],
  );
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readRecordingChoice(
  folder: string,
  { from, to, environment }: {
    readonly from: string | boolean | undefined;
    readonly to: string | boolean | undefined;
    readonly environment: Environment;
  },
): Result.Result<Omit<SandboxCommand, "isDetached">, string> {
  return Result.gen(function* () {
    if ((environment["SANDBOX_START"] ?? "").trim() !== "") {
      return yield* Result.fail("Cannot use SANDBOX_START with a recording: use --from");
    }
    const fromMs = yield* readInstant("--from", from);
    const untilMs = yield* readInstant("--to", to);
    const { SANDBOX_SPEED: speed = "", ...others } = environment;
    const isMax = speed.trim().toLowerCase() === "max";
    const pace = isMax || speed.trim() === "" ? Option.none() : SPEED.parse(speed.trim());
    return {
      recording: {
        folder,
        ...fromMs === undefined ? {} : { fromMs },
        ...untilMs === undefined ? {} : { untilMs },
        pace: isMax ? Infinity : Option.getOrElse(pace, () => 1),
      },
      files: [],
      isFromChosen: false,
      isFresh: false,
      // Another word is complained of with the other settings.
      environment: isMax ? others : environment,
    };
  });
}

function readInstant(
  name: string,
  text: string | boolean | undefined,
): Result.Result<number | undefined, string> {
  if (typeof text !== "string") return Result.succeed(undefined);
  return Option.match(START.parse(text), {
    onNone: () =>
      Result.fail(
        `Cannot use ${name} "${text.slice(0, 80)}": send a time from 2024 on, such as ` +
          "2026-11-27T12:00:00Z",
      ),
    onSome: (ms) => Result.succeed(ms),
  });
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
