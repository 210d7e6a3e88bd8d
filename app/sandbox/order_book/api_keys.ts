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
 * would remember, so it is good.
 */
export function makeApiKeys(seed: number): ApiKeys {
  const used = new Set<string>();
  const inForce = new Map<string, Issued>();
  const revoked = new Set<string>();
  return {
    create(address, nonce) {
      const name = `${address} ${nonce}`;
      if (used.has(name)) return undefined;
      used.add(name);
      const key = makeApiKey(seed, name);
      inForce.set(address, { nonce, key });
      revoked.delete(address);
      return key;
    },
    derive(address, nonce) {
      const issued = inForce.get(address);
      return issued?.nonce === nonce ? issued.key : undefined;
    },
    of(address) {
      if (revoked.has(address)) return undefined;
      return inForce.get(address)?.key ?? makeApiKey(seed, `${address} ${FIRST_NONCE}`);
    },
    revoke(address) {
      inForce.delete(address);
      revoked.add(address);
    },
  };
}

function makeApiKey(seed: number, name: string): ApiKey {
  const draw = (part: string) => createHmac("sha256", `venue ${seed}`).update(`${part} ${name}`);
  const id = draw("id").digest("hex");
  // A UUID of version 4, as far as its shape goes.
  const groups = [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `a${id.slice(17, 20)}`];
  return {
    apiKey: [...groups, id.slice(20, 32)].join("-"),
    secret: toUrlAlphabet(draw("secret").digest("base64")),
    passphrase: draw("passphrase").digest("hex"),
  };
}

/** Base64 with the alphabet of URLs and its padding kept, as the venue writes it. */
export function toUrlAlphabet(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}
