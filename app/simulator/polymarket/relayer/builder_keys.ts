/**
 * The API keys of builders, who may have any wallet's calls relayed, and those of single signers.
 *
 * @module
 */
import { createHmac } from "node:crypto";
import { keptCount, type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type ApiKey, toUrlAlphabet } from "../clob/api_keys.ts";

/** A key for the wallets of one signer. */
export interface SignerKey {
  readonly apiKey: string;
  readonly address: string;
}

/** What the relayer accepts besides the keys that follow from the seed. */
export interface RelayerKeys {
  readonly builder?: ApiKey | undefined;
  readonly signer?: SignerKey | undefined;
}

/** The keys of builders, made by the order book and accepted by the relayer. */
export interface BuilderKeys {
  /** Makes another key of an address. */
  create(address: string): ApiKey;
  /** Returns the right key with this first part; undefined for one that was never made. */
  ofId(apiKey: string): ApiKey | undefined;
}

/**
 * Makes the keys. The other parts of a key follow from seed and first part, and so does a mark in
 * this, so that the simulators of two processes accept the same keys.
 */
export function makeBuilderKeys(seed: number, kept: KeptMaps = UNKEPT): BuilderKeys {
  const count = keptCount(kept, "builder keys");
  return {
    create: (address) => keyOf(seed, `${address} ${count()}`),
    ofId(apiKey) {
      const start = apiKey.slice(0, START_LENGTH);
      return apiKey === start + markOf(seed, start) ? partsOf(seed, apiKey) : undefined;
    },
  };
}

/** Returns a builder's key of a simulated venue, for use when none was made or given. */
export function demoBuilderKey(seed: number): ApiKey {
  return keyOf(seed, "demo");
}

/** Returns a signer's key of a simulated venue, as its site would make it. */
export function demoSignerKey(seed: number, address: string): SignerKey {
  return { apiKey: uuidOf(digest(seed, `signer ${address.toLowerCase()}`)), address };
}

/** Up to the last group of a UUID, which is the mark. */
const START_LENGTH = 24;
const MARK_LENGTH = 12;

function keyOf(seed: number, name: string): ApiKey {
  const start = uuidOf(digest(seed, `builder ${name}`)).slice(0, START_LENGTH);
  return partsOf(seed, start + markOf(seed, start));
}

function markOf(seed: number, start: string): string {
  return digest(seed, `mark ${start}`).slice(0, MARK_LENGTH);
}

/** Only the format is that of a UUID of version 4. */
function uuidOf(hex: string): string {
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...groups, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}

function partsOf(seed: number, apiKey: string): ApiKey {
  return {
    apiKey,
    secret: toUrlAlphabet(draw(seed, `secret ${apiKey}`).digest("base64")),
    passphrase: digest(seed, `passphrase ${apiKey}`),
  };
}

function draw(seed: number, what: string) {
  return createHmac("sha256", `relayer ${seed}`).update(what);
}

function digest(seed: number, what: string): string {
  return draw(seed, what).digest("hex");
}
