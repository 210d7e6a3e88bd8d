import { expect, test } from "bun:test";
import { EncodedBody } from "../../../adapters/http/edge/answer.ts";
import { answeredResult } from "../../../adapters/http/mcp/tool_result.ts";

test("an answer that is text already keeps every digit of its numbers", () => {
  const body = '{"price":61955.98048911465612345,"amount":1.50,"at":[1e3]}';
  const result = answeredResult({ body: new EncodedBody(body) });
  expect(JSON.stringify(result.structuredContent)).toBe(body);
  expect(result).toMatchObject({ content: [{ type: "text", text: body }], isError: false });
});
