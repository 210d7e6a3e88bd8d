/**
 * Deterministic UUIDs of teams and milestones.
 *
 * @module
 */
import { hexOf, streamOf } from "../world/hash.ts";

/** Returns a UUID in the form of version 4, always the same for a text. */
export function uuidOf(text: string): string {
  const hex = hexOf(streamOf(0, `kalshi ${text}`), 4);
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}
