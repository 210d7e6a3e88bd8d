/** A box without encryption that answers immediately: real ciphers take real time. @module */
import { Effect, Layer } from "effect";
import { SecretBox, SecretUnreadable } from "../../../core/port/secret_box.ts";

const KEY_ID = "plain";

/** Still opens a secret only in the context in which it was sealed. */
export const layerPlainBox: Layer.Layer<SecretBox> = Layer.succeed(SecretBox, {
  keyId: Effect.succeed(KEY_ID),
  seal: (secret, place) =>
    Effect.sync(() => ({ keyId: KEY_ID, box: `${place} ${secret.toHex()}` })),
  open: ({ keyId, box }, place, use) => {
    const [sealedAt, hex = ""] = box.split(" ");
    return sealedAt === place
      ? Effect.suspend(() => use(Uint8Array.fromHex(hex)))
      : Effect.fail(new SecretUnreadable({ reason: "damaged", keyId }));
  },
});
