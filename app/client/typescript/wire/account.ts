/**
 * What the service answers about the key's account.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

/** A trading wallet, without its secrets */
export interface TradingWallet {
  /** The `walletId` of order routes */
  readonly id: string;
  /** Of the signing key */
  readonly address: string;
  /** Who holds the money */
  readonly funder: string;
  readonly signature_type: 0 | 1 | 2 | 3;
  /** `paper` for a paper wallet */
  readonly signature_type_name: string;
  /** Whether markets of one kind at least can be bought and sold */
  readonly ready: boolean;
  /** What `ready` lacks; which approvals, says `ready_for` */
  readonly missing: ReadonlyArray<"clob_api_key" | "allowances_ready">;
  /** One item a kind of market */
  readonly ready_for: ReadonlyArray<WalletReadiness>;
  /** What one order may be worth; null: no limit */
  readonly max_order_usdc: number | null;
  /** What all orders of a UTC day may be worth; null: no limit */
  readonly max_daily_usdc: number | null;
  /**
   * `auto`: the service claims by itself what the wallet has won once its market is
   * resolved. `off`: only on request
   */
  readonly claim_policy: "auto" | "off";
  readonly created_at: string;
}

/** What can be traded in markets of one kind, as provisioning has seen it */
export interface WalletReadiness {
  /** Markets of protocol V1, its neg-risk ones, or those of V2 */
  readonly market: "v1" | "v1_neg_risk" | "v2";
  readonly buy: boolean;
  readonly sell: boolean;
  readonly missing: ReadonlyArray<{
    /** What it is needed for */
    readonly side: "buy" | "sell";
    /** The contract that the funder calls to give it, and the call */
    readonly approval: string;
    /**
     * True: the venue says that it is not given. False: it has not said anything of it when
     * the wallet was provisioned
     */
    readonly known: boolean;
  }>;
}

/** The requests about the key's account: what each takes, and its answer. */
export interface AccountOperations {
  /** Whose key this is */
  readonly "GET account": {
    readonly input: Readonly<Record<never, never>>;
    readonly answer: {
      readonly now: string;
      readonly account: {
        readonly id: string;
        /** Names the account to the operator */
        readonly email: string;
        readonly created_at: string;
      };
      readonly key: {
        /** What the key begins with */
        readonly prefix: string;
        readonly last_four: string;
        readonly scopes: ReadonlyArray<"read" | "trade">;
        readonly created_at: string;
        readonly last_used_at: string | null;
      };
      readonly wallets: ReadonlyArray<TradingWallet>;
    };
  };
}
