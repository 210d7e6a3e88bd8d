/**
 * Deterministic UUIDs of teams and milestones.
 *
 * @module
 */
import { hash32, streamOf } from "../world/hash.ts";

/** Returns a UUID in the form of version 4, always the same for a text. */
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
