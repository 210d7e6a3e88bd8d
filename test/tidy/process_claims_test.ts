/** Few claims need a process, and CONTRIBUTING names each. @module */
import { expect, test } from "bun:test";
import { Glob } from "bun";

/** More than these belong on a lower rung, or among the trials. */
const CLAIMS_MAX = 30;

/** The title of a test: the first text that it is given. */
const TITLE = /\btest(?:\.\w+\((?:[^()]|\([^()]*\))*\))?\(\s*(?:withReason\(\s*)?"([^"]+)"/g;

test("every claim that a process is started for is named in CONTRIBUTING", async () => {
  const guide = (await Bun.file("CONTRIBUTING.md").text()).replace(/\s+/g, " ").toLowerCase();
  const paths = [...new Glob("test/system/process/*_test.ts").scanSync(".")];
  const titles = await Promise.all(
    paths.map(async (path) =>
      [...(await Bun.file(path).text()).matchAll(TITLE)].map(([, title = ""]) =>
        title.replace(/: %.*/, "")
      )
    ),
  );
  expect(titles.every((ofOne) => ofOne.length > 0)).toBe(true);
  expect(titles.flat().length).toBeLessThanOrEqual(CLAIMS_MAX);
  expect(titles.flat().filter((title) => !guide.includes(title.toLowerCase()))).toEqual([]);
});
