/**
 * Checks the subjects of commits: those that the main branch lacks, or else the last twenty.
 *
 * @module
 */
import process from "node:process";

const COLUMNS_MAX = 72;
const LAST = 20;
const TYPES = ["feat", "fix", "perf", "refactor", "test", "docs", "build", "style", "chore"];

/** A verb that says what was done, or what somebody does, and not what to do. */
const NOT_IMPERATIVE = /^(\w+(ed|ing)|adds|makes|fixes|removes|uses|moves|keeps|gives|says)\b/;
/** Verbs that only look like it. */
const IMPERATIVE = /^(need|feed|embed|exceed|proceed|seed|shed|speed|bring|string|ping)\b/;

/** Why a subject is none, one line each. */
function faultsOf(subject: string, folders: ReadonlySet<string>): ReadonlyArray<string> {
  const [, type = "", scope, verb = ""] = /^(\w+)(?:\(([^)]*)\))?: (.*)$/.exec(subject) ?? [];
  if (!TYPES.includes(type)) return [`begins with none of ${TYPES.join(", ")} and a colon`];
  return [
    ...(subject.length > COLUMNS_MAX
      ? [`has ${subject.length} columns, at most ${COLUMNS_MAX}`]
      : []),
    ...(scope !== undefined && !folders.has(scope) ? [`has the scope "${scope}", no folder`] : []),
    ...(/^[A-Z]/.test(verb) ? ["begins with a capital"] : []),
    ...(NOT_IMPERATIVE.test(verb) && !IMPERATIVE.test(verb) ? ["is not imperative"] : []),
  ];
}

function git(...args: ReadonlyArray<string>): ReadonlyArray<string> {
  const { exitCode, stdout } = Bun.spawnSync(["git", ...args]);
  return exitCode === 0 ? stdout.toString().split("\n").filter((line) => line !== "") : [];
}

const ahead = git("log", "--no-merges", "--format=%s", "origin/main..HEAD");
const subjects = ahead.length > 0
  ? ahead
  : git("log", "--no-merges", "--format=%s", `--max-count=${LAST}`);
const folders = new Set(git("ls-files").flatMap((path) => path.split("/").slice(0, -1)));
const faults = subjects.flatMap((subject) =>
  faultsOf(subject, folders).map((fault) => `"${subject}" ${fault}`)
);
for (const fault of faults) console.error(fault);
console.log(`${subjects.length} subjects of commits, ${faults.length} wrong`);
process.exit(faults.length === 0 ? 0 : 1);
