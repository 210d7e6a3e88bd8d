/**
 * Implements {@linkcode WebhookWriter}: messages in the shapes of the API's answers and frames.
 *
 * @module
 */
import { Effect, Layer, Option } from "effect";
import { providerOf } from "../../../core/market/mod.ts";
import {
  type ClosedWindow,
  type WebhookEvent,
  WebhookWriter,
} from "../../../core/port/webhook_writer.ts";
import { Venue, type VenueChoice } from "../../../core/use_case/venue/mod.ts";
import { sentOrderBody } from "../order/wire_order_history.ts";
import { outcomeBody } from "../price/outcome_body.ts";
import { foundPriceBody } from "../price/price_body.ts";
import { windowBody } from "../price/window_body.ts";
import { feedBody, targetBody } from "../stream/server_frame.ts";

/** Provides the writer. */
export const layerWebhookWriter: Layer.Layer<WebhookWriter> = Layer.effect(
  WebhookWriter,
  Effect.map(Venue, (venue) =>
    WebhookWriter.of({
      write: (event) => {
        const { atMs, data } = contentOf(event, venue);
        const timestamp = new Date(atMs).toISOString();
        return JSON.stringify({ type: event.type, timestamp, data });
      },
    })),
);

/** Returns when it happened, by the service's clock, and what there is to say. */
function contentOf(event: WebhookEvent, venue: VenueChoice) {
  switch (event.type) {
    case "window.opened": {
      const { type: _frame, ...data } = targetBody(event.target, venue);
      return { atMs: event.target.window.startSec * 1000, data };
    }
    case "window.closed":
      return { atMs: event.closed.window.endSec * 1000, data: closedBody(event.closed, venue) };
    case "order.settled": {
      const { createdMs, latencyMs } = event.order;
      const atMs = createdMs + Option.getOrElse(latencyMs, () => 0);
      return { atMs, data: sentOrderBody(event.order) };
    }
    case "feed.down": {
      const { type: _frame, ...data } = feedBody(event.feed);
      return { atMs: event.feed.sinceMs, data };
    }
    case "ping":
      return { atMs: event.atMs, data: { hook: event.webhookId } };
  }
}

function closedBody({ asset, window, target, ...outcome }: ClosedWindow, venue: VenueChoice) {
  return {
    asset,
    marketType: window.interval,
    provider: providerOf(window.interval),
    market: windowBody(venue, asset, window),
    datapoint: Option.getOrNull(Option.map(target, foundPriceBody)),
    outcomeMeta: outcomeBody(outcome),
  };
}
