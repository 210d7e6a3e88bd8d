/**
 * How many frames of a kind a client may send in a second.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";

/**
 * Counts frames, and says of each whether it is one too many. A second is one of the machine, in
 * which a client on a fast clock may send as many times more: its own pauses are shorter as well.
 */
export function makeFrameRate(
  maxPerSec: number,
  clock: Pick<SandboxClock, "speed" | "nowMs">,
): () => boolean {
  const faster = Math.max(1, clock.speed);
  const max = Math.floor(maxPerSec * faster);
  let recent: number[] = [];
  return () => {
    const nowMs = clock.nowMs();
    recent = recent.filter((atMs) => atMs > nowMs - 1_000 * faster);
    // Those past the limit are not counted: the list stays as short as the limit.
    if (recent.length >= max) return true;
    recent.push(nowMs);
    return false;
  };
}
