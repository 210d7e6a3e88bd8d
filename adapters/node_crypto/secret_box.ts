/**
 * Seals secrets with AES-256-GCM.
 *
 * A box is base64 of: the version 1 in one byte, a random nonce of 12 bytes, the ciphertext, and
 * its tag of 16 bytes. The place is authenticated beside it, in UTF-8.
 *
 * Not by WebCrypto, which takes a turn of the event loop for every box: whoever places an order
 * waits for two of them.
 *
 * @module
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { Effect, Layer, Redacted, Result } from "effect";
import { type Sealed, SecretBox, SecretBoxOff, SecretUnreadable } from "../../core/port/mod.ts";

/** Keys of 32 bytes. `key` seals; either opens, so that boxes can be moved to a new key. */
export interface SecretBoxKeys {
  readonly key: Redacted.Redacted<Uint8Array>;
  readonly previousKey?: Redacted.Redacted<Uint8Array> | undefined;
}

const VERSION = 1;
const KEY_BYTES = 32;
/** What GCM is made for (NIST SP 800-38D, 5.2.1.1); random ones do for 2^32 boxes of one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** No other use of a key may ever give this. */
const KEY_ID_LABEL = new TextEncoder().encode("strikeline: id of a wallet key");
const KEY_ID_BYTES = 8;
const CIPHER = "aes-256-gcm";

/** A key and its name. */
interface NamedKey {
  readonly id: string;
  readonly key: KeyObject;
}

/** A box under these keys. A key of another length is a defect: it is refused where it is read. */
export function layerSecretBox({ key, previousKey }: SecretBoxKeys): Layer.Layer<SecretBox> {
  return Layer.sync(SecretBox, () => {
    const sealing = nameKey(Redacted.value(key));
    const opening = new Map([[sealing.id, sealing.key]]);
    if (previousKey !== undefined) {
      const previous = nameKey(Redacted.value(previousKey));
      opening.set(previous.id, previous.key);
    }
    return SecretBox.of({
      keyId: Effect.succeed(sealing.id),
      seal: (secret, place) => Effect.sync(() => seal(secret, place, sealing)),
      open: (sealed, place, use) =>
        Effect.acquireUseRelease(
          Effect.suspend(() => Effect.fromResult(unseal(sealed, place, opening))),
          use,
          (secret) => Effect.sync(() => secret.fill(0)),
        ),
    });
  });
}

/** A box that is always shut: `setting` names what the operator would have to set. */
export function layerSecretBoxOff(setting: string): Layer.Layer<SecretBox> {
  const off = Effect.fail(new SecretBoxOff({ setting }));
  return Layer.succeed(SecretBox, { keyId: off, seal: () => off, open: () => off });
}

function nameKey(bytes: Uint8Array): NamedKey {
  if (bytes.length !== KEY_BYTES) throw new Error(`a wallet key has ${KEY_BYTES} bytes`);
  // One way, so that a name that stands in the store says nothing of its key.
  const id = hkdfSync("sha256", bytes, "", KEY_ID_LABEL, KEY_ID_BYTES);
  return { id: new Uint8Array(id).toHex(), key: createSecretKey(bytes) };
}

function seal(secret: Uint8Array, place: string, { id, key }: NamedKey): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place));
  const sealed = [cipher.update(secret), cipher.final(), cipher.getAuthTag()];
  const box = Buffer.concat([Buffer.of(VERSION), nonce, ...sealed]);
  return { keyId: id, box: box.toString("base64") };
}

function unseal(
  { keyId, box }: Sealed,
  place: string,
  keys: ReadonlyMap<string, KeyObject>,
): Result.Result<Uint8Array, SecretUnreadable> {
  const key = keys.get(keyId);
  if (key === undefined) return Result.fail(new SecretUnreadable({ reason: "other_key", keyId }));
  return Result.try({
    try: () => {
      const bytes = Uint8Array.fromBase64(box);
      if (bytes[0] !== VERSION) throw new Error("a box of another version");
      return decipher(bytes.subarray(1), { key, place });
    },
    catch: () => new SecretUnreadable({ reason: "damaged", keyId }),
  });
}

/** Throws for what was not sealed under this key for this place. */
function decipher(
  bytes: Uint8Array,
  { key, place }: { readonly key: KeyObject; readonly place: string },
): Uint8Array {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const { buffer, byteOffset, length } = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  // Plain bytes, whose `slice` is a copy.
  const secret = new Uint8Array(buffer, byteOffset, length);
  try {
    // All of it is out already; this compares the tag.
    decipher.final();
    return secret;
  } catch (cause) {
    secret.fill(0);
    throw cause;
  }
}
