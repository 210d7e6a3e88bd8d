/**
 * The API keys issued by the venue.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";

/** An API key, as answered. */
export interface ApiKey {
  readonly apiKey: string;
  /** 32 bytes in base64 with `-` and `_`, padded. */
  readonly secret: string;
  readonly passphrase: string;
}

/** The issued keys. Addresses are in lower case. */
export interface ApiKeys {
  /**
   * Makes the key of a nonce. An address has one key: a new one replaces it. Undefined for a nonce
   * that was used before.
   */
  create(address: string, nonce: string): ApiKey | undefined;
  /** Returns the key of a nonce while it is valid. */
  derive(address: string, nonce: string): ApiKey | undefined;
  /** Returns the valid key of an address. */
  of(address: string): ApiKey;
  /** Returns whether all three parts match one key that was not replaced. */
  isInForce(key: ApiKey): boolean;
}

interface Issued {
  readonly nonce: string;
  readonly key: ApiKey;
}

/** The nonce that clients start with. */
const FIRST_NONCE = "0";
/** What happened to older keys is forgotten, as after a restart. */
const KEYS_MAX = 10_000;

/**
 * Makes the keys. A key follows from seed, address and nonce, so a restarted simulator issues the
 * same ones. It does not remember which it issued, but the real venue would; so the first key of an
 * address is valid if a client still presents it. `given` is valid from the start, whatever its
 * origin.
 */
export function makeApiKeys(
  seed: number,
  { given, kept = UNKEPT }: {
    readonly given?: ApiKey | undefined;
    readonly kept?: KeptMaps;
  } = {},
): ApiKeys {
  const used = kept.map<true>("used nonces", KEYS_MAX);
  const inForce = kept.map<Issued>("API keys", KEYS_MAX);
  /** Replaced keys, by their first part. */
  const gone = kept.map<true>("replaced API keys", KEYS_MAX);
  const of = (address: string) =>
    inForce.get(address)?.key ?? makeApiKey(seed, `${address} ${FIRST_NONCE}`);
  return {
    of,
    create(address, nonce) {
      const name = `${address} ${nonce}`;
      if (used.has(name)) return undefined;
      used.set(name, true);
      const key = makeApiKey(seed, name);
      gone.set(of(address).apiKey, true);
      gone.delete(key.apiKey);
      inForce.set(address, { nonce, key });
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
  };
}

function makeApiKey(seed: number, name: string): ApiKey {
  const id = draw(seed, `id ${name}`).digest("hex");
  // Only the format is that of a UUID of version 4.
  const groups = [id.slice(0, 8), id.slice(8, 12), `4${id.slice(13, 16)}`, `a${id.slice(17, 20)}`];
  return keyOfId(seed, [...groups, id.slice(20, 32)].join("-"));
}

/** The other parts follow from the first, so that a key can be verified without a record of it. */
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

/** Returns base64 in the URL alphabet with padding, as the venue writes it. */
export function toUrlAlphabet(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

/** Returns the key in the first frame of a socket, if all three parts are present. */
export function readSocketKey(auth: unknown): ApiKey | undefined {
  if (typeof auth !== "object" || auth === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(auth));
  const [apiKey, secret, passphrase] = ["apiKey", "secret", "passphrase"]
    .map((name) => fields.get(name));
  return typeof apiKey === "string" && typeof secret === "string" && typeof passphrase === "string"
    ? { apiKey, secret, passphrase }
    : undefined;
}
