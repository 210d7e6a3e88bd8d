import { describe, expect, test } from "bun:test";
import { drawMutants } from "./mutant.ts";

const draw = (text: string) =>
  drawMutants(new Map([["a.ts", text]]), { seed: 1, count: 9, lines: [1, Infinity] })
    .map(({ line, after }) => `${line}: ${after}`);

describe("a drawn mutant", () => {
  for (
    const [source, ...mutants] of [
      ["f(a < b);", "1: f(a <= b);"],
      ["const a = (b: 1) => b;"],
      ["// a === b\nf(`a + ${b}`);"],
      ['["a", 1];'],
      ["const f = () => {\n  return a;\n};", "2:   return undefined;"],
      ["f(/ a < b /, a * b);", "1: f(/ a < b /, a / b);"],
    ]
  ) {
    test(`of ${JSON.stringify(source)} is ${mutants[0] ?? "none"}`, () => {
      expect(draw(source ?? "")).toEqual(mutants);
    });
  }
});
