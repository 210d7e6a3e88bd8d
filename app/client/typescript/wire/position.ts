/**
 * What the service answers about positions.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

export interface Positions {
  readonly ok: true;
  readonly now: string;
  /**
   * Until when what was done elsewhere is counted, claims too: minutes ago, as the
   * venue's index is behind. Null while nothing was read of it
   */
  readonly venue_at: string | null;
  /** The one that changed last comes first */
  readonly data: ReadonlyArray<Position>;
  /** For the next page; empty on the last page */
  readonly next_cursor: string;
}

/** A position */
export interface Position {
  /** The market's condition id, 64 hex digits */
  readonly condition_id: string;
  /** The market's slug; null where nobody says it */
  readonly slug: string | null;
  /** The outcome's name, as the venue writes it */
  readonly outcome: string | null;
  /** The outcome's token id */
  readonly tokenId: string;
  /** Shares held, by all that did not fail */
  readonly shares: number;
  /** Of these, what the chain has settled, less all that was sold since */
  readonly settled_shares: number;
  /** Average cost of a share that is held, to six decimals, without fees; null without any */
  readonly avg_price: number | null;
  /** What the held shares cost, without fees; 0 once they are lost */
  readonly cost_usdc: number | null;
  /** All fees paid for this outcome; null where one is not known */
  readonly fees_usdc: number | null;
  /** What a share brings: the best bid, and once resolved what it pays */
  readonly price: number | null;
  /** `shares` times `price` */
  readonly value_usdc: number | null;
  /** `value_usdc` less `cost_usdc` */
  readonly unrealized_usdc: number | null;
  /**
   * Proceeds less average cost of what was sold, merged or claimed, without fees; of a
   * loser its cost, from its resolution on
   */
  readonly realized_usdc: number | null;
  /**
   * `claimable`: resolved, and its shares pay. `lost`: resolved, and they pay nothing.
   * `closed`: nothing is held any more
   */
  readonly status: "open" | "claimable" | "lost" | "closed";
  /**
   * What the venue's own index says, minutes behind; null while it is not known or lists
   * nothing
   */
  readonly venue: IndexedPosition | null;
  /**
   * Whether the index has as many shares; null while it is older than the last change, or
   * not known
   */
  readonly agrees: boolean | null;
}

export interface IndexedPosition {
  /** Shares held */
  readonly shares: number;
  /** Average price of what was bought */
  readonly avg_price: number | null;
  /** Profit of what was sold or claimed */
  readonly realized_usdc: number | null;
  /** Until when the index is whole */
  readonly at: string;
}

export interface ClaimsMade {
  readonly ok: true;
  /** As they are now; empty where nothing can be claimed */
  readonly claims: ReadonlyArray<Claim>;
}

/** A claim of what was won */
export interface Claim {
  readonly kind: "claim";
  /** Its id here, a UUID */
  readonly id: string;
  /** The market's condition id, 64 hex digits */
  readonly condition_id: string;
  /** The market's slug; null where nobody says it */
  readonly slug: string | null;
  /**
   * `sent`: on its way, or waiting for its turn. `confirmed`: shares and USDC have moved.
   * `failed`: nothing has moved, and it is not tried again. `nothing_left`, of a claim
   * alone: the shares are gone already, which is a success too
   */
  readonly state: "sent" | "confirmed" | "failed" | "nothing_left";
  /** USDC that came, below zero if it was paid; null unless confirmed */
  readonly usdc: number | null;
  /** The transaction on the chain; null while unknown, and on paper */
  readonly tx: string | null;
  /** What it waits for, or why it has come to nothing */
  readonly why: string | null;
  /** Whether the wallet's policy wanted it, and no request */
  readonly automatic: boolean;
  /** When it was asked for */
  readonly requested_at: string;
  /** When it was over; null before */
  readonly ended_at: string | null;
}

export interface Claims {
  readonly ok: true;
  readonly now: string;
  /** Newest first */
  readonly data: ReadonlyArray<Claim>;
  /** Where the next page begins; empty on the last one */
  readonly next_cursor: string;
}

export interface SplitMade {
  readonly ok: true;
  readonly split: ChainAction;
}

/** A claim, a split or a merge */
export interface ChainAction {
  /** What the shares or the USDC become */
  readonly kind: "claim" | "split" | "merge";
  /** Its id here, a UUID */
  readonly id: string;
  /** The market's condition id, 64 hex digits */
  readonly condition_id: string;
  /** The market's slug; null where nobody says it */
  readonly slug: string | null;
  /**
   * `sent`: on its way, or waiting for its turn. `confirmed`: shares and USDC have moved.
   * `failed`: nothing has moved, and it is not tried again. `nothing_left`, of a claim
   * alone: the shares are gone already, which is a success too
   */
  readonly state: "sent" | "confirmed" | "failed" | "nothing_left";
  /** USDC that came, below zero if it was paid; null unless confirmed */
  readonly usdc: number | null;
  /** The transaction on the chain; null while unknown, and on paper */
  readonly tx: string | null;
  /** What it waits for, or why it has come to nothing */
  readonly why: string | null;
  /** Whether the wallet's policy wanted it, and no request */
  readonly automatic: boolean;
  /** When it was asked for */
  readonly requested_at: string;
  /** When it was over; null before */
  readonly ended_at: string | null;
}

export interface MergeMade {
  readonly ok: true;
  readonly merge: ChainAction;
}

/** The requests about positions: what each takes, and its answer. */
export interface PositionOperations {
  /** Positions of a wallet, exactly, beside the venue's index */
  readonly "GET positions": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Only positions with these statuses */
      readonly status?: string | ReadonlyArray<string>;
      /** Only positions in the market with this condition id */
      readonly market?: string;
      /** Maximum number of positions on a page */
      readonly limit?: number;
      /** `next_cursor` of the previous page, with the same filters; `limit` may differ */
      readonly cursor?: string;
    };
    readonly answer: Positions;
  };
  /** Claim what a wallet has won */
  readonly "POST positions/claim": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /**
       * The market to claim; without it all that can be claimed, at most 100 markets at a
       * time
       */
      readonly condition_id?: string;
    };
    readonly answer: ClaimsMade;
  };
  /** Claims of a wallet, as they are now */
  readonly "GET positions/claims": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** Only claims in these states; default: all */
      readonly state?: string | ReadonlyArray<string>;
      /** Only claims of the market with this condition id */
      readonly market?: string;
      /** Maximum number of claims on a page */
      readonly limit?: number;
      /** `next_cursor` of the previous page, with the same filters; `limit` may differ */
      readonly cursor?: string;
    };
    readonly answer: Claims;
  };
  /** Split USDC into shares of both outcomes */
  readonly "POST positions/split": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** The market's slug */
      readonly slug: string;
      /** USDC, and shares of each outcome, at most 6 decimals */
      readonly size: number;
    };
    readonly answer: SplitMade;
  };
  /** Merge shares of both outcomes into USDC */
  readonly "POST positions/merge": {
    readonly input: {
      /** A trading wallet of your account, as `GET /api/v1/account` lists it */
      readonly walletId: string;
      /** The market's slug */
      readonly slug: string;
      /** USDC, and shares of each outcome, at most 6 decimals */
      readonly size: number;
    };
    readonly answer: MergeMade;
  };
}
