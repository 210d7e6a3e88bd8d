/**
 * A cancellation within its signer's limits.
 *
 * @module
 */
import { Effect, Option } from "effect";
import { jsonFields } from "../../../core/json_fields.ts";
import type { EntryLimited } from "../../../core/port/mod.ts";
import type { HttpAnswer } from "../../outbound/mod.ts";
import type { EntryLimits } from "./entry_limits.ts";

/** Asks once, when the venue takes one more cancellation of the signer's. */
export function limitedCancel<A, E>(
  limits: EntryLimits,
  { address, ask }: {
    readonly address: string;
    /** Asks the venue, and tells of its answer. */
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

/** The venue takes one more from the bucket for every order that it has cancelled. */
function cancelledIn({ text }: HttpAnswer): number {
  const { canceled } = Option.getOrElse(jsonFields(text), () => ({ canceled: [] as unknown }));
  return Array.isArray(canceled) ? canceled.length : 0;
}
