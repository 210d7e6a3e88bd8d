/**
 * The relayer's refusals.
 *
 * @module
 */
import { type Answer, reasonPhrase } from "../../kit/answer.ts";

/** Returns a refusal; its text is the usual one of its status unless another is given. */
export function relayerRefused(status: number, error = reasonPhrase(status).toLowerCase()): Answer {
  return { status, body: { error } };
}
