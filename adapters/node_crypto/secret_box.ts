/**
 * Encrypts secrets with AES-256-GCM.
 *
 * A box is base64 of: the version 1 in one byte, a random nonce of 12 bytes, the ciphertext, and
 * its tag of 16 bytes. Its location is authenticated as UTF-8.
 *
 * Not WebCrypto, which takes a turn of the event loop per box: placing an order needs two.
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
import {
  type Sealed,
  SecretBox,
  SecretBoxOff,
  SecretUnreadable,
} from "../../core/port/secret_box.ts";

/** Keys of 32 bytes. `key` seals; both open, so that boxes can be moved to a new key. */
export interface SecretBoxKeys {
  readonly key: Redacted.Redacted<Uint8Array>;
  readonly previousKey?: Redacted.Redacted<Uint8Array> | undefined;
}

const VERSION = 1;
const KEY_BYTES = 32;
/**
 * The nonce length GCM is designed for (NIST SP 800-38D, 5.2.1.1); random nonces are safe for 2^32
 * boxes per key.
 */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Separates the key's id from every other derivation. */
const KEY_ID_LABEL = new TextEncoder().encode("strikeline: id of a wallet key");
const KEY_ID_BYTES = 8;
const CIPHER = "aes-256-gcm";

/** A key and its id. */
interface NamedKey {
  readonly id: string;
  readonly key: KeyObject;
}

/**
 * Provides a box with these keys. A key of another length is a defect: it is refused where it is
 * read.
 */
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
      seal: (secret, location) => Effect.sync(() => seal(secret, location, sealing)),
      open: (sealed, location, use) =>
        Effect.acquireUseRelease(
          Effect.suspend(() => Effect.fromResult(unseal(sealed, location, opening))),
          use,
          (secret) => Effect.sync(() => secret.fill(0)),
        ),
    });
  });
}

/** Provides a box that always fails: `setting` names what the operator has to set. */
export function layerSecretBoxOff(setting: string): Layer.Layer<SecretBox> {
  const off = Effect.fail(new SecretBoxOff({ setting }));
  return Layer.succeed(SecretBox, { keyId: off, seal: () => off, open: () => off });
}

function nameKey(bytes: Uint8Array): NamedKey {
  if (bytes.length !== KEY_BYTES) throw new Error(`a wallet key must have ${KEY_BYTES} bytes`);
  // One-way, so that an id in the store reveals nothing about its key.
  const id = hkdfSync("sha256", bytes, "", KEY_ID_LABEL, KEY_ID_BYTES);
  return { id: new Uint8Array(id).toHex(), key: createSecretKey(bytes) };
}

function seal(secret: Uint8Array, location: string, { id, key }: NamedKey): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(location));
  const sealed = [cipher.update(secret), cipher.final(), cipher.getAuthTag()];
  const box = Buffer.concat([Buffer.of(VERSION), nonce, ...sealed]);
  return { keyId: id, box: box.toString("base64") };
}

function unseal(
  { keyId, box }: Sealed,
  location: string,
  keys: ReadonlyMap<string, KeyObject>,
): Result.Result<Uint8Array, SecretUnreadable> {
  const key = keys.get(keyId);
  if (key === undefined) return Result.fail(new SecretUnreadable({ reason: "other_key", keyId }));
  return Result.try({
    try: () => {
      const bytes = Uint8Array.fromBase64(box);
      if (bytes[0] !== VERSION) throw new Error("the box has another version");
      return decipher(bytes.subarray(1), { key, location });
    },
    catch: () => new SecretUnreadable({ reason: "damaged", keyId }),
  });
}

/** Throws for a box that was not sealed with this key for this location. */
function decipher(
  bytes: Uint8Array,
  { key, location }: { readonly key: KeyObject; readonly location: string },
): Uint8Array {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(location))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  const { buffer, byteOffset, length } = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  // Plain bytes, whose `slice` copies.
  const secret = new Uint8Array(buffer, byteOffset, length);
  try {
    // The plaintext is already out; this checks the tag.
    decipher.final();
    return secret;
  } catch (cause) {
    secret.fill(0);
    throw cause;
  }
}
