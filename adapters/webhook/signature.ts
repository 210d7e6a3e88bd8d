/**
 * The signature of a webhook's message.
 *
 * Source: the specification of Standard Webhooks, version 1: HMAC-SHA256 over the message's id, the
 * second of the attempt and the body, joined by dots.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import type { SignedParts } from "../../core/port/webhook_sender.ts";

/** Signs with a secret, which is not kept. */
export function signMessage(
  secret: Uint8Array,
  { messageId, atSec, body }: SignedParts,
): string {
  const mac = createHmac("sha256", secret).update(`${messageId}.${atSec}.${body}`);
  return `v1,${mac.digest("base64")}`;
}
