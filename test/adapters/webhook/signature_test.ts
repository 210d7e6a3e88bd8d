import { expect, test } from "bun:test";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { signMessage } from "../../../adapters/webhook/webhook_sender.ts";

test("signs as the reference library does", () => {
  const secrets = fc.uint8Array({ minLength: 24, maxLength: 64 });
  const ids = fc.stringMatching(/^msg_[0-9a-f]{32}$/);
  const bodies = fc.string({ unit: "grapheme" });
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(fc.property(secrets, ids, bodies, seconds, (secret, messageId, body, atSec) => {
    const reference = new Webhook(`whsec_${secret.toBase64()}`);
    expect(signMessage(secret, { messageId, atSec, body })).toBe(
      reference.sign(messageId, new Date(atSec * 1000), body),
    );
  }));
});

// Source: the example of the library's own documentation.
test("signs as published", () => {
  const secret = Uint8Array.fromBase64("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  const parts = {
    messageId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    atSec: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signMessage(secret, parts)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});
