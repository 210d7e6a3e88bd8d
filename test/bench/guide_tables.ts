/**
 * The tables of the guide "How fast": a part for each benchmark, as Markdown.
 *
 * @module
 */
import { Result } from "effect";
import { aimText } from "./aim.ts";
import type { Benchmark, Finding } from "./benchmark.ts";
import { growth } from "./growth/growth.ts";
import { growthTable } from "./growth/growth_table.ts";
import { markdownTable, spreadCell } from "./markdown_table.ts";
import { machineText, type Report } from "./report.ts";

/** The page, from the root of the repository. */
export const GUIDE_FILE = "adapters/http/document/guide/how_fast.md";

/** Comments of Markdown that no reader sees, also where HTML is not allowed. */
const BEGIN = `[//]: # "bun run bench --guide writes from here"`;
const END = `[//]: # "to here"`;

const HEAD = ["Path", "Ours", "Reference", "Ratio", "Aim"];

/** Returns the page with the tables of this report; fails if it has no place for them. */
export function withTables(
  page: string,
  report: Report,
  benchmarks: ReadonlyArray<Benchmark>,
): Result.Result<string, string> {
  const [before, rest, ...others] = page.split(`${BEGIN}\n`);
  const [, after, ...more] = rest?.split(`${END}\n`) ?? [];
  if (before === undefined || after === undefined || others.length + more.length > 0) {
    return Result.fail(`Cannot write into ${GUIDE_FILE}: it lacks the lines ${BEGIN} and ${END}`);
  }
  return Result.succeed(
    `${before}${BEGIN}\n\n${tablesOf(report, benchmarks)}\n\n${END}\n${after}`,
  );
}

function tablesOf(
  { machine, isQuick, findings }: Report,
  benchmarks: ReadonlyArray<Benchmark>,
): string {
  const parts = benchmarks.flatMap(({ name, about }) => {
    const own = findings.filter((finding) => finding.name === name);
    const table = name === growth.name ? growthTable(own) : tableOf(own);
    return own.length === 0 ? [] : [`### \`${name}\`\n\n${sentence(about)}\n\n${table}`];
  });
  const how = isQuick ? "Measured quickly" : "Measured";
  return [`${how} with ${machineText(machine)}.`, ...parts].join("\n\n");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function tableOf(findings: ReadonlyArray<Finding>): string {
  return markdownTable([HEAD, ...findings.map(cellsOf)]);
}

function cellsOf(finding: Finding): ReadonlyArray<string> {
  const { what, unit, value, reference, ratio } = finding;
  return [
    what,
    `${spreadCell(value)} ${unit}`,
    reference === undefined ? "" : `${reference.what}: ${spreadCell(reference.value)} ${unit}`,
    ratio === undefined ? "" : spreadCell(ratio),
    aimText(finding),
  ];
}
