/**
 * Copies a text, and says whether it could.
 *
 * @module
 */
import { useState } from "preact/hooks";

/** The button. `what` names the text for whom cannot see where the button stands. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [state, setState] = useState("Copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("Copied");
    } catch {
      // Without TLS, other than on this machine, browsers let no page write there.
      setState("Select and copy it yourself");
    }
  };
  return (
    <button type="button" aria-label={`${state}: ${what}`} onClick={() => void copy()}>
      {state}
    </button>
  );
}
