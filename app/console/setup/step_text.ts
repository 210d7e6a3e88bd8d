/**
 * What each step of setting up is for, what it costs, what is risky about it, and how to undo it:
 * what the command `setup` says.
 *
 * @module
 */
import { operatorCommand } from "../service/session.ts";
import type { SetupState } from "./setup_request.ts";
import { setupWallet, type StepName, STEPS } from "./setup_steps.ts";

/** A step in words. */
export interface StepText {
  readonly title: string;
  readonly purpose: string;
  readonly costs: string;
  readonly risk: string;
  readonly undo: string;
}

/** The first step, before there is anybody to answer others. */
export const ACCOUNT_TEXT: StepText = {
  title: "account",
  purpose: "Its e-mail address names whose the wallets and API keys of this service are.",
  costs: "Nothing.",
  risk: "No mail is ever sent, so a forgotten password is replaced where the service runs.",
  undo: "Revoke its keys, under Keys.",
};

/** Returns the text of another one. */
export function stepText(step: StepName, state: SetupState): StepText {
  return TEXTS[step](state);
}

const TEXTS: Readonly<Record<StepName, (state: SetupState) => StepText>> = {
  wallet: ({ file }) => ({
    title: "wallet",
    purpose: "It opens the venue's free relay of the oracle's prices, and it trades if you send " +
      `money. Its key is sealed under WALLET_KEY, which is made in ${file}.`,
    costs: "Nothing.",
    risk: "Whoever reads this machine has the wallet's money, so keep little in it. Without " +
      "WALLET_KEY what is sealed is lost, so keep a copy of that file.",
    undo: "Send its money elsewhere with its key.",
  }),
  limits: (state) => ({
    title: "limits",
    purpose: "What one order, and all orders of a UTC day, may spend. An order above is refused " +
      "here.",
    costs: "Nothing.",
    risk: "With none, a bot's mistake may spend everything.",
    undo: `Where the service runs: ${
      operatorCommand(
        `wallet limit ${setupWallet(state)?.id} --max-order-usdc 50 --max-daily-usdc 200`,
      )
    }`,
  }),
  relay: ({ file }) => ({
    title: "relay",
    purpose: "The oracle's own numbers for 5min, 15min and 4hour, to the last digit, as they are " +
      "made.",
    costs: "Nothing: no order, no money in the wallet. The oracle's signed reports, for which " +
      "CHAINLINK_API_KEY is, cost 150 USD a month for each stream and can be added at any time.",
    risk: "The oracle's terms let you use its numbers, not pass them on.",
    undo: `Remove POLYMARKET_RELAY_WALLET from ${file}.`,
  }),
  key: () => ({
    title: "API key",
    purpose: "With it your bot asks this service. It is shown once.",
    costs: "Nothing.",
    risk: "Whoever has a key that trades can spend up to the limits.",
    undo: "Revoke it, under Keys.",
  }),
};

/** Returns a step's number and title. The account is the first one. */
export function stepTitle(step: StepName | "account", title: string): string {
  const number = step === "account" ? 1 : STEPS.indexOf(step) + 2;
  return `${number} of ${STEPS.length + 1}: ${title}`;
}
