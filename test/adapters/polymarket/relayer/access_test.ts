import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { Redacted } from "effect";
import { relayerHeaders } from "../../../../adapters/polymarket/relayer/access.ts";

const REQUEST = { method: "POST", path: "/submit", body: '{"a":1}', timestampSec: 1_790_000_000 };
const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

test("a relayer key names its signer", () => {
  const access = { kind: "relayer_key", apiKey: Redacted.make("k"), address: ADDRESS } as const;
  expect(relayerHeaders(access, { ...REQUEST, method: "POST" }))
    .toEqual({ RELAYER_API_KEY: "k", RELAYER_API_KEY_ADDRESS: ADDRESS });
});

test("a builder's key signs time, method, path and body", () => {
  const secret = Buffer.from("a secret of a builder?>").toString("base64");
  const access = {
    kind: "builder",
    credentials: {
      apiKey: "builder",
      secret: Redacted.make(secret),
      passphrase: Redacted.make("phrase"),
    },
  } as const;
  const mac = createHmac("sha256", Buffer.from(secret, "base64"))
    .update('1790000000POST/submit{"a":1}').digest("base64url");
  expect(relayerHeaders(access, { ...REQUEST, method: "POST" })).toEqual({
    POLY_BUILDER_API_KEY: "builder",
    POLY_BUILDER_TIMESTAMP: "1790000000",
    POLY_BUILDER_PASSPHRASE: "phrase",
    // Padded, unlike this runtime's own.
    POLY_BUILDER_SIGNATURE: `${mac}=`,
  });
});
