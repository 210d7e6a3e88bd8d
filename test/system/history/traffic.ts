/**
 * What was seen of a history from outside: requests and answers, what reached the venue, and what
 * reached the receivers of webhooks. Instants are milliseconds of machine time.
 *
 * @module
 */

/** The content of a request for an order, as it is sent. */
export interface OrderContent {
  readonly walletId: string;
  readonly slug: string;
  readonly outcome: string;
  readonly side: "BUY" | "SELL";
  /** USDC to spend, or shares to sell. */
  readonly amount: number;
  readonly orderType: "FOK" | "FAK";
}

/** The content of a request for an order that may rest. */
export interface LimitContent {
  readonly walletId: string;
  readonly slug: string;
  readonly outcome: string;
  readonly side: "BUY" | "SELL";
  readonly price: number;
  readonly size: number;
  readonly orderType?: string;
  readonly expiresAt?: number;
  readonly lifeS?: number;
  readonly postOnly?: boolean;
}

/** An answer as it left the service. */
export interface SeenAnswer {
  readonly atMs: number;
  readonly status: number;
  readonly isReplayed: boolean;
  readonly retryAfterSec: number | undefined;
  readonly text: string;
}

/** A request for an order. */
export interface SeenRequest {
  /** The life of the replica that was asked. */
  readonly replica: string;
  readonly accountId: string;
  readonly apiKey: string;
  /** The Idempotency-Key. */
  readonly key: string | undefined;
  readonly content: OrderContent;
  readonly atMs: number;
  /** When the customer hung up, if it did. */
  hungUpMs: number | undefined;
  answer: SeenAnswer | undefined;
}

/** A page of `GET /api/v1/orders/history` that has all orders of a wallet. */
export interface SeenListing {
  readonly replica: string;
  readonly walletId: string;
  /** When it was asked for. */
  readonly askedMs: number;
  readonly answer: SeenAnswer;
}

/** Bytes of an order as they left the service. */
export interface SeenSending {
  readonly orderId: string;
  readonly walletId: string;
  readonly atMs: number;
  /** Whether it is of an order that may rest. */
  readonly canRest: boolean;
  /** Whether the store had these bytes. */
  readonly isStored: boolean;
  /** Whether the service was told for certain that they place nothing. */
  isRefused: boolean;
}

/** What the venue itself has of an order. Amounts are millionths. */
export interface VenueRecord {
  readonly orderId: string;
  readonly walletId: string;
  readonly side: "BUY" | "SELL";
  readonly orderType: string;
  /** What the order may spend: USDC of a BUY, shares of a SELL. */
  readonly makerE6: number;
  readonly state: "matched" | "refused" | "pending";
  readonly sharesE6: number;
  readonly usdcE6: number;
}

/** An attempt to deliver a message of a webhook. */
export interface SeenMessage {
  readonly webhookId: string;
  readonly messageId: string;
  readonly atMs: number;
  readonly body: string;
  /** Whether the service was answered that it was taken. */
  readonly isTaken: boolean;
}

/** A webhook, and what it is told. */
export interface SeenWebhook {
  readonly webhookId: string;
  readonly accountId: string;
  readonly events: ReadonlyArray<string>;
}

/** A limit of a wallet for a day, in USDC. `doneMs`: when setting it was answered. */
export interface SeenLimit {
  readonly walletId: string;
  readonly askedMs: number;
  readonly dayMax: number | undefined;
  doneMs?: number;
}

/** An API key that was issued, and revoked if `revoked` says so. */
export interface SeenKey {
  readonly apiKey: string;
  readonly accountId: string;
  readonly issuedMs: number;
  /** `askedMs`: from then on it may be refused. `doneMs`: the answer; unknown without one. */
  revoked: { readonly replica: string; readonly askedMs: number; doneMs?: number } | undefined;
}

/** All of it. */
export class Traffic {
  /** How many times faster the service's clock runs, which instants in answers are of. */
  readonly clockSpeed: number;
  readonly requests: Array<SeenRequest> = [];
  readonly listings: Array<SeenListing> = [];
  readonly sendings: Array<SeenSending> = [];
  records: ReadonlyArray<VenueRecord> = [];
  readonly messages: Array<SeenMessage> = [];
  readonly webhooks: Array<SeenWebhook> = [];
  readonly limits: Array<SeenLimit> = [];
  readonly keys: Array<SeenKey> = [];
  /** Lives of replicas that hung: when they began what they were asked is not to be seen. */
  readonly hung = new Set<string>();
  /** Which lives of replicas ended, and when; and when the store was not as it should be. */
  readonly deaths: Array<{ readonly replica: string; readonly atMs: number }> = [];
  readonly troubles: Array<{ readonly fromMs: number; untilMs: number }> = [];
  /** When it was over; everything worked from `calmMs` on. */
  calmMs = 0;
  endMs = 0;

  constructor(clockSpeed: number) {
    this.clockSpeed = clockSpeed;
  }
}
