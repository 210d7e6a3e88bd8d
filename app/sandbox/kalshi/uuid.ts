/**
 * Ids of teams and milestones: UUIDs that follow from what they are the ids of.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";

/** A UUID of version 4 by its looks, and the same for a text at any time. */
export function uuidOf(text: string): string {
  const stream = streamOf(0, `kalshi ${text}`);
  const hex = [0, 1, 2, 3].map((at) => hash32(stream, at).toString(16).padStart(8, "0")).join("");
  const variant = "89ab"[Number.parseInt(hex[16] ?? "0", 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join("-");
}
