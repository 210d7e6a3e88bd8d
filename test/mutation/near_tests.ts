/**
 * Which tests may notice a change of a file: those of the folder that mirrors its own, and those
 * that reach it by their imports.
 *
 * @module
 */
import { dirname } from "node:path";

/** Files of tests that reach a file and are not of its mirrored folder, at most. */
const REACHING_MAX = 12;
/** Those that start processes, browsers or long loads. */
const LEFT_OUT = /^test\/(app|trials|console|bench|system\/process)\//;

/** The tests of the mirrored folder, or of the nearest one above it that has some. */
function mirrored(path: string, tests: ReadonlyArray<string>): ReadonlyArray<string> {
  let folder = `test/${dirname(path).replace(/^adapters\/http/, "http")}`;
  while (folder !== "." && !tests.some((test) => dirname(test) === folder)) {
    folder = dirname(folder);
  }
  return folder === "test" ? [] : tests.filter((test) => dirname(test) === folder);
}

/** Tests that import a file, directly or not, by the number of imports between them. */
function reaching(path: string, sources: ReadonlyMap<string, string>): ReadonlyArray<string> {
  const importers = new Map<string, Array<string>>();
  for (const [from, text] of sources) {
    for (const [, specifier = ""] of text.matchAll(/(?:\bfrom|\bimport)[ (]"(\.[^"]+)"/g)) {
      const to = new URL(specifier, `file:///${from}`).pathname.slice(1);
      importers.set(to, [...(importers.get(to) ?? []), from]);
    }
  }
  const found = new Set([path]);
  for (const file of found) for (const importer of importers.get(file) ?? []) found.add(importer);
  return [...found].filter((file) => file.endsWith("_test.ts") && !LEFT_OUT.test(file));
}

/** The tests to run in turn until one notices, in stages of one run each, nearest first. */
export function nearTests(
  path: string,
  sources: ReadonlyMap<string, string>,
): ReadonlyArray<ReadonlyArray<string>> {
  const folder = mirrored(path, [...sources.keys()].filter((file) => file.endsWith("_test.ts")));
  const own = path.replace(/^.*\/|\.ts$/g, "");
  const first = folder.filter((test) => test.endsWith(`/${own}_test.ts`));
  const rest = folder.filter((test) => !first.includes(test));
  const far = reaching(path, sources).filter((test) => !folder.includes(test));
  return [first, rest, far.slice(0, REACHING_MAX)].filter((stage) => stage.length > 0);
}
