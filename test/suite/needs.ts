/** What files of tests need before they run, found in what they import. @module */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Starts the command line, which loads faster as one program. */
const COMMAND_LINE = "test/app/command_line.ts";
/** Opens the embedded store, whose tables are made faster once than for each store. */
const EMBEDDED_STORE = "adapters/postgres/engine/sql_embedded.ts";

/** What is made once for a run, and only where a file needs it. */
export interface Needs {
  readonly binary: boolean;
  readonly cluster: boolean;
}

/** Looks through the imports of files, from the root of the repository. */
export function needsOf(files: ReadonlyArray<string>): Needs {
  const reached = reachedFrom(files);
  const binary = reached.has(COMMAND_LINE);
  return { binary, cluster: binary || reached.has(EMBEDDED_STORE) };
}

/** Every file that some file imports, itself or through others. */
function reachedFrom(files: ReadonlyArray<string>): ReadonlySet<string> {
  const reached = new Set(files);
  // A set gives what is added while it is gone through.
  for (const file of reached) {
    if (!/\.tsx?$/.test(file) || !existsSync(file)) continue;
    const specifiers = readFileSync(file, "utf8").matchAll(/(?:from|import) "(\.[^"]+)"/g);
    for (const [, specifier = ""] of specifiers) {
      reached.add(normalize(join(dirname(file), specifier)));
    }
  }
  return reached;
}
