/** The noted ratios, `noted.json`, beside which those of later runs are printed. @module */
import type { Finding, Spread } from "./benchmark.ts";
import { spreadText } from "./table.ts";

const FILE = `${import.meta.dir}/noted.json`;

/**
 * How many times worse than the worst noted round the best of a run is if it is clearly worse. The
 * caches of another processor shift a ratio by a tenth or two; the loss of a fast path does by a
 * multiple.
 */
const MARGIN = 1.5;

/** A longer line is broken by the formatter. */
const COLUMNS_MAX = 100;

/** The ratios by the titles of their findings. */
export type Noted = Readonly<Record<string, Spread>>;

/** Reads them. */
export async function readNoted(): Promise<Noted> {
  return await Bun.file(FILE).json();
}

/** Notes the ratios of these findings; those of others stay. */
export async function note(findings: ReadonlyArray<Finding>): Promise<void> {
  const measured = Object.fromEntries(
    findings.map((finding) => [titleOf(finding), finding.ratio] as const),
  );
  const lines = Object.entries<Spread>({ ...await readNoted(), ...measured }).map(
    ([title, ratio]) => {
      const values = ratio.map((value) => String(Number(value.toPrecision(3))));
      const line = `  ${JSON.stringify(title)}: [${values.join(", ")}]`;
      return line.length < COLUMNS_MAX
        ? line
        : `  ${JSON.stringify(title)}: [\n    ${values.join(",\n    ")}\n  ]`;
    },
  );
  await Bun.write(FILE, `{\n${lines.join(",\n")}\n}\n`);
}

/** What is noted of a finding, and whether it is clearly worse now. */
export function besideNoted(finding: Finding, noted: Noted): string {
  const before = noted[titleOf(finding)];
  if (before === undefined) return "nothing";
  const [worstNow, worstBefore] = finding.better === "higher"
    ? [1 / finding.ratio[2], 1 / before[0]]
    : [finding.ratio[0], before[2]];
  const isWorse = worstNow > worstBefore * MARGIN;
  return `${spreadText(before)}${isWorse ? ": CLEARLY WORSE now" : ""}`;
}

function titleOf({ name, what, reference }: Finding): string {
  return `${name}: ${what}, beside ${reference.what}`;
}
