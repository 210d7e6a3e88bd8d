import { expect, test } from "bun:test";
import { encodedBody } from "../../../../adapters/http/edge/answer/encoded_body.ts";
import { taggedBody, weakTagOf } from "../../../../adapters/http/edge/answer/etag.ts";

test.each([
  ["a short body", 10, "string"],
  ["a long body", 20_000, "object"],
])("%s is its text, in whatever form it is sent", async (_, length, form) => {
  const pieces = ['["', "Atlético €".repeat(length), '"]'];
  const text = pieces.join("");
  const body = encodedBody(pieces);
  expect(typeof body.data).toBe(form as "string" | "object");
  for (const each of [body, body.joined]) {
    expect(await each.text()).toBe(text);
    // Another body of pieces comes before this one is read.
    const response = new Response(each.data);
    void new Response(encodedBody(["x".repeat(text.length * 2)]).data);
    expect(await response.text()).toBe(text);
  }
  expect(taggedBody(pieces)).toMatchObject({
    tag: weakTagOf(text),
    sizeBytes: Buffer.byteLength(text),
  });
});
