/** Webhooks: what is announced, kept and delivered. @module */
export { announcePositionDifferences, type DifferingSince } from "./announce_positions.ts";
export { announceEvents } from "./announce_events.ts";
export { announceFeeds } from "./announce_feeds.ts";
export { announceWindowEvents, announceWindows, readProgress } from "./announce_windows.ts";
export { deliverWebhooks } from "./deliver_webhooks.ts";
export { keepOutbox, tidyOutbox, WAITING_MAX } from "./keep_outbox.ts";
export {
  addWebhook,
  listWebhooks,
  pingWebhook,
  removeWebhook,
  resumeWebhook,
  rotateWebhook,
  WEBHOOK_SECRET_BYTES,
  WebhookMissing,
} from "./manage_webhooks.ts";
export { resealWebhooks } from "./reseal_webhooks.ts";
