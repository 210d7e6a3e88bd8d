import { expect, test } from "bun:test";
import { EncodedBody } from "../../../adapters/http/edge/answer/answer.ts";
import { answeredResult } from "../../../adapters/http/mcp/tool_result.ts";

test.each(["text", "bytes"])("an answer that is %s already keeps every digit", async (form) => {
  const body = '{"price":61955.98048911465612345,"amount":1.50,"at":[1e3]}';
  const data = form === "text" ? body : new Blob([body]);
  const result = await answeredResult({ body: new EncodedBody(data) });
  expect(JSON.stringify(result.structuredContent)).toBe(body);
  expect(result).toMatchObject({ content: [{ type: "text", text: body }], isError: false });
});
