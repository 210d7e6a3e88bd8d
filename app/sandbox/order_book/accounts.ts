/**
 * What the wallets at the simulated venue hold, and what they let its contracts move.
 *
 * @module
 */

/** One wallet. Amounts are USDC times 10^6. */
export interface Account {
  readonly balanceE6: bigint;
  /** By the spender's address, checksummed. A spender that is not in here is not listed. */
  readonly allowancesE6: ReadonlyMap<string, bigint>;
  /** Its orders are only taken from a deposit wallet (signature type 3). */
  readonly isDepositWalletOnly: boolean;
}

/** Found by address in any case, the signer's or the funder's. */
export interface Accounts {
  of(address: string): Account;
  /** What is left out stays as it was. */
  put(address: string, change: Partial<Account>): void;
}

/** The contracts whose allowances the venue lists. Its official client names the older adapter. */
export const SPENDERS = [
  "0xE111180000d2663C0091e4f400237545B87B996B",
  "0xe2222d279d744050d28e00520010520000310F59",
  "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296",
] as const;

/** What a wallet that approved without a limit allows. */
export const UNLIMITED = 2n ** 256n - 1n;

/** The same allowance for every spender. */
export function allowing(amountE6: bigint): ReadonlyMap<string, bigint> {
  return new Map(SPENDERS.map((spender) => [spender, amountE6]));
}

/** A wallet not seen before. */
const FRESH: Account = {
  balanceE6: 10_000_000_000n,
  allowancesE6: allowing(UNLIMITED),
  isDepositWalletOnly: false,
};

/** No wallet has been put yet. */
export function makeAccounts(): Accounts {
  const known = new Map<string, Account>();
  const of = (address: string) => known.get(address.toLowerCase()) ?? FRESH;
  return {
    of,
    put: (address, change) => void known.set(address.toLowerCase(), { ...of(address), ...change }),
  };
}
