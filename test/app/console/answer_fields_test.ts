import { expect, test } from "bun:test";
import { answerFields } from "../../../app/console/tools/answer_fields.ts";

test("an answer's fields come in its order, each with its path", () => {
  expect(answerFields({ now: "x", fee: { usdc: "1.750", type: null }, all: ["a"], none: {} }))
    .toEqual([["now", "x"], ["fee.usdc", "1.750"], ["fee.type", "null"], ["all.0", "a"]]);
});
