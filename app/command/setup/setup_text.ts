/**
 * What each step of setting up does, what it costs, what is risky about it, and how to undo it.
 *
 * @module
 */

/** A step as it is explained before its questions. */
export interface StepText {
  readonly title: string;
  readonly lines: ReadonlyArray<string>;
}

/** Returns the text of each step. `file` is the `.env` that keeps what is chosen. */
export function stepTexts(file: string): Readonly<Record<StepName, StepText>> {
  return {
    account: {
      title: "1 of 5: account",
      lines: [
        "Its e-mail address names whose the wallets and API keys of this service are.",
        "Costs nothing. No risk: no mail is ever sent. Undo: revoke its keys.",
      ],
    },
    wallet: {
      title: "2 of 5: wallet",
      lines: [
        "It opens the venue's free relay of the oracle's prices, and it trades if you send money.",
        "make    a new one, empty; the file with a copy of its key is yours to keep elsewhere",
        "import  one that you have: its private key is asked for, and stored sealed",
        "none    no orders; 5min, 15min and 4hour prices come seconds late",
        `Its key is sealed under WALLET_KEY, which ${file} keeps.`,
        "Costs nothing. Risk: whoever reads this machine has the wallet's money, so keep little in",
        "it; without WALLET_KEY what is sealed is lost, so keep a copy of that file.",
        "Undo: send its money elsewhere with its key.",
      ],
    },
    limits: {
      title: "3 of 5: limits",
      lines: [
        "What one order, and all orders of a UTC day, may spend. An order above is refused here.",
        'Costs nothing. "none" is a risk: a bot\'s mistake may spend everything. Undo: set others.',
      ],
    },
    relay: {
      title: "4 of 5: relay",
      lines: [
        "The oracle's own numbers for 5min, 15min and 4hour, to the last digit, as they are made.",
        "Costs nothing: no order, no money in the wallet. The oracle's signed reports, for which",
        "CHAINLINK_API_KEY is, cost 150 USD a month for each stream and can be added at any time.",
        "Risk: the oracle's terms let you use its numbers, not pass them on.",
        `Undo: remove POLYMARKET_RELAY_WALLET from ${file}.`,
      ],
    },
    key: {
      title: "5 of 5: API key",
      lines: [
        "With it your bot asks this service. It is shown once.",
        "read        prices, games, and what is yours",
        "read,trade  orders too, within the wallet's limits",
        "Costs nothing. Risk: whoever has a key that trades can spend up to the limits.",
        "Undo: revoke it.",
      ],
    },
  };
}

/** The steps, in order. */
export type StepName = "account" | "wallet" | "limits" | "relay" | "key";

/** Returns what a service runs without, a clause each; empty where it has everything. */
export function leftOut(
  { wallet, hasOracle }: {
    readonly wallet: { readonly address: string; readonly hasVenueKey: boolean } | undefined;
    readonly hasOracle: boolean;
  },
): ReadonlyArray<string> {
  return [
    ...wallet === undefined ? ["a wallet, so no orders"] : [],
    ...wallet?.hasVenueKey === false
      ? [`an API key of the venue for the wallet ${wallet.address}, so no orders`]
      : [],
    ...hasOracle ? [] : ["the oracle's own numbers: 5min, 15min and 4hour come seconds late"],
  ];
}
