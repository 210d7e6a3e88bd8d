/**
 * Decodes the JSON of a provider's answer.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { HttpAnswer } from "./http_call.ts";

/** Creates a decoder; it fails with `ProviderFailed` and the reason `unreadable`. */
export function makeDecodeAnswer<T>(
  provider: string,
  schema: Schema.Decoder<T>,
): (answer: HttpAnswer) => Effect.Effect<T, ProviderFailed> {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema));
  return ({ text }) =>
    Effect.mapError(
      decode(text),
      (cause) => new ProviderFailed({ provider, reason: "unreadable", cause }),
    );
}
