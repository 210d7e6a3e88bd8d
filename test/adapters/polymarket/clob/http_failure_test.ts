import { expect, test } from "bun:test";
import { cleanMessage } from "../../../../adapters/polymarket/clob/http_failure.ts";

test("cleanMessage() leaves what a store takes: no NUL and no half of a character", () => {
  expect(cleanMessage("a\0b\n\u0007c key1", ["key1"])).toBe("a b c [hidden]");
  expect(cleanMessage(`${"x".repeat(299)}\u{1f600}`, []).isWellFormed()).toBe(true);
});
