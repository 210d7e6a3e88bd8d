/** Webhooks: who is told of what, where, and when it is tried again. @module */
export {
  isWindowEvent,
  type Webhook,
  WEBHOOK_EVENTS,
  type WebhookEventName,
  WEBHOOKS_MAX,
  type WebhookStop,
  type WindowEventName,
} from "./webhook.ts";
export { parseWebhookUrl } from "./webhook_url.ts";
export { nextAttemptMs, WAIT_MS_MAX } from "./retry_plan.ts";
