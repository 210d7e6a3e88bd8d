/**
 * The command line of `bun run bench`.
 *
 * @module
 */
import { Result } from "effect";
import { readCommandLine } from "../../app/command_line.ts";
import type { Benchmark } from "./benchmark.ts";

/** What was asked for. */
export interface BenchCommand {
  readonly chosen: ReadonlyArray<Benchmark>;
  readonly isQuick: boolean;
  /** What becomes of a quick run: it is compared with the noted ratios, or replaces them. */
  readonly purpose: "print" | "judge" | "note";
  /** The report to read in place of a run. */
  readonly from: string | undefined;
  /** Where to write the report. */
  readonly json: string | undefined;
  /** The report to compare with. */
  readonly compare: string | undefined;
  readonly writesGuide: boolean;
}

const OPTIONS = {
  json: "text",
  compare: "text",
  from: "text",
  quick: "flag",
  note: "flag",
  guide: "flag",
  help: "flag",
} as const;

/** How it is used, with a line for each benchmark; those that take a minute together are marked. */
export function usageOf(benchmarks: ReadonlyArray<Benchmark>): string {
  const lines = benchmarks.map(({ name, about, isQuick }) =>
    `${isQuick ? "*" : " "} ${name.padEnd(10)}${about}`
  );
  return `Usage: bun run bench [name ...] [options]
  --json FILE     writes the report to a file, benchmark by benchmark
  --compare FILE  says what moved beyond the spread since the report of that file
  --quick         those marked with *, in a minute; fails if a ratio is clearly worse than noted
  --note          runs those five times, and notes the ratios for later quick runs
  --guide         writes the tables of the guide "How fast"
  --from FILE     runs nothing, and takes the findings from the report of a file
${lines.join("\n")}`;
}

/** Reads the command line; a failure is what is wrong with it. */
export function readBenchCommand(
  args: ReadonlyArray<string>,
  benchmarks: ReadonlyArray<Benchmark>,
): Result.Result<BenchCommand | "help", string> {
  return Result.gen(function* () {
    const { words, options } = yield* readCommandLine(args, OPTIONS);
    if (options["help"] === true) return "help";
    const isNote = options["note"] === true;
    const isQuick = isNote || options["quick"] === true;
    const writesGuide = options["guide"] === true;
    const file = (name: "json" | "compare" | "from") => {
      const value = options[name];
      return typeof value === "string" ? value : undefined;
    };
    const from = file("from");
    for (const name of ["json", "compare", "from"] as const) {
      if (file(name) === "") return yield* Result.fail(`Cannot use --${name} "": name a file`);
    }
    if (from !== undefined && (words.length > 0 || isQuick || file("json") !== undefined)) {
      return yield* Result.fail(
        "Cannot use --from with names, --quick, --note or --json: it runs nothing",
      );
    }
    if (writesGuide && words.length > 0) {
      return yield* Result.fail("Cannot use --guide with names: it writes the tables of all");
    }
    for (const word of words) {
      const named = benchmarks.find(({ name }) => name === word);
      if (named === undefined) return yield* Result.fail(`Unknown benchmark "${word}"`);
      if (isQuick && named.isQuick !== true) {
        return yield* Result.fail(`Cannot run "${word}" quickly: it takes minutes`);
      }
    }
    return {
      chosen: benchmarks.filter((one) =>
        words.length > 0 ? words.includes(one.name) : !isQuick || one.isQuick === true
      ),
      isQuick,
      purpose: isNote ? "note" : isQuick ? "judge" : "print",
      from,
      json: file("json"),
      compare: file("compare"),
      writesGuide,
    };
  });
}
