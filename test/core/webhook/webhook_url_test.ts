import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { parseWebhookUrl } from "../../../core/webhook/mod.ts";

const parse = (text: string, arePrivateAllowed = false) =>
  parseWebhookUrl(text, { arePrivateAllowed });

test.each([
  ["https://example.com", "https://example.com/"],
  ["HTTPS://Example.com:8443/a?b=c", "https://example.com:8443/a?b=c"],
  ["https://1.1.1.1/", "https://1.1.1.1/"],
  ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
])("%s is used as %s", (text, url) => expect(parse(text)).toEqual(Result.succeed(url)));

describe.each([
  ["text", "somewhere"],
  ["another protocol", "ftp://example.com/"],
  ["a password", "https://user:hunter2@example.com/"],
  ["a hash", "https://example.com/#a"],
  ["a long text", `https://example.com/${"a".repeat(2_048)}`],
])("%s", (_, text) => {
  test("is refused anywhere, without its secrets", () => {
    for (const arePrivateAllowed of [true, false]) {
      const refusal = Result.getOrThrow(Result.flip(parse(text, arePrivateAllowed)));
      expect(refusal.message).toStartWith("Cannot use --url");
      expect(refusal.message).not.toContain("hunter2");
      expect(refusal.hint).not.toBe("");
    }
  });
});

test.each([
  "http://example.com/",
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://017700000001/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::1]/",
  "https://169.254.169.254/latest/meta-data/",
])("%s needs the operator's leave", (text) => {
  const refusal = Result.getOrThrow(Result.flip(parse(text)));
  expect(refusal.hint).toContain("WEBHOOK_PRIVATE_ADDRESSES=allow");
  expect(Result.isSuccess(parse(text, true))).toBe(true);
});
