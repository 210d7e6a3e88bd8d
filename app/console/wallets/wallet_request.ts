/**
 * What the public API says of the account's wallets.
 *
 * @module
 */
import { askApi } from "../service/api.ts";

/** What a wallet can trade in the markets of one kind. */
export interface Readiness {
  readonly market: string;
  readonly buy: boolean;
  readonly sell: boolean;
  readonly missing: ReadonlyArray<MissingApproval>;
}

/** An approval that a wallet lacks. `known`: the venue says so; else it has said nothing of it. */
export interface MissingApproval {
  readonly side: "buy" | "sell";
  /** The contract that the funder calls, and the call. */
  readonly approval: string;
  readonly known: boolean;
}

/** A trading wallet. */
export interface WalletRow {
  readonly id: string;
  readonly address: string;
  /** Who holds the money. */
  readonly funder: string;
  readonly signature_type: number;
  readonly signature_type_name: string;
  readonly ready: boolean;
  readonly missing: ReadonlyArray<string>;
  readonly ready_for: ReadonlyArray<Readiness>;
  readonly max_order_usdc: number | null;
  readonly max_daily_usdc: number | null;
  readonly created_at: string;
}

/** The account of the key. */
export interface AccountAnswer {
  readonly now: string;
  readonly account: { readonly id: string; readonly email: string };
  readonly wallets: ReadonlyArray<WalletRow>;
}

/** What a wallet has, and has spent. */
export interface BalanceAnswer {
  readonly now: string;
  readonly balance_usdc: number | null;
  readonly balance_at: string | null;
  readonly balance_error: { readonly error: string; readonly hint: string } | null;
  readonly spent_today_usdc: number;
  /** Null: no limit. */
  readonly max_daily_usdc: number | null;
  readonly left_today_usdc: number | null;
  readonly day_ends_at: string;
}

/** Asks for the account and its wallets. */
export function askAccount(signal: AbortSignal): Promise<AccountAnswer> {
  return askApi<AccountAnswer>({ path: "/api/v1/account", isKeyed: true, signal });
}

/** Asks for the balance and the spending of a wallet. */
export function askBalance(walletId: string, signal: AbortSignal): Promise<BalanceAnswer> {
  return askApi<BalanceAnswer>({
    path: "/api/v1/wallets/balance",
    query: { walletId },
    isKeyed: true,
    signal,
  });
}
