/**
 * Which step of setting the service up comes next.
 *
 * @module
 */
import type { SetupState, SetupWallet } from "./setup_request.ts";

/** The steps of a reader who is signed in, in order. */
export const STEPS = ["wallet", "limits", "relay", "key"] as const;
/** One of them. */
export type StepName = (typeof STEPS)[number];

/** What the reader has answered since the page was loaded. */
export interface Visit {
  /** Steps that are over, though what they are for may be missing. */
  readonly passed: ReadonlyArray<StepName>;
  /** A step that is asked, though nothing is missing. */
  readonly asked: StepName | undefined;
}

/** Returns the wallet that is set up: the newest. */
export function setupWallet({ wallets }: Pick<SetupState, "wallets">): SetupWallet | undefined {
  return wallets.at(-1);
}

/** Returns the first step that is missing; undefined where none is. */
export function nextStep(state: SetupState, { passed, asked }: Visit): StepName | undefined {
  const wallet = setupWallet(state);
  const isMissing: Readonly<Record<StepName, boolean>> = {
    wallet: wallet?.has_venue_key !== true,
    limits: wallet !== undefined && wallet.max_order_usdc === null &&
      wallet.max_daily_usdc === null,
    relay: !state.has_oracle && wallet?.has_venue_key === true,
    key: state.key_count === 0,
  };
  return STEPS.find((step) => !passed.includes(step) && (isMissing[step] || asked === step));
}

/** Digits that a JSON number of this page carries unchanged: 15 at most. */
const USDC_SHAPE = /^\d{1,9}(\.\d{1,6})?$/;

/** Returns a limit as it is sent, or what is wrong with it. */
export function limitOf(name: string, text: string): number | "none" | { readonly fault: string } {
  const written = text.trim();
  if (written.toLowerCase() === "none") return "none";
  return USDC_SHAPE.test(written) && Number(written) > 0 ? Number(written) : {
    fault: `Cannot read the most ${name} "${written}": write USDC such as 50 or 99.5, or none`,
  };
}
