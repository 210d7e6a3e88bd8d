/**
 * {@linkcode SecretBox} that hides nothing from who looks closely, for worlds in which no cipher is
 * tested.
 *
 * @module
 */
import { Effect, Layer, Result } from "effect";
import { SecretBox, SecretBoxOff, SecretUnreadable } from "../../core/port/secret_box.ts";

const NONCE_BYTES = 4;

/** Seals under the key that a byte stands for, and opens what is sealed under these keys. */
export function layerMemorySecretBox(key: number, previousKey = key): Layer.Layer<SecretBox> {
  const known = [key, previousKey];
  return Layer.succeed(SecretBox, {
    keyId: Effect.succeed(idOf(key)),
    seal: (secret, location) =>
      Effect.sync(() => {
        const bytes = Uint8Array.of(...headOf(location), ...secret, ...newNonce());
        return { keyId: idOf(key), box: bytes.map((byte) => byte ^ key).toBase64() };
      }),
    open: ({ keyId, box }, location, use) =>
      Effect.acquireUseRelease(
        Effect.suspend(() => {
          const byte = known.find((byte) => idOf(byte) === keyId);
          const failed = (reason: "other_key" | "damaged") =>
            Result.fail(new SecretUnreadable({ reason, keyId }));
          if (byte === undefined) return Effect.fromResult(failed("other_key"));
          const bytes = Uint8Array.fromBase64(box).map((sealed) => sealed ^ byte);
          const head = headOf(location);
          const isOfHere = head.every((byte, at) => byte === bytes[at]);
          return Effect.fromResult(
            isOfHere ? Result.succeed(bytes.slice(head.length, -NONCE_BYTES)) : failed("damaged"),
          );
        }),
        use,
        (secret) => Effect.sync(() => secret.fill(0)),
      ),
  });
}

/** A box without a key, which fails whatever it is asked. */
export const layerNoSecretBox: Layer.Layer<SecretBox> = Layer.suspend(() => {
  const off = Effect.fail(new SecretBoxOff({ setting: "WALLET_KEY" }));
  return Layer.succeed(SecretBox, { keyId: off, seal: () => off, open: () => off });
});

function headOf(location: string): Uint8Array {
  return new TextEncoder().encode(`${location}\n`);
}

/** No two boxes are the same. */
function newNonce(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
}

function idOf(key: number): string {
  return new Uint8Array(8).fill(key).toHex();
}
