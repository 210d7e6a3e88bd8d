/**
 * Sends a cancellation within its signer's rate limits.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { jsonFields } from "../../../core/json_fields.ts";
import type { EntryLimited } from "../../../core/port/venue_limits.ts";
import type { HttpAnswer } from "../../outbound/mod.ts";
import type { EntryLimits } from "./entry_limits.ts";

/** Sends a cancellation once, as soon as the signer's limit allows one more. */
export function limitedCancel<A, E>(
  limits: EntryLimits,
  { address, ask }: {
    readonly address: string;
    /** Sends the request, and passes on its answer. */
    readonly ask: (onAnswer: (answer: HttpAnswer) => void) => Effect.Effect<A, E>;
  },
): Effect.Effect<A, E | EntryLimited> {
  const entry = { address, kind: "cancels" } as const;
  const sending = Effect.flatMap(
    limits.sends(entry),
    (sent) =>
      Effect.ensuring(
        ask((answer) => sent.answered(answer, 1 + cancelledIn(answer))),
        Effect.sync(sent.lost),
      ),
  );
  return limits.within(entry, sending);
}

/** The venue takes one more from the bucket for every order that it cancelled. */
function cancelledIn({ text }: HttpAnswer): number {
  const { canceled } = Option.getOrElse(jsonFields(text), () => ({ canceled: [] as unknown }));
  return Array.isArray(canceled) ? canceled.length : 0;
}
