/**
 * What the service answers about what a wallet has.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

export interface WalletBalance {
  readonly ok: true;
  readonly now: string;
  readonly wallet_id: string;
  /** What the wallet has to pay with, as the venue counts it; null if it cannot be asked */
  readonly balance_usdc: number | null;
  /** When the venue was asked: seconds ago at most */
  readonly balance_at: string | null;
  /** Why there is no balance, as an order route would say it; null if there is one */
  readonly balance_error: {
    readonly error: string;
    readonly hint: string;
  } | null;
  /**
   * What the wallet's orders of this UTC day are worth together, buys and sells alike,
   * but for refused ones: what its limit counts
   */
  readonly spent_today_usdc: number;
  /** The wallet's limit; null: no limit */
  readonly max_daily_usdc: number | null;
  /** What is left of the limit, not less than 0; null: no limit */
  readonly left_today_usdc: number | null;
  /** When the next UTC day begins */
  readonly day_ends_at: string;
}

export interface WalletGuard {
  readonly ok: true;
  /** What it is armed for; null while it is disarmed */
  readonly seconds: number | null;
  /** When it fires unless it is renewed; null while it is disarmed */
  readonly fires_at: string | null;
  /** When it fired last; null if it never did */
  readonly fired_at: string | null;
  /** Whether the venue's own heartbeats are sent for the wallet's API key */
  readonly venue: boolean;
  /**
   * When the venue accepted the last heartbeat; null before the first. More than 10 s old
   * while `venue` is true: the venue cancels what is open
   */
  readonly venue_at: string | null;
}

export interface ArmedGuard {
  readonly ok: true;
  /** What it is armed for; 0: it is disarmed */
  readonly seconds: number;
  /** When it fires unless it is renewed; null while it is disarmed */
  readonly fires_at: string | null;
  /** Whether the venue's own heartbeats are sent for the wallet's API key */
  readonly venue: boolean;
  /** What the venue does once its heartbeats stop; there with `venue: false` */
  readonly hint?: string;
}

/** The requests about what a wallet has: what each takes, and its answer. */
export interface WalletOperations {
  /** Balance and spending of a wallet */
  readonly "GET wallets/balance": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
    };
    readonly answer: WalletBalance;
  };
  /** Guard of a wallet */
  readonly "GET wallets/guard": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
    };
    readonly answer: WalletGuard;
  };
  /** Arm, renew or disarm the guard of a wallet */
  readonly "PUT wallets/guard": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Seconds until the guard fires unless it is renewed: 5 to 300; 0 disarms it */
      readonly seconds: number;
      /**
       * Whether this service sends the venue's own heartbeats for the wallet's API key from
       * now on, armed or not, so that the venue cancels should this service die; unchanged
       * where it is left out
       */
      readonly venue?: boolean;
    };
    readonly answer: ArmedGuard;
  };
}
