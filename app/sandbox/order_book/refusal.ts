/**
 * The venue's error answers, with the texts that its clients have met.
 *
 * @module
 */
import { type Answer } from "../answer.ts";

/** An error answer of the venue. */
export function refused(status: number, error: string): Answer {
  return { status, body: { error } };
}

const REGION = "Trading restricted in your region, please refer to available regions - " +
  "https://docs.polymarket.com/developers/CLOB/geoblock";

/** What a request can be refused for. */
export const REFUSAL = {
  /** The address, the signature, the time or the nonce is missing or wrong. */
  l1: refused(401, "Invalid L1 Request headers"),
  /** The same for the five headers of an API key. */
  l2: refused(401, "Unauthorized/Invalid api key"),
  /** There is a key of this nonce, or was one. */
  create: refused(400, "Could not create api key"),
  /** There is none. */
  derive: refused(400, "Could not derive api key!"),
  assetType: refused(400, "Invalid asset type"),
  path: refused(404, "not found"),
} as const;

/** What the venue sends with a status that a fault asked for. */
export function refusedWith(status: number): Answer {
  return refused(status, TEXT.get(status) ?? (status < 500 ? "Bad Request" : "internal error"));
}

const TEXT: ReadonlyMap<number, string> = new Map([
  [400, "Invalid order payload"],
  [401, "Unauthorized/Invalid api key"],
  [403, REGION],
  [404, "market not found"],
  [425, "Too Early"],
  [429, "Too Many Requests"],
  [503, "Trading is currently disabled. Check polymarket.com for updates"],
]);
