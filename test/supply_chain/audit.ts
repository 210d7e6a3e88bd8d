/**
 * `bun run audit`: fails where a package that production needs has a known vulnerability.
 *
 * An advisory that does not concern the service is listed in `audit_exceptions.json` with a reason
 * and a day, after which it counts again. A registry that does not answer fails nothing, and the
 * check says so by name: no advisory is not the same as no vulnerability. `--strict` fails then.
 *
 * @module
 */
import process from "node:process";
import { ROOT } from "./dependencies.ts";
import { usageLine } from "../../app/wiring/own_command.ts";

/** What the registry says of one vulnerability. */
interface Advisory {
  readonly url: string;
  readonly title: string;
  readonly severity: string;
  readonly vulnerable_versions: string;
}

/** Advisories by the package that they are about, as `bun audit --json` writes them. */
type AuditReport = Readonly<Record<string, ReadonlyArray<Advisory>>>;

/** An advisory that is known and waited out. */
interface AuditException {
  /** Such as GHSA-35jh-r3h4-6jhm: the end of the advisory's address. */
  readonly id: string;
  readonly package: string;
  readonly reason: string;
  /** The last day on which it holds: YYYY-MM-DD. */
  readonly until: string;
}

/** What an audit found: lines, and whether they are a reason to stop. */
interface Verdict {
  readonly isFailed: boolean;
  readonly lines: ReadonlyArray<string>;
}

/** Judges a report by the exceptions that hold on a day, YYYY-MM-DD. */
function judgeReport(
  report: AuditReport,
  { exceptions, today }: {
    readonly exceptions: ReadonlyArray<AuditException>;
    readonly today: string;
  },
): Verdict {
  const found = Object.entries(report).flatMap(([name, advisories]) =>
    advisories.map((advisory) => {
      const id = idOf(advisory);
      const exception = exceptions.find((one) => one.id === id && one.package === name);
      if (exception !== undefined && today <= exception.until) {
        const line = `${name}: ${id} is excepted until ${exception.until}: ${exception.reason}`;
        return { id, line, isKnown: true };
      }
      const ended = exception === undefined ? "" : `; its exception ended on ${exception.until}`;
      const line = `${name}: ${advisory.severity}: ${advisory.title} (${id})${ended}`;
      return { id, line, isKnown: false };
    })
  );
  const stale = exceptions.filter(({ id }) => !found.some((one) => one.id === id))
    .map(({ id }) => `${id} is excepted and no longer reported: remove the exception`);
  const isFailed = found.some(({ isKnown }) => !isKnown);
  return { isFailed, lines: [...found.map(({ line }) => line), ...stale] };
}

/** Advisories have pages, and are known by the last part of their addresses. */
function idOf({ url }: Advisory): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** Longer than a registry takes to answer. */
const TIMEOUT_MS = 60_000;

/** Asks the registry. Returns undefined, and why, where it gives no report. */
async function readReport(): Promise<{ readonly report: AuditReport } | { readonly why: string }> {
  const child = Bun.spawn([process.execPath, "audit", "--production", "--json"], {
    cwd: ROOT,
    stdout: "pipe",
    stderr: "pipe",
    timeout: TIMEOUT_MS,
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  try {
    return { report: JSON.parse(out) as AuditReport };
  } catch {
    return { why: (err.trim() || "no answer").split("\n").at(-1) ?? "" };
  }
}

const USAGE = `${usageLine("audit [--strict]")}
Asks the registry whether a package that production needs has a known vulnerability.
  --strict  fails as well where the registry gives no report
exits     0: none is known, or nothing was audited, 1: some, 2: nothing was audited (--strict),
          64: an argument is unknown`;

/** Nothing was audited, which `--strict` does not let pass. */
const EXIT_UNAUDITED = 2;
/** BSD's EX_USAGE: an unknown option must not look like a vulnerability. */
const EXIT_USAGE = 64;

async function main(args: ReadonlyArray<string>): Promise<number> {
  const unknown = args.find((arg) => arg !== "--strict" && arg !== "--help");
  if (unknown !== undefined) {
    console.error(`Unknown argument "${unknown}"\n${USAGE}`);
    return EXIT_USAGE;
  }
  if (!args.includes("--help")) return await audit({ isStrict: args.includes("--strict") });
  console.log(USAGE);
  return 0;
}

/** Audits, prints what was found, and returns the exit code. */
async function audit({ isStrict }: { readonly isStrict: boolean }): Promise<number> {
  const exceptions = await Bun.file(`${import.meta.dir}/audit_exceptions.json`)
    .json() as ReadonlyArray<AuditException>;
  const answer = await readReport();
  if ("why" in answer) {
    console.log(`skipped audit: the registry gave no report (${answer.why})`);
    return isStrict ? EXIT_UNAUDITED : 0;
  }
  const today = new Date().toISOString().slice(0, 10);
  const { isFailed, lines } = judgeReport(answer.report, { exceptions, today });
  for (const line of lines) console.log(line);
  console.log(`${isFailed ? "FAILED" : "ok    "} audit`);
  return isFailed ? 1 : 0;
}

if (import.meta.main) process.exitCode = await main(Bun.argv.slice(2));
