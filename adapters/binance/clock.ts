/**
 * The exchange's clock.
 *
 * @see https://developers.binance.com/docs/binance-spot-api-docs/rest-api/general-endpoints
 * @module
 */
import { Option, Schema } from "effect";
import { type ProviderClock, wholeReading } from "../outbound/mod.ts";

const decode = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ serverTime: Schema.Int })),
);

/** Reads it in milliseconds. */
export function exchangeClock(spotUrl: string): ProviderClock {
  return {
    name: "exchange",
    url: `${spotUrl}/api/v3/time`,
    read: ({ text }) =>
      Option.flatMap(decode(text), ({ serverTime }) => wholeReading(serverTime, 1)),
  };
}
