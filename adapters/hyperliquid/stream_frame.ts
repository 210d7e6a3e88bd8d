/**
 * Parses frames of the venue's stream.
 *
 * @module
 */
import { Option, Schema } from "effect";
import { jsonFields } from "../../core/json_fields.ts";
import type { OutcomeMids } from "../../core/port/outcome_market_list.ts";
import { readMids } from "./mids.ts";
import {
  Frame,
  MidsNews,
  type OutcomeUpdate,
  OutcomeUpdates,
  SubscriptionAnswer,
} from "./payload.ts";

/** A change of the listing. */
export type ListUpdate =
  | { readonly kind: "created"; readonly row: unknown }
  | { readonly kind: "settled"; readonly outcomeId: number };

/** The content of a frame. */
export type StreamNews =
  | { readonly kind: "updates"; readonly updates: ReadonlyArray<ListUpdate> }
  | { readonly kind: "mids"; readonly mids: OutcomeMids }
  /** Changes of this type are received from now on. */
  | { readonly kind: "subscribed"; readonly type: string }
  /** The venue reports an error. */
  | { readonly kind: "refused"; readonly text: string }
  | { readonly kind: "nothing" }
  | { readonly kind: "unreadable" };

const NOTHING: StreamNews = { kind: "nothing" };
const UNREADABLE: StreamNews = { kind: "unreadable" };

const decodeFrame = Schema.decodeUnknownOption(Frame);
const decodeUpdates = Schema.decodeUnknownOption(OutcomeUpdates);
const decodeMids = Schema.decodeUnknownOption(MidsNews);
const decodeAnswer = Schema.decodeUnknownOption(SubscriptionAnswer);

/** Parses a frame. A frame of an unknown channel has the kind `nothing`. */
export function readStreamFrame(text: string): StreamNews {
  // The venue greets with plain text. A truncated frame begins like every other.
  if (!text.startsWith("{")) return NOTHING;
  const frame = Option.flatMap(jsonFields(text), decodeFrame);
  if (Option.isNone(frame)) return UNREADABLE;
  const { channel, data } = frame.value;
  const read = <A>(decoded: Option.Option<A>, say: (value: A) => StreamNews) =>
    Option.match(decoded, { onNone: () => UNREADABLE, onSome: say });
  switch (channel) {
    case "outcomeMetaUpdates":
      return read(decodeUpdates(data), (items) => ({
        kind: "updates",
        updates: ("updates" in items ? items.updates : items).flatMap(updatesOf),
      }));
    case "allMids":
      return read(decodeMids(data), ({ mids }) => ({ kind: "mids", mids: readMids(mids) }));
    case "subscriptionResponse":
      return read(
        decodeAnswer(data),
        ({ method, subscription }) =>
          method === "subscribe" ? { kind: "subscribed", type: subscription.type } : NOTHING,
      );
    case "error":
      return { kind: "refused", text: String(data) };
    default:
      return NOTHING;
  }
}

/** Ignores changes of questions: no recurring market belongs to one. */
function updatesOf(
  { outcomeCreated, outcomeSettled }: typeof OutcomeUpdate.Type,
): ReadonlyArray<ListUpdate> {
  return [
    ...(outcomeCreated === undefined ? [] : [{ kind: "created", row: outcomeCreated } as const]),
    ...(outcomeSettled === undefined ? [] : [
      {
        kind: "settled",
        outcomeId: typeof outcomeSettled === "number" ? outcomeSettled : outcomeSettled.outcome,
      } as const,
    ]),
  ];
}
