/**
 * Seals secrets with AES-256-GCM.
 *
 * A box is base64 of: the version 1 in one byte, a random nonce of 12 bytes, the ciphertext, and
 * its tag of 16 bytes. The place is authenticated beside it, in UTF-8.
 *
 * @module
 */
import { Effect, Layer, Redacted } from "effect";
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
const KEY_ID_BITS = 64;

/** A key that cannot be read out any more, and its name. */
interface NamedKey {
  readonly id: string;
  readonly key: CryptoKey;
}

/** A box under these keys. A key of another length is a defect: it is refused where it is read. */
export function layerSecretBox({ key, previousKey }: SecretBoxKeys): Layer.Layer<SecretBox> {
  return Layer.effect(
    SecretBox,
    Effect.promise(async () => {
      const sealing = await nameKey(Redacted.value(key));
      const opening = new Map([[sealing.id, sealing.key]]);
      if (previousKey !== undefined) {
        const previous = await nameKey(Redacted.value(previousKey));
        opening.set(previous.id, previous.key);
      }
      return SecretBox.of({
        keyId: Effect.succeed(sealing.id),
        seal: (secret, place) => Effect.promise(() => seal(secret, place, sealing)),
        open: (sealed, place, use) =>
          Effect.acquireUseRelease(
            unsealed(sealed, place, opening),
            use,
            (secret) => Effect.sync(() => secret.fill(0)),
          ),
      });
    }),
  );
}

/** A box that is always shut: `setting` names what the operator would have to set. */
export function layerSecretBoxOff(setting: string): Layer.Layer<SecretBox> {
  const off = Effect.fail(new SecretBoxOff({ setting }));
  return Layer.succeed(SecretBox, { keyId: off, seal: () => off, open: () => off });
}

async function nameKey(bytes: Uint8Array): Promise<NamedKey> {
  if (bytes.length !== KEY_BYTES) throw new Error(`a wallet key has ${KEY_BYTES} bytes`);
  const raw = bytes as Uint8Array<ArrayBuffer>;
  const [key, source] = await Promise.all([
    crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]),
    crypto.subtle.importKey("raw", raw, "HKDF", false, ["deriveBits"]),
  ]);
  // One way, so that a name that stands in the store says nothing of its key.
  const algorithm = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: KEY_ID_LABEL };
  const id = await crypto.subtle.deriveBits(algorithm, source, KEY_ID_BITS);
  return { id: new Uint8Array(id).toHex(), key };
}

async function seal(secret: Uint8Array, place: string, { id, key }: NamedKey): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    algorithmOf(nonce, place),
    key,
    secret as Uint8Array<ArrayBuffer>,
  );
  const box = new Uint8Array([VERSION, ...nonce, ...new Uint8Array(sealed)]);
  return { keyId: id, box: box.toBase64() };
}

function unsealed(
  { keyId, box }: Sealed,
  place: string,
  keys: ReadonlyMap<string, CryptoKey>,
): Effect.Effect<Uint8Array, SecretUnreadable> {
  const key = keys.get(keyId);
  if (key === undefined) return Effect.fail(new SecretUnreadable({ reason: "other_key", keyId }));
  return Effect.tryPromise({
    try: async () => {
      const bytes = Uint8Array.fromBase64(box);
      if (bytes[0] !== VERSION) throw new Error("a box of another version");
      const nonce = bytes.subarray(1, 1 + NONCE_BYTES);
      const sealed = bytes.subarray(1 + NONCE_BYTES);
      return new Uint8Array(await crypto.subtle.decrypt(algorithmOf(nonce, place), key, sealed));
    },
    catch: () => new SecretUnreadable({ reason: "damaged", keyId }),
  });
}

function algorithmOf(nonce: Uint8Array<ArrayBuffer>, place: string) {
  const additionalData = new TextEncoder().encode(place);
  return { name: "AES-GCM", iv: nonce, additionalData, tagLength: 8 * TAG_BYTES };
}
