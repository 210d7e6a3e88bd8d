/**
 * Makes API keys, of which a service is told no more than it keeps.
 *
 * @module
 */
import { randomBytes } from "node:crypto";
import { digestOfKey } from "../../adapters/http/key_digest.ts";
import {
  KEY_BYTES,
  type KeyWorld,
  lastFourOfKey,
  makeApiKey,
  prefixOfKey,
} from "../../core/access/mod.ts";

/** A key, and what is kept of it. */
export interface NewApiKey {
  readonly text: string;
  readonly kept: {
    readonly prefix: string;
    readonly lastFour: string;
    /** Of its text, in lower-case hex. */
    readonly sha256: string;
  };
}

/** A new key of a world. */
export function newApiKey(world: KeyWorld): NewApiKey {
  const text = makeApiKey(world, randomBytes(KEY_BYTES));
  const kept = {
    prefix: prefixOfKey(text),
    lastFour: lastFourOfKey(text),
    sha256: digestOfKey(text),
  };
  return { text, kept };
}
