import { afterAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import process from "node:process";
import fc from "fast-check";
import { valueIn, withSettings } from "../../../app/settings/env_text.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);

const bytes = (text: string) => Buffer.from(text).toString("latin1");

test.each<[string, string | undefined]>([
  ["K=abc", "abc"],
  ['K="abc="', "abc="],
  ["K='abc='", "abc="],
  ["K=`abc=`", "abc="],
  ["K=abc= # mine", "abc="],
  ['K="a#b" # mine', "a#b"],
  ["  export K = abc \r\n", "abc"],
  ["K: abc", "abc"],
  ["K=1\nK=2", "2"],
  ["K=é", "é"],
  ['K="a\\nb"', "a\nb"],
  ['K="unclosed', '"unclosed'],
  ["\ufeffK=1", "1"],
  ['K=""', undefined],
  ["K= # none yet", undefined],
  ["K=\nL=1", undefined],
  ["# K=1", undefined],
  ["K:1", undefined],
  ['L="a\nK=inside\nb"', undefined],
])("%j gives K the value %j", (text, value) => {
  expect(valueIn(bytes(text), "K")).toBe(value);
});

test.each([
  ["", "K=new\n"],
  ["L=1", "L=1\nK=new\n"],
  ["L=1\r\n", "L=1\r\nK=new\r\n"],
  ["export K = old # mine\r\nL=1\r\n", "export K = new # mine\r\nL=1\r\n"],
  ["K= # none yet\n", "K=new # none yet\n"],
  ["K: 'a\nb' # mine\n", "K: 'new' # mine\n"],
  ["K=\nK=2\n", "K=new\nK=new\n"],
  ["L:", "L:\n\nK=new\n"],
  ["# K=1\n", "# K=1\nK=new\n"],
  ["P=\xe9x\nK=1\n", "P=\xe9x\nK=new\n"],
  ['L="first\nK=inside\nend"\n', 'L="first\nK=inside\nend"\nK=new\n'],
])("%j takes a setting as %j", (before, after) => {
  expect(withSettings(before, { K: "new" })).toBe(after);
});

describe("texts", () => {
  const TEXTS = 300;
  const NAMES = ["K", "L"];
  /** Names are of one text alone, so that the runtime takes all the texts at once. */
  const piece = fc.constantFrom(
    ...["NAME", "NAME", "=", "=", ": ", ":", "export ", "export\n", '"', "'", "`", "\\", "#"],
    ...["\n", "\n", "\r\n", "\r", " ", "\t", "\v", "x", "n", "é", "\u00a0", "-", "\ufeff"],
  );
  const line = fc.tuple(fc.constantFrom("NAME=", "export NAME = ", "NAME: "), fc.array(piece))
    .map(([head, pieces]) => `${head}${pieces.join("")}\n`);
  const text = fc.array(fc.oneof(line, fc.array(piece).map((pieces) => pieces.join(""))));

  test("give the values that the runtime reads, before and after a setting is put there", () => {
    const texts = fc.sample(text, TEXTS).map((parts, at) => {
      let names = 0;
      const before = bytes(
        parts.join("").replace(/NAME/g, () => `${NAMES[names++ % NAMES.length]}${at}`),
      );
      return { at, before, after: withSettings(before, { [`K${at}`]: "new=" }) };
    });
    const was = runtimeValues(texts.map(({ before }) => before));
    const is = runtimeValues(texts.map(({ after }) => after));
    for (const { at, before, after } of texts) {
      for (const name of NAMES.map((name) => `${name}${at}`)) {
        expect([before, valueIn(before, name)]).toEqual([before, was[name] || undefined]);
        const next = name.startsWith("K") ? "new=" : was[name];
        expect([before, after, is[name]]).toEqual([before, after, next]);
        expect([after, valueIn(after, name)]).toEqual([after, next || undefined]);
      }
    }
  });
});

/** What the runtime reads from files with these texts. */
function runtimeValues(texts: ReadonlyArray<string>): Readonly<Record<string, string>> {
  const files = texts.map((text, at) => {
    const file = `${folder.path}/${at}.env`;
    writeFileSync(file, text, "latin1");
    return `--env-file=${file}`;
  });
  const print = "process.stdout.write(JSON.stringify(process.env))";
  const { stdout } = Bun.spawnSync([process.execPath, ...files, "-e", print], { env: {} });
  return JSON.parse(stdout.toString());
}
