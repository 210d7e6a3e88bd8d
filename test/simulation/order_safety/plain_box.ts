/**
 * A box that hides nothing and answers at once: real ciphers take real time.
 *
 * @module
 */
import { Effect, Layer } from "effect";
import { SecretBox, SecretUnreadable } from "../../../core/port/mod.ts";

const KEY_ID = "plain";

/** It still opens a secret only at the place that it was sealed at. */
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
