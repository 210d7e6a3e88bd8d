/**
 * `bun run test/mutation/main.ts --of GLOBS --tests PATHS|near`: changes lines of the product one
 * by one, in a copy of the tree, and says which changes no test notices.
 *
 * @module
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { Result } from "effect";
import { readCommandLine } from "../../app/command/command_line.ts";
import { drawMutants, type Mutant } from "./mutant.ts";
import { nearTests } from "./near_tests.ts";
import { copyTree, pathsOf } from "./tree_copy.ts";
import { usageLine } from "../../app/wiring/own_command.ts";

const USAGE = `${usageLine("test/mutation/main.ts --of GLOBS --tests PATHS|near")}
Changes lines one by one, in a copy of this tree, and says which changes no test notices.
  --of      the sources, as "core/**,adapters/**"
  --tests   files or folders of tests, with commas between; near: those of the mirrored folder,
            then the nearest that import the source
  --sample  how many lines (all)
  --seed    which lines and which changes (1)
  --lines   the first and the last line, as 10-40
  --out     a file of JSON lines that gets each verdict; what is in it is not run again`;

interface Verdict extends Mutant {
  readonly verdict: "killed" | "survived" | "timed out";
  /** The test that noticed. */
  readonly by?: string | undefined;
}

const names = ["of", "tests", "sample", "seed", "lines", "out"];
const read = readCommandLine(
  process.argv.slice(2),
  Object.fromEntries(names.map((name) => [name, "text"])),
);
const { of = "", tests = "", sample = "Infinity", seed = "1", lines = "1-Infinity", out } =
  (Result.isSuccess(read) ? read.success.options : {}) as Record<string, string | undefined>;
const [first = NaN, last = NaN] = lines.split("-").map(Number);
if (of === "" || tests === "" || [Number(sample), Number(seed), first, last].some(Number.isNaN)) {
  console.log(USAGE);
  process.exit(1);
}

const sources = new Map(
  pathsOf(".").filter((path) => path.endsWith(".ts"))
    .map((path) => [path, readFileSync(path, "utf8")] as const),
);
const globs = of.split(",").map((glob) => new Bun.Glob(glob));
const mutable = new Map([...sources].filter(([path]) => globs.some((glob) => glob.match(path))));
const chosen = [...sources.keys()].filter((path) =>
  path.endsWith("_test.ts") && tests.split(",").some((part) => path.startsWith(part))
);

const keyOf = ({ path, line, after }: Mutant) => `${path}:${line} ${after}`;
const rows = out !== undefined && existsSync(out) ? readFileSync(out, "utf8").match(/.+/g) : [];
const known = new Map(
  rows?.map((row) => JSON.parse(row) as Verdict).map((row) => [keyOf(row), row]),
);

const copy = copyTree(".");
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    copy.remove();
    process.exit(1);
  });
}
/** Whether each test that noticed something passes without a change. */
const isSound = new Map<string, boolean>();

/** Runs the tests of a mutant until one notices; those that fail without it do not count. */
async function judge(mutant: Mutant): Promise<Verdict> {
  const text = sources.get(mutant.path) ?? "";
  const changed = text.split("\n").with(mutant.line - 1, mutant.after).join("\n");
  const stages = tests === "near" ? nearTests(mutant.path, sources) : [chosen];
  for (let [stage, ...rest] = stages; stage !== undefined; [stage, ...rest] = rest) {
    await copy.write(mutant.path, changed);
    const { end, failed } = await copy.run(stage);
    await copy.write(mutant.path, text);
    if (end === "timed out") return { ...mutant, verdict: end };
    if (end === "passed") continue;
    if (failed === undefined) return { ...mutant, verdict: "killed" };
    isSound.set(failed, isSound.get(failed) ?? (await copy.run([failed])).end === "passed");
    if (isSound.get(failed) === true) return { ...mutant, verdict: "killed", by: failed };
    console.log(`${failed} fails without a change: left out`);
    const sound = stage.filter((test) => test !== failed);
    if (sound.length > 0) rest = [sound, ...rest];
  }
  return { ...mutant, verdict: "survived" };
}

const counts = { killed: 0, survived: 0, "timed out": 0 };
try {
  const draw = { seed: Number(seed), count: Number(sample), lines: [first, last] as const };
  for (const mutant of drawMutants(mutable, draw)) {
    const found = known.get(keyOf(mutant)) ?? await judge(mutant);
    if (out !== undefined && !known.has(keyOf(mutant))) {
      appendFileSync(out, JSON.stringify(found) + "\n");
    }
    counts[found.verdict]++;
    console.log(`${found.verdict} ${mutant.path}:${mutant.line} ${found.by ?? ""}`);
    console.log(`  - ${mutant.before.trim()}\n  + ${mutant.after.trim()}`);
  }
} finally {
  copy.remove();
}
const killed = counts.killed + counts["timed out"];
console.log(
  `${killed} killed, ${counts.survived} survived, ${counts["timed out"]} timed out (killed)`,
);
