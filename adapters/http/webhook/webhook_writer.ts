/**
 * Implements {@linkcode WebhookWriter}: messages in the shapes of the API's answers and frames.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { isPaperWallet } from "../../../core/order/mod.ts";
import { providerOf } from "../../../core/market/mod.ts";
import {
  type DifferingShares,
  type WebhookEvent,
  WebhookWriter,
} from "../../../core/port/webhook_writer.ts";
import { toIso } from "../../../core/time/mod.ts";
import { Venue, type VenueChoice } from "../../../core/use_case/venue/mod.ts";
import { fillBody } from "../order/wire_fill.ts";
import { sentOrderBody } from "../order/wire_order_history.ts";
import { claimBody } from "../position/wire_claim.ts";
import { outcomeBody } from "../price/outcome_body.ts";
import { foundPriceBody } from "../price/price_body.ts";
import { placeBody, windowBody } from "../price/window_body.ts";
import { windowStateBody } from "../window/window_body.ts";
import { feedBody, targetBody } from "../stream/server_frame.ts";
import { exactE6 } from "../wire/number.ts";
import type { WebhookMessage } from "./wire_webhook.ts";

/** Provides the writer. */
export const layerWebhookWriter: Layer.Layer<WebhookWriter> = Layer.effect(
  WebhookWriter,
  Effect.map(
    Venue,
    (venue) => WebhookWriter.of({ write: (event) => JSON.stringify(messageOf(event, venue)) }),
  ),
);

/** Returns a message, which says of a paper wallet's events that they are not real. */
function messageOf(event: WebhookEvent, venue: VenueChoice): WebhookMessage {
  return { ...plainMessage(event, venue), ...liveMode(event) };
}

/** Says of events of a paper wallet that they are not real. */
function liveMode(event: WebhookEvent): { readonly livemode?: false } {
  const walletId = walletOf(event);
  return walletId !== undefined && isPaperWallet(walletId) ? { livemode: false } : {};
}

function walletOf(event: WebhookEvent): string | undefined {
  switch (event.type) {
    case "order.settled":
    case "order.canceled":
      return event.order.walletId;
    case "fill.matched":
    case "fill.confirmed":
    case "fill.failed":
      return event.fill.walletId;
    case "guard.fired":
      return event.walletId;
    case "claim.confirmed":
      return event.action.walletId;
    default:
      return undefined;
  }
}

/** Returns what there is to say; it happened at `timestamp`, by the service's clock. */
function plainMessage(event: WebhookEvent, venue: VenueChoice): WebhookMessage {
  switch (event.type) {
    case "window.opened": {
      const { type: _frame, ...data } = targetBody(event.target, venue);
      const whole = { ...data, window: windowStateBody(venue, event.state) };
      return { type: event.type, timestamp: data.windowStartIso, data: whole };
    }
    case "window.closed": {
      const timestamp = toIso(event.closed.window.endSec);
      return { type: event.type, timestamp, data: closedBody(event, venue) };
    }
    case "order.settled":
    case "order.canceled": {
      const timestamp = new Date(event.atMs).toISOString();
      return { type: event.type, timestamp, data: sentOrderBody(event.order) };
    }
    case "fill.matched":
    case "fill.confirmed":
    case "fill.failed": {
      const data = fillBody(event.fill);
      const timestamp = event.type === "fill.matched" ? data.matched_at : data.settled_at;
      return { type: event.type, timestamp: timestamp ?? data.matched_at, data };
    }
    case "guard.fired": {
      const timestamp = new Date(event.firedMs).toISOString();
      return { type: event.type, timestamp, data: { wallet_id: event.walletId } };
    }
    case "claim.confirmed": {
      const { walletId } = event.action;
      const claim = claimBody(event.action);
      const timestamp = claim.ended_at ?? claim.requested_at;
      return { type: event.type, timestamp, data: { wallet_id: walletId, ...claim } };
    }
    case "position.differs": {
      const timestamp = new Date(event.sinceMs).toISOString();
      return { type: event.type, timestamp, data: differingBody(event.differing) };
    }
    case "feed.down": {
      const { type: _frame, ...data } = feedBody(event.feed);
      return { type: event.type, timestamp: data.since, data: { ...data, state: "down" } };
    }
    case "ping":
      return {
        type: event.type,
        timestamp: new Date(event.atMs).toISOString(),
        data: { hook: event.webhookId },
      };
  }
}

function differingBody(
  { walletId, position, facts, indexedE6, asOfMs, entries }: DifferingShares,
): WebhookMessage<"position.differs">["data"] {
  const { tokenId, conditionId, sharesE6 } = position;
  return {
    wallet_id: walletId,
    condition_id: conditionId,
    slug: facts?.slug ?? null,
    outcome: facts?.outcome ?? null,
    tokenId,
    shares: exactE6(sharesE6),
    venue: { shares: exactE6(indexedE6), at: new Date(asOfMs).toISOString() },
    entries: entries.flatMap(({ id, kind, atMs, isFinal, moves, tx }) =>
      moves.filter((move) => move.tokenId === tokenId).map((move) => ({
        id,
        kind,
        at: new Date(atMs).toISOString(),
        shares: exactE6(move.sharesE6),
        usdc: exactE6(move.usdcE6),
        settled: isFinal,
        tx,
      }))
    ),
  };
}

type ClosedEvent = Extract<WebhookEvent, { readonly type: "window.closed" }>;

function closedBody(
  { closed: { asset, window, target, ...outcome }, state }: ClosedEvent,
  venue: VenueChoice,
): WebhookMessage<"window.closed">["data"] {
  return {
    asset,
    marketType: window.interval,
    provider: providerOf(window.interval),
    ...placeBody(venue, asset, window),
    market: windowBody(venue, asset, window),
    datapoint: Option.getOrNull(Option.map(target, foundPriceBody)),
    outcomeMeta: outcomeBody(outcome),
    window: windowStateBody(venue, state),
  };
}
