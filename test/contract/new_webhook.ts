/** Unique webhooks, and notices for them. @module */
import { Option } from "effect";
import type { Webhook } from "../../core/webhook/mod.ts";
import type {
  SealedWebhookSecrets,
  StoredWebhook,
  WebhookNotice,
} from "../../core/port/webhook_store.ts";
import { newBox } from "./new_wallet.ts";

/** A webhook that wants everything, from the beginning of time. */
export function newWebhook(
  accountId: string,
  fields: Partial<Webhook> = {},
  secrets: Partial<SealedWebhookSecrets> = {},
): StoredWebhook {
  return {
    webhook: {
      id: `hook_${crypto.randomUUID().replaceAll("-", "")}`,
      accountId,
      url: "https://example.com/webhook?token=1",
      events: ["window.opened", "window.closed", "order.settled", "feed.down"],
      assets: [],
      intervals: [],
      createdMs: 1_767_225_600_456,
      sinceMs: 0,
      stop: Option.none(),
      lastSuccessMs: Option.none(),
      lastFailure: Option.none(),
      failingSinceMs: Option.none(),
      ...fields,
    },
    secrets: { current: newBox(), former: Option.none(), ...secrets },
  };
}

/** A unique event of a window of btc. */
export function newNotice(fields: Partial<WebhookNotice> = {}): WebhookNotice {
  return {
    event: "window.opened",
    key: crypto.randomUUID(),
    atMs: 1_000,
    series: Option.some({ asset: "btc", interval: "5min" }),
    accountId: Option.none(),
    body: '{"type":"window.opened","text":"\\u0000 \' é"}',
    ...fields,
  };
}
