/**
 * The schemas and examples of the messages that are posted to webhooks.
 *
 * @module
 */
import type { Static, TObject, TSchema } from "@sinclair/typebox";
import { t } from "elysia";
import { ENTRY_KINDS } from "../../../core/ledger/mod.ts";
import type { WebhookEvent } from "../../../core/port/webhook_writer.ts";
import { FILL_EXAMPLE } from "../order/fill_example.ts";
import { FillWire } from "../order/wire_fill.ts";
import { SENT_ORDER_EXAMPLE, SentOrderWire } from "../order/wire_order_history.ts";
import { CLAIM_EXAMPLE, ClaimWire } from "../position/wire_claim.ts";
import { OUTCOME_META_EXAMPLE, OutcomeMetaWire } from "../price/wire_outcome_meta.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { ExactNumber } from "../wire/number.ts";
import { CONDITION_ID_EXAMPLE, TOKEN_ID_EXAMPLE, WALLET_ID_EXAMPLE } from "../wire/order_id.ts";
import { words } from "../wire/text.ts";
import { AssetWire, IntervalWire, ProviderWire } from "../wire/market.ts";
import { DatapointWire } from "../wire/price.ts";
import {
  MARKET_WINDOW_EXAMPLE,
  MarketWindowWire,
  PLACE_EXAMPLE,
  PLACE_FIELDS,
} from "../price/wire_window.ts";
import { FEED, TARGET, TARGET_EXAMPLE } from "../stream/wire_push_frame.ts";
import { WINDOW_EXAMPLE, WindowWire } from "../window/wire_window_state.ts";

/** The documentation of the message of one event. */
export interface WebhookMessageDoc {
  readonly summary: string;
  readonly description: string;
  readonly schema: TObject;
  readonly example: unknown;
}

/** Returns the schema of a message. */
function messageSchema<Event extends WebhookEvent["type"], Data extends TSchema>(
  $id: string,
  event: Event,
  data: Data,
) {
  return t.Object({
    type: t.Literal(event),
    timestamp: { ...IsoWire, description: "When it happened, by the service's clock" },
    livemode: t.Optional(t.Literal(false, { description: "Of a paper wallet", examples: [false] })),
    data,
  }, { $id });
}

// A webhook is told once of a target: no message corrects an earlier one.
const { type: _frameOfTarget, corrects: _corrects, ...TARGET_FIELDS } = TARGET.schema.properties;
const { type: _frame, ...OPENED_EXAMPLE } = TARGET_EXAMPLE;
const { resolution: _resolution, ...CLOSED_OUTCOME_EXAMPLE } = OUTCOME_META_EXAMPLE;
const { type: _frameOfFeed, ...FEED_FIELDS } = FEED.schema.properties;

const CLOSED_WINDOW_EXAMPLE = {
  ...WINDOW_EXAMPLE,
  interval: "15min",
  end: 1_767_226_500,
  end_iso: "2026-01-01T00:15:00.000Z",
  slug: MARKET_WINDOW_EXAMPLE.slug,
  url: MARKET_WINDOW_EXAMPLE.url,
  seconds_left: 0,
  price: null,
  price_state: "stale",
  close: { price: 87_702.55, source: "oracle_twap", at: "2026-01-01T00:15:00.000Z" },
  outcome: "up",
} as const;

const WalletIdWire = t.String({ format: "uuid", description: "The wallet" });

const CANCELED_EXAMPLE = {
  ...SENT_ORDER_EXAMPLE,
  state: "canceled",
  why: "its lifeS had passed",
};

/** The message of each event. */
export const WEBHOOK_MESSAGES = {
  "window.opened": {
    summary: "A window has opened, and its target is known",
    description: "`data` is the stream's `target` frame without its `type`, and the whole " +
      "`window` with what is known of it 2 s later at most. A `provisional` target is sent as it " +
      "is: `window.closed` has the final one.",
    schema: messageSchema(
      "WindowOpenedMessage",
      "window.opened",
      t.Object({ ...TARGET_FIELDS, window: WindowWire }),
    ),
    example: {
      type: "window.opened",
      timestamp: OPENED_EXAMPLE.windowStartIso,
      data: { ...OPENED_EXAMPLE, window: WINDOW_EXAMPLE },
    },
  },
  "window.closed": {
    summary: "A window has ended, and its outcome is final",
    description: "`data` is as `GET /api/v1/history/market` answers with " +
      "`includeOutcomeMeta=true`, and the whole `window`. An outcome that is not final is waited " +
      "for, up to 23 hours.",
    schema: messageSchema(
      "WindowClosedMessage",
      "window.closed",
      t.Object({
        asset: AssetWire,
        marketType: IntervalWire,
        provider: ProviderWire,
        ...PLACE_FIELDS,
        market: MarketWindowWire,
        datapoint: nullable(DatapointWire, { description: "Null if the target is not known" }),
        outcomeMeta: OutcomeMetaWire,
        window: WindowWire,
      }),
    ),
    example: {
      type: "window.closed",
      timestamp: "2026-01-01T00:15:00.000Z",
      data: {
        asset: "btc",
        marketType: "15min",
        provider: "oracle",
        ...PLACE_EXAMPLE,
        market: MARKET_WINDOW_EXAMPLE,
        datapoint: { source: "oracle_twap", price: 87_648.21 },
        outcomeMeta: CLOSED_OUTCOME_EXAMPLE,
        window: CLOSED_WINDOW_EXAMPLE,
      },
    },
  },
  "order.settled": {
    summary: "It is known for certain how an order of the account ended",
    description: "`data` is an item of `GET /api/v1/orders/history`, in the state `matched`, " +
      "`canceled` or `refused`.",
    schema: messageSchema("OrderSettledMessage", "order.settled", SentOrderWire),
    example: {
      type: "order.settled",
      timestamp: "2026-08-22T16:00:21.350Z",
      data: SENT_ORDER_EXAMPLE,
    },
  },
  "order.canceled": {
    summary: "An order of the account was canceled: what is not `filled` of it is gone",
    description: "`data` is as that of `order.settled`, which comes too; `why` names who " +
      "canceled it.",
    schema: messageSchema("OrderCanceledMessage", "order.canceled", SentOrderWire),
    example: {
      type: "order.canceled",
      timestamp: "2026-08-22T16:00:51.600Z",
      data: CANCELED_EXAMPLE,
    },
  },
  "fill.matched": {
    summary: "An order of the account has traded, provisionally",
    description: "`data` is an item of `GET /api/v1/fills`, as it was heard of first. It comes " +
      "once for each fill, also for one that was heard of late and is `confirmed` already.",
    schema: messageSchema("FillMatchedMessage", "fill.matched", FillWire),
    example: {
      type: "fill.matched",
      timestamp: FILL_EXAMPLE.matched_at,
      data: { ...FILL_EXAMPLE, state: "matched", tx: null, settled_at: null },
    },
  },
  "fill.confirmed": {
    summary: "The chain has settled a fill, for good",
    description: "`data` is an item of `GET /api/v1/fills`.",
    schema: messageSchema("FillConfirmedMessage", "fill.confirmed", FillWire),
    example: { type: "fill.confirmed", timestamp: FILL_EXAMPLE.settled_at, data: FILL_EXAMPLE },
  },
  "fill.failed": {
    summary: "The chain has taken a fill back, for good",
    description: "`data` is an item of `GET /api/v1/fills`. Its shares and USDC count no more in " +
      "the `filled` of its order.",
    schema: messageSchema("FillFailedMessage", "fill.failed", FillWire),
    example: {
      type: "fill.failed",
      timestamp: FILL_EXAMPLE.settled_at,
      data: { ...FILL_EXAMPLE, state: "failed" },
    },
  },
  "guard.fired": {
    summary: "The guard of a wallet was not renewed in time: what rests is being canceled",
    description: "`order.canceled` follows for each order that it ends.",
    schema: messageSchema(
      "GuardFiredMessage",
      "guard.fired",
      t.Object({ wallet_id: WalletIdWire }),
    ),
    example: {
      type: "guard.fired",
      timestamp: "2026-08-22T16:05:30.000Z",
      data: { wallet_id: WALLET_ID_EXAMPLE },
    },
  },
  "claim.confirmed": {
    summary: "What a wallet of the account has won has come, as USDC",
    description: "`data` is an item of `GET /api/v1/positions/claims`, and the wallet.",
    schema: messageSchema(
      "ClaimConfirmedMessage",
      "claim.confirmed",
      t.Object({ wallet_id: WalletIdWire, ...ClaimWire.properties }),
    ),
    example: {
      type: "claim.confirmed",
      timestamp: CLAIM_EXAMPLE.ended_at,
      data: { wallet_id: WALLET_ID_EXAMPLE, ...CLAIM_EXAMPLE },
    },
  },
  "position.differs": {
    summary: "The venue's index has had other shares than the ledger of a wallet for ten minutes",
    description: "`data` has both, and the entries of the position, newest first, at most 50. It " +
      "comes once for each pair of amounts.",
    schema: messageSchema(
      "PositionDiffersMessage",
      "position.differs",
      t.Object({
        wallet_id: WalletIdWire,
        condition_id: t.String({ description: "The market's condition id, 64 hex digits" }),
        slug: nullable(t.String(), { description: "The market's slug; null where nobody says it" }),
        outcome: nullable(t.String(), { description: "The outcome's name" }),
        tokenId: t.String({ description: "The outcome's token id" }),
        shares: ExactNumber({ description: "By the ledger" }),
        venue: t.Object({
          shares: ExactNumber({ description: "By the index; 0 where it lists nothing" }),
          at: { ...IsoWire, description: "Until when the index is whole" },
        }),
        entries: t.Array(t.Object({
          id: t.String(),
          kind: words(ENTRY_KINDS, { description: "As the guide of positions has them" }),
          at: IsoWire,
          shares: ExactNumber({ description: "Above zero: the wallet got them" }),
          usdc: ExactNumber({ description: "Below zero: the wallet paid it" }),
          settled: t.Boolean({ description: "Whether the chain has settled it" }),
          tx: nullable(t.String(), { description: "The transaction; null before there is one" }),
        })),
      }),
    ),
    example: {
      type: "position.differs",
      timestamp: "2026-08-22T16:10:00.000Z",
      data: {
        wallet_id: WALLET_ID_EXAMPLE,
        condition_id: CONDITION_ID_EXAMPLE,
        slug: FILL_EXAMPLE.slug,
        outcome: "Up",
        tokenId: TOKEN_ID_EXAMPLE,
        shares: 10,
        venue: { shares: 12.5, at: "2026-08-22T16:18:30.000Z" },
        entries: [{
          id: FILL_EXAMPLE.id,
          kind: "fill",
          at: FILL_EXAMPLE.matched_at,
          shares: 10,
          usdc: -5.3,
          settled: true,
          tx: FILL_EXAMPLE.tx,
        }],
      },
    },
  },
  "feed.down": {
    summary: "Nothing is received from a provider of prices any more",
    description: "`data` is the stream's `feed` frame without its `type`.",
    schema: messageSchema(
      "FeedDownMessage",
      "feed.down",
      t.Object({
        ...FEED_FIELDS,
        state: t.Literal("down", { description: "Nothing is received at all" }),
      }),
    ),
    example: {
      type: "feed.down",
      timestamp: "2026-01-01T00:00:03.250Z",
      data: { provider: "oracle", state: "down", since: "2026-01-01T00:00:03.250Z" },
    },
  },
  ping: {
    summary: "The operator tries the webhook",
    description: "Sent when the operator tries the webhook, whatever events it is told.",
    schema: messageSchema(
      "PingMessage",
      "ping",
      t.Object({ hook: t.String({ description: "The webhook's id" }) }),
    ),
    example: {
      type: "ping",
      timestamp: "2026-01-01T00:05:00.000Z",
      data: { hook: "hook_813480123874499fa5adbd3986538e7c" },
    },
  },
} satisfies Readonly<Record<WebhookEvent["type"], WebhookMessageDoc>>;

/** The message of an event. */
export type WebhookMessage<Event extends WebhookEvent["type"] = WebhookEvent["type"]> = Static<
  (typeof WEBHOOK_MESSAGES)[Event]["schema"]
>;
