/**
 * Makes API keys in the command's process; the service gets only the digest that it stores.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { digestOfKey } from "../../../adapters/http/edge/limit/key_digest.ts";
import {
  KEY_BYTES,
  type KeyMode,
  lastFourOfKey,
  makeApiKey,
  prefixOfKey,
} from "../../../core/access/mod.ts";

/** A new key, and the part of it that the service stores. */
export interface NewApiKey {
  readonly text: string;
  readonly kept: {
    readonly prefix: string;
    readonly lastFour: string;
    /** The digest of its text, in lower-case hex. */
    readonly sha256: string;
  };
}

/** Makes a random key for a world. */
export function newApiKey(world: KeyMode): NewApiKey {
  const text = makeApiKey(world, randomBytes(KEY_BYTES));
  const kept = {
    prefix: prefixOfKey(text),
    lastFour: lastFourOfKey(text),
    sha256: digestOfKey(text),
  };
  return { text, kept };
}
