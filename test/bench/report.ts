/**
 * What a run found, and on which machine: the JSON that `--json` writes.
 *
 * @module
 */
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { Result, Schema } from "effect";
import type { Finding } from "./benchmark.ts";

const SpreadJson = Schema.Struct({
  min: Schema.Number,
  median: Schema.Number,
  max: Schema.Number,
});

const FindingJson = Schema.Struct({
  name: Schema.String,
  what: Schema.String,
  unit: Schema.String,
  better: Schema.Literals(["lower", "higher", "neither"]),
  value: SpreadJson,
  reference: Schema.optionalKey(Schema.Struct({ what: Schema.String, value: SpreadJson })),
  ratio: Schema.optionalKey(SpreadJson),
  aim: Schema.optionalKey(
    Schema.Union([
      Schema.Struct({ ratio: Schema.Number }),
      Schema.Struct({ value: Schema.Number }),
    ]),
  ),
});

const ReportJson = Schema.Struct({
  machine: Schema.Struct({
    bun: Schema.String,
    processor: Schema.String,
    processors: Schema.Number,
    loadBefore: Schema.Number,
  }),
  isQuick: Schema.Boolean,
  findings: Schema.Array(FindingJson),
});

const decodeReport = Schema.decodeUnknownResult(ReportJson);

/** Where a run took place: figures of another machine are others. */
export type Machine = typeof ReportJson.Type["machine"];

/** One run. */
export interface Report {
  readonly machine: Machine;
  /** Whether it took its time, or a minute. */
  readonly isQuick: boolean;
  readonly findings: ReadonlyArray<Finding>;
}

/** The machine that this runs on, and how busy it is. */
export function thisMachine(): Machine {
  return {
    bun: Bun.version,
    processor: cpus()[0]?.model.trim() ?? "unknown",
    processors: availableParallelism(),
    loadBefore: Number(loadavg()[0]?.toFixed(2)),
  };
}

/** The machine in a line. */
export function machineText({ bun, processor, processors, loadBefore }: Machine): string {
  return `bun ${bun}, ${processors} processors (${processor}), load ${loadBefore} before the run`;
}

/** What tells a finding from the others of its report, as people read it. */
export function titleOf({ name, what, reference }: Finding): string {
  return `${name}: ${what}${reference === undefined ? "" : `, beside ${reference.what}`}`;
}

/** A report as text. A ratio to nothing is no number, and `null` in JSON. */
export function reportText(report: Report): string {
  return JSON.stringify(report, null, 2) + "\n";
}

/** Reads the report of a file; a failure is one line. */
export function readReport(file: string): Result.Result<Report, string> {
  return Result.try({
    try: () => readFileSync(file, "utf8"),
    catch: (error) => error instanceof Error ? error.message : String(error),
  }).pipe(
    Result.flatMap((text) => Result.mapError(parseReport(text), (kind) => `it is ${kind}`)),
    Result.mapError((reason) => `Cannot read "${file}": ${reason}`),
  );
}

/** Reads a report from its text; a failure says what the text is instead. */
export function parseReport(text: string): Result.Result<Report, string> {
  return Result.try({
    try: (): unknown => JSON.parse(text, (_, value) => value === null ? NaN : value),
    catch: () => "no JSON",
  }).pipe(
    Result.flatMap((json) =>
      Result.mapError(
        decodeReport(json),
        (error) => `no report of a run: ${error.message.replaceAll(/\s+/g, " ")}`,
      )
    ),
  );
}
