/** {@linkcode MessageAuth} of one process: it knows the codes that it made. @module */
import { Effect, Layer } from "effect";
import { MessageAuth } from "../../core/port/message_auth.ts";

/** Codes are made up, of 43 characters as real ones. */
export const layerMemoryMessageAuth: Layer.Layer<MessageAuth> = Layer.sync(MessageAuth, () => {
  const codes = new Map<string, string>();
  const codeOf = (text: string, purpose: string) => {
    const named = JSON.stringify([purpose, text]);
    const known = codes.get(named) ?? crypto.getRandomValues(new Uint8Array(32))
      .toBase64({ alphabet: "base64url", omitPadding: true });
    codes.set(named, known);
    return known;
  };
  return MessageAuth.of({
    codeOf: (text, purpose) => Effect.sync(() => codeOf(text, purpose)),
    isCodeOf: (code, text, purpose) => Effect.sync(() => code === codeOf(text, purpose)),
  });
});
