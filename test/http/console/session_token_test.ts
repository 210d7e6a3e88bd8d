import { expect, test } from "bun:test";
import { digestOfToken, pageKeyOf } from "../../../adapters/http/console/session_token.ts";
import { makeApiKey } from "../../../core/access/mod.ts";

test("the key of a page stays the same, as sessions outlive the service's versions", () => {
  const token = "t".repeat(43);
  // By hand: `printf 'api key' | openssl dgst -sha256 -mac HMAC -macopt key:ttt...`
  const hmac = Uint8Array.fromHex(
    "0d62aa3d3aa87226a4a7520b10827770ec2673ee3d7df06153bb8e2cca6c09e7",
  );
  expect(pageKeyOf(token, "live")).toBe(makeApiKey("live", hmac));
  expect(pageKeyOf(token, "test")).toBe(makeApiKey("test", hmac));
});

test("the key of a page does not follow from what the store keeps", () => {
  const token = "t".repeat(43);
  const stored = Uint8Array.fromHex(digestOfToken(token));
  expect(pageKeyOf(token, "live")).not.toBe(makeApiKey("live", stored));
});
