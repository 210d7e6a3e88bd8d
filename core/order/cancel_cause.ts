/**
 * Why an order that rested is gone.
 *
 * @module
 */

/**
 * - `request`: its owner canceled it.
 * - `replace`: another order took its place.
 * - `life`: its `lifeS` had passed.
 * - `guard`: the wallet's guard was not renewed.
 * - `expiry`: its `expiresAt` had passed.
 * - `venue`: the venue canceled it, or its owner did there.
 */
export const CANCEL_CAUSES = ["request", "replace", "life", "guard", "expiry", "venue"] as const;

/** One of {@linkcode CANCEL_CAUSES}. */
export type CancelCause = (typeof CANCEL_CAUSES)[number];

const SENTENCES = {
  request: "it was canceled on request",
  replace: "another order replaced it",
  life: "its lifeS had passed",
  guard: "the guard of its wallet was not renewed",
  expiry: "its expiresAt had passed",
  venue: "the venue canceled it",
} as const satisfies Record<CancelCause, string>;

/** Returns why an order is gone, as a sentence. `message`: what the venue says, or nothing. */
export function whyCanceled(
  { cause, message }: { readonly cause: CancelCause; readonly message: string },
): string {
  return cause === "venue" && message !== "" ? `${SENTENCES.venue}: ${message}` : SENTENCES[cause];
}
