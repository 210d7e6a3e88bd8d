/**
 * Implements {@linkcode HeartbeatVenue} on the primary venue's order book.
 *
 * Source: the venue's documentation of heartbeats, and its official clients, autumn 2026.
 *
 * @module
 */
import { Effect, Option, Schema } from "effect";
import { type HeartbeatAnswer, HeartbeatVenue } from "../../core/port/heartbeat_venue.ts";
import { type ClobOptions, keyed, makeClobCall } from "./clob/call.ts";
import { forHolder } from "./clob/for_holder.ts";

/** The id to send next. It is empty where a chain begins, and nothing that cannot be stored. */
const NextPayload = Schema.Struct({
  heartbeat_id: Schema.String.check(Schema.isPattern(/^[\x20-\x7e]{0,200}$/)),
});
const decodeNext = Schema.decodeUnknownOption(Schema.fromJsonString(NextPayload));

/** The status of an answer to a wrong id, whose message stands under different names. */
const WRONG_ID = 400;

/** Makes the adapter. Needs the {@linkcode ProviderWatch}. */
export const makePolymarketHeartbeatVenue = Effect.fnUntraced(function* (options: ClobOptions) {
  const call = yield* makeClobCall(options);
  return HeartbeatVenue.of({
    beat: ({ holder, heartbeatId }) =>
      Effect.suspend(() => {
        let expected = Option.none<HeartbeatAnswer>();
        const question = keyed(holder, {
          method: "POST",
          path: "/v1/heartbeats",
          body: JSON.stringify({ heartbeat_id: heartbeatId }),
          wanted: "the answer to a heartbeat",
          // Sent once more, one that has arrived has a wrong id.
          isOnce: true,
          onAnswer: ({ status, text }) => {
            if (status === WRONG_ID) expected = Option.map(decodeNext(text), toExpected);
          },
        });
        const asking = call.read(question, NextPayload).pipe(
          Effect.map(({ heartbeat_id: nextId }) => ({ kind: "accepted", nextId }) as const),
          Effect.catch((failure) =>
            Option.isSome(expected) ? Effect.succeed(expected.value) : Effect.fail(failure)
          ),
        );
        return forHolder(asking, { holder, wanted: "send a heartbeat" });
      }),
  });
});

const toExpected = ({ heartbeat_id }: typeof NextPayload.Type): HeartbeatAnswer => ({
  kind: "expected",
  nextId: heartbeat_id,
});
