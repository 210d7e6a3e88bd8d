/** Changes of one line that a test ought to notice. @module */

/** One changed line of one file. */
export interface Mutant {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

const QUOTED = new RegExp(
  [
    /\/\/.*|\/\*[^]*?\*\//,
    /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/,
    /(?<=[(,=:[!&|?{};>]\s*|return )\/(?! )(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//,
  ].map(({ source }) => source).join("|"),
  "g",
);

/** A source of the same length and lines: comments are blank, and what is quoted is dots. */
function maskSource(source: string): string {
  return source.replace(
    QUOTED,
    (found) =>
      found.startsWith("//") || found.startsWith("/*")
        ? found.replace(/./g, " ")
        : found[0] + found.slice(1, -1).replace(/./g, "·") + found.at(-1),
  );
}

/** What is looked for in masked code, where the formatter leaves spaces around operators. */
const CHANGES: ReadonlyArray<readonly [found: RegExp, by: (found: string) => string]> = [
  ...[
    ["===", "!=="],
    ["<", "<="],
    [">", ">="],
    ["&&", "||"],
    ["+", "-"],
    ["*", "/"],
    ["??", "&&"],
    ["+=", "-="],
  ].flatMap(([a = "", b = ""]) => [[a, b], [b, a]] as const)
    .map(([from, to]) => [new RegExp(` ${RegExp.escape(from)} `, "g"), () => ` ${to} `] as const),
  [/\b(true|false)\b/g, (found) => String(found !== "true")],
  [/\bMath\.(min|max)\b/g, (found) => found === "Math.min" ? "Math.max" : "Math.min"],
  [/\.(some|every)\(/g, (found) => found === ".some(" ? ".every(" : ".some("],
  [/(?<=[(\s])!(?=[\w(])/g, () => ""],
  [/\bif \((?=.*\) )/g, () => "if (!"],
  [/(?<![\w.])\d[\d_]*(?![\w.])/g, (digits) => `${Number(digits.replaceAll("_", "")) + 1}`],
  [/(?<![\w.])\d[\d_]*n\b/g, (digits) => `${BigInt(digits.replace(/[_n]/g, "")) + 1n}n`],
  [/"·+"/g, () => '""'],
  [/(?<=\breturn )[^;]+(?=;)/g, () => "undefined"],
  [/^(?! *(import|export|const|let|type|return|break|continue)\b) +\S.*;$/g, () => ""],
];

/** Every change of a line; a row of data (names, numbers) has no rule that could be wrong. */
function changesOf(line: string, masked: string): ReadonlyArray<string> {
  if (!/[a-z]/i.test(masked) || /^import | from "/.test(masked)) return [];
  return CHANGES.flatMap(([found, by]) =>
    [...masked.matchAll(found)].map(({ index, 0: { length } }) =>
      line.slice(0, index) + by(line.slice(index, index + length)) + line.slice(index + length)
    )
  );
}

const transpiler = new Bun.Transpiler({ loader: "ts" });

/** What runs of a source; nothing where it has no syntax. */
function transpiled(source: string): string | undefined {
  try {
    return transpiler.transformSync(source);
  } catch {
    return undefined;
  }
}

/**
 * At most `count` mutants, one a line. A line is drawn by its file, its text and the seed, so that
 * a change elsewhere draws no other ones. A mutant differs in what runs, not in types alone.
 */
export function drawMutants(
  sources: ReadonlyMap<string, string>,
  { seed, count, lines: [first, last] }: {
    readonly seed: number;
    readonly count: number;
    readonly lines: readonly [first: number, last: number];
  },
): ReadonlyArray<Mutant> {
  const byRank = <A>(rows: ReadonlyArray<A>, keyOf: (row: A) => string) =>
    rows.map((row) => ({ row, rank: Bun.hash.wyhash(keyOf(row), BigInt(seed)) }))
      .toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ row }) => row);
  const candidates = [...sources].flatMap(([path, text]) => {
    const masked = maskSource(text).split("\n");
    return text.split("\n").map((before, index) => ({ path, text, before, index }))
      .slice(first - 1, last)
      .filter(({ before, index }) => changesOf(before, masked[index] ?? "").length > 0)
      .map((line) => ({ ...line, masked: masked[line.index] ?? "" }));
  });
  const mutants: Array<Mutant> = [];
  for (const line of byRank(candidates, ({ path, before }) => `${path} ${before}`)) {
    if (mutants.length === count) break;
    const { path, text, before, index, masked } = line;
    const after = byRank(changesOf(before, masked), (after) => `${path} ${after}`)
      .find((after) => {
        const changed = transpiled(text.split("\n").with(index, after).join("\n"));
        return changed !== undefined && changed !== transpiled(text);
      });
    if (after !== undefined) mutants.push({ path, line: index + 1, before, after });
  }
  return mutants;
}
