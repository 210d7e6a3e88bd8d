/**
 * The API keys that the venue has given out.
 *
 * @module
 */
import { createHmac } from "node:crypto";

/** An API key as it is answered. */
export interface ApiKey {
  readonly apiKey: string;
  /** 32 bytes in base64 with `-` and `_`, padded. */
  readonly secret: string;
  readonly passphrase: string;
}

/** Addresses are in small letters. */
export interface ApiKeys {
  /**
   * Makes the key of a nonce. An address has one key: the one it had before is gone. Undefined for
   * a nonce that was used before, even if its key is gone.
   */
  create(address: string, nonce: string): ApiKey | undefined;
  /** The key of a nonce, while it is in force. */
  derive(address: string, nonce: string): ApiKey | undefined;
  /** The key in force of an address. */
  of(address: string): ApiKey | undefined;
  revoke(address: string): void;
  /** Whether all three parts are those of one key that was not revoked or replaced. */
  isInForce(key: ApiKey): boolean;
}

interface Issued {
  readonly nonce: string;
  readonly key: ApiKey;
}

/** The nonce that clients begin with. */
const FIRST_NONCE = "0";

/**
 * No keys yet. What a key is follows from seed, address and nonce, so a simulator that was
 * restarted gives the same ones. That they were given before it has forgotten; but whoever still
 * holds the first key of an address had it from an earlier life of the venue, which the real one
 * would remember, so it is good. `given` is in force from the start, whoever gave it out.
 */
export function makeApiKeys(seed: number, given?: ApiKey): ApiKeys {
  const used = new Set<string>();
  const inForce = new Map<string, Issued>();
  const revoked = new Set<string>();
  /** Keys that were revoked or replaced, by their first part. */
  const gone = new Set<string>();
  const of = (address: string) => {
    if (revoked.has(address)) return undefined;
    return inForce.get(address)?.key ?? makeApiKey(seed, `${address} ${FIRST_NONCE}`);
  };
  const end = (key: ApiKey | undefined) => void (key !== undefined && gone.add(key.apiKey));
  return {
    of,
    create(address, nonce) {
      const name = `${address} ${nonce}`;
      if (used.has(name)) return undefined;
      used.add(name);
      const key = makeApiKey(seed, name);
      end(of(address));
      gone.delete(key.apiKey);
      inForce.set(address, { nonce, key });
      revoked.delete(address);
      return key;
    },
    derive(address, nonce) {
      const issued = inForce.get(address);
      return issued?.nonce === nonce ? issued.key : undefined;
    },
    isInForce({ apiKey, secret, passphrase }) {
      const right = given?.apiKey === apiKey ? given : keyOfId(seed, apiKey);
      return !gone.has(apiKey) && right.secret === secret && right.passphrase === passphrase;
    },
    revoke(address) {
      end(of(address));
      inForce.delete(address);
      revoked.add(address);
    },
  };
}

function makeApiKey(seed: number, name: string): ApiKey {
  const id = draw(seed, `id ${name}`).digest("hex");
  // A UUID of version 4, as far as its shape goes.
  const groups = [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `a${id.slice(17, 20)}`];
  return keyOfId(seed, [...groups, id.slice(20, 32)].join("-"));
}

/** The other parts follow from the first, so that a key is known again by itself. */
function keyOfId(seed: number, apiKey: string): ApiKey {
  return {
    apiKey,
    secret: toUrlAlphabet(draw(seed, `secret ${apiKey}`).digest("base64")),
    passphrase: draw(seed, `passphrase ${apiKey}`).digest("hex"),
  };
}

function draw(seed: number, what: string) {
  return createHmac("sha256", `venue ${seed}`).update(what);
}

/** Base64 with the alphabet of URLs and its padding kept, as the venue writes it. */
export function toUrlAlphabet(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

/** The key that the first frame of a socket shows, if it has all three parts. */
export function readSocketKey(auth: unknown): ApiKey | undefined {
  if (typeof auth !== "object" || auth === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(auth));
  const [apiKey, secret, passphrase] = ["apiKey", "secret", "passphrase"]
    .map((name) => fields.get(name));
  return typeof apiKey === "string" && typeof secret === "string" && typeof passphrase === "string"
    ? { apiKey, secret, passphrase }
    : undefined;
}
