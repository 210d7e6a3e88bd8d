/**
 * What the wallets at the simulated venue hold, and what they let its contracts move.
 *
 * A wallet that it has not seen has 10,000 USDC, full allowances, and 1,000 shares of every
 * outcome, so that selling can be tried without buying first. What is put replaces what it names
 * and leaves the rest, shares included.
 *
 * @module
 */
import { SPENDERS } from "./spender.ts";

/** One wallet. Amounts are USDC times 10^6. */
export interface Account {
  readonly balanceE6: bigint;
  /** Shares times 10^6 by token, where they are no longer what a wallet starts with. */
  readonly sharesE6: ReadonlyMap<string, bigint>;
  /** Of its money, times 10^6. */
  readonly allowancesE6: Allowances;
  /** Of its shares of any outcome: all of them, unless it is 0. */
  readonly shareAllowancesE6: Allowances;
  /** Its orders are only taken from a deposit wallet (signature type 3). */
  readonly isDepositWalletOnly: boolean;
  /** None of its orders are taken. */
  readonly isBanned: boolean;
  /** It may sell, but not buy. */
  readonly isClosedOnly: boolean;
}

/** By the spender's address, checksummed. A spender that is not in here is not listed. */
export type Allowances = ReadonlyMap<string, bigint>;

/** What a fill does to a wallet. */
export interface Movement {
  readonly tokenId: string;
  /** USDC times 10^6, negative for what is paid. */
  readonly moneyE6: bigint;
  /** Negative for what is given away. */
  readonly sharesE6: bigint;
}

/** Found by address in any case, the signer's or the funder's. */
export interface Accounts {
  of(address: string): Account;
  /** What is left out stays as it was. */
  put(address: string, change: Partial<Account>): void;
  /**
   * Whose account an order is paid from: the maker's, unless only the signer's was put. Tests know
   * the address of the key, and not always that of the contract it controls.
   */
  payerOf(order: { readonly maker: string; readonly signer: string }): string;
  move(address: string, movement: Movement): void;
}

/** What a wallet that approved without a limit allows. */
export const UNLIMITED = 2n ** 256n - 1n;

/** The same allowance for every spender. */
export function allowing(amountE6: bigint): Allowances {
  return new Map(SPENDERS.map((spender) => [spender, amountE6]));
}

/** How many shares of a token a wallet holds, times 10^6. */
export function sharesOf({ sharesE6 }: Account, tokenId: string): bigint {
  return sharesE6.get(tokenId) ?? FRESH_SHARES_E6;
}

const FRESH_SHARES_E6 = 1_000_000_000n;

/** A wallet not seen before. */
const FRESH: Account = {
  balanceE6: 10_000_000_000n,
  sharesE6: new Map(),
  allowancesE6: allowing(UNLIMITED),
  shareAllowancesE6: allowing(UNLIMITED),
  isDepositWalletOnly: false,
  isBanned: false,
  isClosedOnly: false,
};

/** No wallet has been put yet. */
export function makeAccounts(): Accounts {
  const known = new Map<string, Account>();
  const isPut = new Set<string>();
  const of = (address: string) => known.get(address.toLowerCase()) ?? FRESH;
  const change = (address: string, to: Partial<Account>) =>
    void known.set(address.toLowerCase(), { ...of(address), ...to });
  return {
    of,
    put(address, to) {
      isPut.add(address.toLowerCase());
      change(address, to);
    },
    payerOf({ maker, signer }) {
      const [first, second] = [maker.toLowerCase(), signer.toLowerCase()];
      return !isPut.has(first) && isPut.has(second) ? second : first;
    },
    move(address, { tokenId, moneyE6, sharesE6 }) {
      const account = of(address);
      change(address, {
        balanceE6: notBelowZero(account.balanceE6 + moneyE6),
        sharesE6: new Map([
          ...account.sharesE6,
          [tokenId, sharesOf(account, tokenId) + sharesE6],
        ]),
      });
    },
  };
}

/**
 * A fee is judged at the worst price of a match, and taken fill by fill, which may be a little more
 * than that and than there is. A wallet on the chain cannot give what it has not.
 */
function notBelowZero(balanceE6: bigint): bigint {
  return balanceE6 < 0n ? 0n : balanceE6;
}
