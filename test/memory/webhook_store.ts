/**
 * Webhooks and their outbox in memory: for tests, and the reference implementation of the port.
 *
 * @module
 */
import { Clock, Context, Effect, Layer, Option } from "effect";
import { fillIdOf } from "../../core/order/mod.ts";
import { WEBHOOKS_MAX } from "../../core/webhook/mod.ts";
import type { WalletEvent } from "../../core/port/webhook_writer.ts";
import {
  type StoredWebhook,
  type WebhookMessage,
  type WebhookNotice,
  WebhooksTooMany,
  WebhookStore,
} from "../../core/port/webhook_store.ts";

/** Writes the messages of an account's event. Does nothing without a store of webhooks. */
export const MemoryOutbox = Context.Reference<{
  readonly tell: (
    event: WalletEvent,
    order: { readonly id: string; readonly accountId: string; readonly createdMs: number },
  ) => void;
}>("test/memory/MemoryOutbox", { defaultValue: () => ({ tell: () => {} }) });

interface Kept {
  readonly id: string;
  readonly webhookId: string;
  readonly event: WebhookMessage["event"];
  readonly key: string;
  readonly eventMs: number;
  content: WebhookMessage["content"];
  state: "waiting" | "delivered" | "failed" | "dropped";
  attempts: number;
  readonly createdMs: number;
  nextMs: number;
}

/** Empty at the start of its scope; discarded at its end. Order stores over it leave messages. */
export const layerMemoryWebhookStore: Layer.Layer<WebhookStore> = Layer.effectContext(
  Effect.map(Clock.Clock, (clock) => {
    const webhooks = new Map<string, StoredWebhook>();
    const messages = new Map<string, Kept>();
    const told = new Set<string>();
    const all = () =>
      [...webhooks.values()].sort(({ webhook: a }, { webhook: b }) =>
        a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1)
      );
    const ofWebhook = (webhookId: string) =>
      [...messages.values()].filter((message) => message.webhookId === webhookId);
    const waiting = (webhookId: string) =>
      ofWebhook(webhookId).filter(({ state }) => state === "waiting");
    const write = (
      message: Pick<Kept, "webhookId" | "event" | "key" | "eventMs" | "content" | "createdMs">,
      nextMs = message.createdMs,
    ) => {
      const name = `${message.webhookId} ${message.key}`;
      if (told.has(name)) return 0;
      told.add(name);
      const id = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
      messages.set(id, { ...message, id, state: "waiting", attempts: 0, nextMs });
      return 1;
    };
    const change = (id: string, fields: Partial<StoredWebhook["webhook"]>) => {
      const found = webhooks.get(id);
      if (found !== undefined) {
        webhooks.set(id, { ...found, webhook: { ...found.webhook, ...fields } });
      }
      return found !== undefined;
    };

    const store = WebhookStore.of({
      add: (stored) =>
        Effect.suspend(() => {
          const { accountId, id } = stored.webhook;
          const owned = all().filter(({ webhook }) => webhook.accountId === accountId);
          if (owned.length >= WEBHOOKS_MAX) return Effect.fail(new WebhooksTooMany());
          webhooks.set(id, stored);
          return Effect.void;
        }),
      find: (id) => Effect.sync(() => Option.fromUndefinedOr(webhooks.get(id))),
      ofAccount: (accountId) =>
        Effect.sync(() =>
          all().filter(({ webhook }) => webhook.accountId === accountId).map(({ webhook }) => ({
            webhook,
            waiting: waiting(webhook.id).length,
            lost: ofWebhook(webhook.id).filter(({ state }) =>
              state === "failed" || state === "dropped"
            ).length,
          }))
        ),
      active: Effect.sync(() =>
        all().map(({ webhook }) => webhook).filter(({ stop }) => Option.isNone(stop))
      ),
      remove: (id) =>
        Effect.sync(() => {
          for (const message of ofWebhook(id)) messages.delete(message.id);
          return webhooks.delete(id);
        }),
      resume: ({ id, atMs, sinceMs }) =>
        Effect.sync(() => {
          for (const message of waiting(id)) message.nextMs = Math.min(message.nextMs, atMs);
          const found = webhooks.get(id);
          const since = found !== undefined && Option.isSome(found.webhook.stop) ? { sinceMs } : {};
          return change(id, { stop: Option.none(), failingSinceMs: Option.none(), ...since });
        }),
      replaceSecrets: ({ id, from, to }) =>
        Effect.sync(() => {
          const found = webhooks.get(id);
          if (found === undefined || !isSame(found.secrets, from)) return false;
          webhooks.set(id, { ...found, secrets: to });
          return true;
        }),
      notSealedUnder: (keyId) =>
        Effect.sync(() =>
          all().filter(({ secrets: { current, former } }) =>
            current.keyId !== keyId || Option.exists(former, ({ sealed }) => sealed.keyId !== keyId)
          )
        ),
      announce: (notices, createdMs) =>
        Effect.sync(() => {
          let written = 0;
          for (const notice of notices) {
            for (const { webhook } of all().filter((stored) => wants(stored, notice))) {
              const { event, key, atMs: eventMs, body } = notice;
              const content = { kind: "body", body } as const;
              written += write({ webhookId: webhook.id, event, key, eventMs, content, createdMs });
            }
          }
          return written;
        }),
      announcedKeys: (kind, sinceMs) =>
        Effect.sync(() => [
          ...new Set(
            [...messages.values()].filter(({ event, eventMs }) =>
              event.startsWith(`${kind}.`) && eventMs >= sinceMs
            ).map(({ key }) => key),
          ),
        ]),
      claim: ({ nowMs, untilMs, limit, limitPerWebhook, except }) =>
        Effect.sync(() => {
          const due = all().filter(({ webhook }) =>
            Option.isNone(webhook.stop) && !except.includes(webhook.id)
          ).map((to) => ({
            to,
            lot: Math.random() + Number(Option.isSome(to.webhook.failingSinceMs)),
          }))
            .sort((a, b) => a.lot - b.lot).flatMap(({ to }) =>
              waiting(to.webhook.id).filter(({ nextMs }) => nextMs <= nowMs).sort(soonestFirst)
                .slice(0, limitPerWebhook).map((message) => ({ message, to }))
            ).slice(0, limit);
          for (const { message } of due) {
            message.nextMs = untilMs;
            message.attempts += 1;
          }
          return due.sort((a, b) => oldestFirst(a.message, b.message)).map(({ message, to }) => {
            const { id, event, content, createdMs, attempts } = message;
            return { id, event, content, createdMs, attempts, to };
          });
        }),
      keepBody: (id, body) =>
        Effect.sync(() => {
          const message = messages.get(id);
          if (message?.content.kind === "body") return message.content.body;
          if (message !== undefined) message.content = { kind: "body", body };
          return body;
        }),
      note: ({ messageId, webhookId, atMs, result }) =>
        Effect.sync(() => {
          const message = messages.get(messageId);
          if (result.kind === "delivered") {
            if (message !== undefined) message.state = "delivered";
            change(webhookId, { lastSuccessMs: Option.some(atMs), failingSinceMs: Option.none() });
            return;
          }
          const webhook = webhooks.get(webhookId)?.webhook;
          const { reason, nextMs, stop } = result;
          if (message?.state === "waiting") {
            if (Option.isNone(nextMs)) message.state = "failed";
            else message.nextMs = nextMs.value;
          }
          if (webhook === undefined) return;
          change(webhookId, {
            lastFailure: Option.some({ atMs, reason }),
            failingSinceMs: Option.orElse(webhook.failingSinceMs, () => Option.some(atMs)),
            stop: Option.orElse(stop, () => webhook.stop),
          });
        }),
      trim: (waitingMax) =>
        Effect.sync(() => {
          let dropped = 0;
          for (const { webhook } of all()) {
            const kept = waiting(webhook.id).sort((a, b) =>
              Number(isOfWallet(b)) - Number(isOfWallet(a)) || oldestFirst(b, a)
            );
            for (const message of kept.slice(waitingMax).filter((each) => !isOfWallet(each))) {
              message.state = "dropped";
              dropped += 1;
            }
            const isFull = waiting(webhook.id).length > waitingMax;
            if (isFull && Option.isNone(webhook.stop)) {
              change(webhook.id, { stop: Option.some("full") });
            }
          }
          return dropped;
        }),
      hasten: ({ nowMs, latestMs }) =>
        Effect.sync(() => {
          for (const message of messages.values()) {
            if (message.state === "waiting" && message.nextMs > latestMs) message.nextMs = nowMs;
          }
        }),
      prune: ({ deliveredMs, lostMs }) =>
        Effect.sync(() => {
          for (const { id, state, createdMs } of messages.values()) {
            const beforeMs = state === "delivered" ? deliveredMs : lostMs;
            if (state !== "waiting" && createdMs < beforeMs) messages.delete(id);
          }
        }),
      state: Effect.sync(() => {
        const left = [...messages.values()].filter(({ state }) => state === "waiting");
        const active = left.filter(({ webhookId }) => {
          const webhook = webhooks.get(webhookId)?.webhook;
          return webhook !== undefined && Option.isNone(webhook.stop);
        });
        return {
          waiting: left.length,
          oldestCreatedMs: active.length === 0
            ? Option.none()
            : Option.some(Math.min(...active.map(({ createdMs }) => createdMs))),
          stoppedWebhooks: all().filter(({ webhook }) => Option.isSome(webhook.stop)).length,
        };
      }),
    });
    const tell: Context.Service.Shape<typeof MemoryOutbox>["tell"] = (event, order) => {
      const { type } = event;
      for (const { webhook } of all()) {
        const isWanted = webhook.accountId === order.accountId && Option.isNone(webhook.stop) &&
          webhook.events.includes(type);
        if (!isWanted) continue;
        write({
          webhookId: webhook.id,
          event: type,
          key: `${type}:${"fill" in event ? fillIdOf(event.fill) : order.id}`,
          eventMs: order.createdMs,
          content: { kind: "event", event },
          createdMs: clock.currentTimeMillisUnsafe(),
        }, 0);
      }
    };
    return Context.make(WebhookStore, store).pipe(Context.add(MemoryOutbox, { tell }));
  }),
);

function wants(
  { webhook }: StoredWebhook,
  { event, atMs, series, accountId }: WebhookNotice,
): boolean {
  const { events, assets, intervals, sinceMs, stop } = webhook;
  return Option.isNone(stop) && events.includes(event) && sinceMs <= atMs &&
    (Option.isNone(accountId) || accountId.value === webhook.accountId) &&
    (Option.isNone(series) ||
      ((assets.length === 0 || assets.includes(series.value.asset)) &&
        (intervals.length === 0 || intervals.includes(series.value.interval))));
}

function oldestFirst(a: Kept, b: Kept): number {
  return a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1);
}

function soonestFirst(a: Kept, b: Kept): number {
  return a.nextMs - b.nextMs;
}

function isOfWallet({ event }: Kept): boolean {
  return event !== "feed.down" && !event.startsWith("window.");
}

function isSame(a: StoredWebhook["secrets"], b: StoredWebhook["secrets"]): boolean {
  const boxes = ({ current, former }: StoredWebhook["secrets"]) =>
    JSON.stringify([current.box, Option.getOrNull(Option.map(former, ({ sealed }) => sealed.box))]);
  return boxes(a) === boxes(b);
}
