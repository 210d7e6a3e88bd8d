/** What happens in one turn of a history of what a wallet does on the chain. @module */

/** What happens next, as a script draws it. */
export interface Turn {
  /** What becomes of bytes that are sent. */
  readonly send: "taken" | "lost after" | "lost before" | "busy" | "refused" | "server error";
  /** What the chain and the road do meanwhile. `copy`: the chain executes what the road gave up. */
  readonly meanwhile: "nothing" | "execute" | "drop" | "revert" | "copy";
  /** What others do meanwhile. */
  readonly elsewhere: "nothing" | "redeem" | "nonce" | "trade";
  /** Whether the road answers who looks, and says the nonce. */
  readonly look: "answers" | "no nonce" | "fails";
  /** Whether the process dies, and before or after which of its calls to the world. */
  readonly diesAt: number;
  readonly passesMs: number;
}

/** A turn in which nothing goes wrong. */
export const GOOD_TURN: Turn = {
  send: "taken",
  meanwhile: "execute",
  elsewhere: "nothing",
  look: "answers",
  diesAt: Infinity,
  passesMs: 10_000,
};
