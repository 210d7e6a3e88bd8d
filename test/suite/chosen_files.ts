/** Which files of tests somebody asks for. @module */
import { existsSync } from "node:fs";

/** What `run test` runs: all but the trials, which have no `_test.ts`. */
const ALL = [...new Bun.Glob("test/**/*_test.ts").scanSync()].toSorted();

/** The tests of some paths, and what of these paths there is. */
export interface Chosen {
  readonly files: ReadonlyArray<string>;
  /** The named files and folders, of sources and of tests. */
  readonly paths: ReadonlyArray<string>;
}

/**
 * Finds the tests of files and folders, of sources or of tests: `core/fee`, `test/core/fee` and
 * `core/fee/rounding.ts` are understood. Nothing asked for is everything.
 */
export function chosenFiles(asked: ReadonlyArray<string>): Chosen {
  if (asked.length === 0) return { files: ALL, paths: [] };
  const names = asked.map((path) => path.replace(/^\.\//, "").replace(/\/$/, ""));
  return {
    files: ALL.filter((file) => names.some((name) => testsOf(name).includes(file))),
    paths: names.flatMap((name) => [name, `test/${name}`]).filter((path) => existsSync(path)),
  };
}

/** Of a source without a test of its own name, those of its folder. */
function testsOf(name: string): ReadonlyArray<string> {
  const mirrored = name.startsWith("test/") ? name : `test/${name}`;
  const ofOwnName = mirrored.replace(/(_test)?\.tsx?$/, "_test.ts");
  if (ALL.includes(ofOwnName)) return [ofOwnName];
  const folder = mirrored.replace(/\/[^/]+\.tsx?$/, "");
  return ALL.filter((file) => file.startsWith(`${folder}/`));
}
