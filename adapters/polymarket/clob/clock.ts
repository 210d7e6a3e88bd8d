/**
 * The clock of the venue's order book, which signed requests are judged by.
 *
 * @module
 */
import { Option, Schema } from "effect";
import { type ProviderClock, wholeReading } from "../../outbound/mod.ts";
import { TimePayload } from "./payload.ts";

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(TimePayload));

/** Reads it in seconds. */
export function venueClock(clobUrl: string): ProviderClock {
  return {
    name: "venue orders",
    url: `${clobUrl}/time`,
    read: ({ text }) => Option.flatMap(decode(text), (sec) => wholeReading(sec, 1_000)),
  };
}
