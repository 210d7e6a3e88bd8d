/**
 * The findings of the doctor: a table for people, JSON for machines, and an exit code.
 *
 * @module
 */
import { tableLines } from "../account/command_output.ts";

/** What was checked, how it is, and what to do if it is not well. */
export interface DoctorRow {
  readonly check: string;
  /** `off`: not set up, or it could not be checked because of another trouble. */
  readonly state: "ok" | "trouble" | "off";
  readonly finding: string;
  /** Empty where there is nothing to do. */
  readonly remedy: string;
}

/** What a check found, without its name. */
export type Finding = Omit<DoctorRow, "check">;

/** A finding that needs nothing to be done. */
export function well(finding: string): Finding {
  return { state: "ok", finding, remedy: "" };
}

/** A finding that needs something to be done. */
export function trouble(finding: string, remedy: string): Finding {
  return { state: "trouble", finding, remedy };
}

/** Something that is not set up; `remedy` says how it would be. */
export function off(finding: string, remedy = ""): Finding {
  return { state: "off", finding, remedy };
}

/** Formats the table, and below it what to do, first about the troubles. */
export function doctorTable(rows: ReadonlyArray<DoctorRow>): string {
  const troubles = rows.filter(({ state }) => state === "trouble");
  const others = rows.filter(({ state, remedy }) => state !== "trouble" && remedy !== "");
  return [
    ...tableLines(
      ["check", "state", "finding"],
      rows.map(({ check, state, finding }) => [check, state, finding]),
    ),
    ...remedyLines(troubles.length === 0 ? "No trouble found" : "What to do", troubles),
    ...others.length === 0 ? [] : remedyLines("What else could be done", others),
  ].join("\n");
}

/** Says what to do once, with everything that it would mend below. */
function remedyLines(title: string, rows: ReadonlyArray<DoctorRow>): ReadonlyArray<string> {
  const byRemedy = Map.groupBy(rows, ({ remedy }) => remedy);
  return [
    "",
    title,
    ...[...byRemedy].flatMap(([remedy, rows]) => [
      `  ${remedy}`,
      ...rows.map(({ check }) => `    ${check}`),
    ]),
  ];
}

/** Formats the findings as JSON: a list of {check, state, finding, remedy}. */
export function doctorJson(rows: ReadonlyArray<DoctorRow>): string {
  return JSON.stringify(
    rows.map(({ check, state, finding, remedy }) => ({ check, state, finding, remedy })),
    null,
    2,
  );
}

/** Returns 1 if there is any trouble. */
export function doctorExitCode(rows: ReadonlyArray<DoctorRow>): 0 | 1 {
  return rows.some(({ state }) => state === "trouble") ? 1 : 0;
}
