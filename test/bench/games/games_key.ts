/**
 * The one API key of the service with many games.
 *
 * @module
 */
import { makeApiKey } from "../../../core/access/mod.ts";

/** A key that nobody issued but the benchmark. */
export const GAMES_KEY = makeApiKey("live", new Uint8Array(32).fill(7));
