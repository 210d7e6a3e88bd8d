/**
 * Shows that something is on its way; after a second, with a bar that moves.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";

/** Shorter waits show nothing that moves: it would only flicker. */
const SLOW_AFTER_MS = 1_000;

/** A wait. `what` says for whom cannot see the bar what is awaited. */
export function Waiting({ what = "Loading" }: { readonly what?: string }) {
  const isSlow = useIsSlow(true);
  return (
    <div class="waiting" role="status">
      {isSlow ? <progress aria-label={what} /> : null}
      <span class={isSlow ? "" : "hidden"}>{what}…</span>
    </div>
  );
}

/** Whether something goes on for more than a second. */
export function useIsSlow(isGoingOn: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    setIsSlow(false);
    if (!isGoingOn) return;
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isGoingOn]);
  return isGoingOn && isSlow;
}
