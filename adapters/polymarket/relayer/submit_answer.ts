/**
 * Reads what the relayer answers to what is submitted.
 *
 * Source: refusals that users of the relayer have recorded, 2026. By a refusal it has not taken the
 * calls; of whatever is not certainly one, nothing is known.
 *
 * @module
 */
import { Option, Schema } from "effect";
import type { RoadAnswer } from "../../../core/chain/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { type HttpAnswer, wasNothingSent } from "../../outbound/mod.ts";
import { accessHint, type RelayerAccess, secretsOf } from "./access.ts";
import { quotaWaitSec, wordsOf } from "./http_failure.ts";
import { SubmittedPayload } from "./payload.ts";

/** How soon a wallet that is busy, or a relayer that cannot be reached, is tried again. */
const AGAIN_MS = 5_000;
/** How soon after a refusal that is not the relayer's own, such as a firewall's. */
const FIREWALL_MS = 60_000;

/** It is the wallet's former calls that are on their way. */
const BUSY = /wallet busy|active action|in-flight action/i;
/** Other bytes would be taken: with the nonce of the chain, or a deadline that is not over. */
const ANEW = /nonce.*(does not match|mismatch|too low)|invalid nonce|deadline|expired/i;
/** It may be these very calls that it has already. */
const TWICE = /already|duplicate/i;
/** Statuses with which a server gives up on a request that it may have begun. */
const UNCERTAIN: ReadonlySet<number> = new Set([404, 408, 409, 425, 499]);

const decodeSubmitted = Schema.decodeUnknownOption(Schema.fromJsonString(SubmittedPayload));

/** Returns what a complete answer means. */
export function answerOf(answer: HttpAnswer, access: RelayerAccess): RoadAnswer {
  const { status, text } = answer;
  if (status === 200 || status === 201) {
    return Option.match(decodeSubmitted(text), {
      onNone: () => unclear("the relayer's answer has no id"),
      onSome: ({ transactionID }) => ({ kind: "taken", roadId: Option.some(transactionID) }),
    });
  }
  const words = wordsOf(answer, secretsOf(access));
  const said = `status ${status}${Option.match(words, { onNone: () => "", onSome: after })}`;
  if (status === 429) {
    return refused(said, { when: "later", afterMs: Math.max(1, quotaWaitSec(answer)) * 1_000 });
  }
  if (status < 400 || status >= 500 || UNCERTAIN.has(status)) return unclear(said);
  if (Option.isNone(words)) return refused(said, { when: "later", afterMs: FIREWALL_MS });
  if (status === 401 || status === 403) {
    return refused(`${said}: ${accessHint(access)}`, { when: "never" });
  }
  if (BUSY.test(words.value)) return refused(said, { when: "later", afterMs: AGAIN_MS });
  if (ANEW.test(words.value)) return refused(said, { when: "anew" });
  return TWICE.test(words.value) ? unclear(said) : refused(said, { when: "never" });
}

/** Returns what a call without a complete answer means. */
export function answerOfFailure(failure: ProviderFailed): RoadAnswer {
  const { reason, retryAfterSec = AGAIN_MS / 1_000 } = failure;
  if (reason === "limited") {
    const why = "it would be more than the relayer takes in a minute";
    return later(why, retryAfterSec * 1_000);
  }
  if (wasNothingSent(failure)) return later("the relayer cannot be reached", AGAIN_MS);
  return unclear(
    reason === "timeout"
      ? "the relayer did not answer in time"
      : "the connection broke before the relayer's answer",
  );
}

type Refused = Extract<RoadAnswer, { readonly kind: "refused" }>;

const after = (words: string): string => `: ${words}`;
const unclear = (why: string): RoadAnswer => ({ kind: "unclear", why });
const refused = (said: string, retry: Refused["retry"]): RoadAnswer => ({
  kind: "refused",
  why: `the relayer refuses it: ${said}`,
  retry,
});
const later = (why: string, afterMs: number): RoadAnswer => ({
  kind: "refused",
  why,
  retry: { when: "later", afterMs },
});
