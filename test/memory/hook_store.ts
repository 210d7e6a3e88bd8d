/**
 * Webhooks and their outbox in memory: for tests, and the reference implementation of the port.
 *
 * @module
 */
import { Clock, Context, Effect, Layer, Option } from "effect";
import { HOOKS_MAX } from "../../core/hook/mod.ts";
import {
  type HookMessage,
  type HookNotice,
  HooksTooMany,
  HookStore,
  type StoredHook,
  type StoredOrder,
} from "../../core/port/mod.ts";

/** Writes the messages of an order that is final. Does nothing without a store of hooks. */
export const MemoryOutbox = Context.Reference<{
  readonly settled: (order: StoredOrder, nowMs: number) => void;
}>("test/memory/MemoryOutbox", { defaultValue: () => ({ settled: () => {} }) });

interface Kept {
  readonly id: string;
  readonly hookId: string;
  readonly event: HookMessage["event"];
  readonly key: string;
  readonly eventMs: number;
  content: HookMessage["content"];
  state: "waiting" | "delivered" | "failed" | "dropped";
  attempts: number;
  readonly createdMs: number;
  nextMs: number;
}

/** Empty at the start of its scope; discarded at its end. Order stores over it leave messages. */
export const layerMemoryHookStore: Layer.Layer<HookStore> = Layer.effectContext(
  Effect.map(Clock.Clock, () => {
    const hooks = new Map<string, StoredHook>();
    const messages = new Map<string, Kept>();
    const told = new Set<string>();
    const all = () =>
      [...hooks.values()].sort(({ hook: a }, { hook: b }) =>
        a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1)
      );
    const ofHook = (hookId: string) =>
      [...messages.values()].filter((message) => message.hookId === hookId);
    const waiting = (hookId: string) => ofHook(hookId).filter(({ state }) => state === "waiting");
    const write = (
      message: Pick<Kept, "hookId" | "event" | "key" | "eventMs" | "content" | "createdMs">,
      nextMs = message.createdMs,
    ) => {
      const name = `${message.hookId} ${message.key}`;
      if (told.has(name)) return 0;
      told.add(name);
      const id = `msg_${crypto.randomUUID().replaceAll("-", "")}`;
      messages.set(id, { ...message, id, state: "waiting", attempts: 0, nextMs });
      return 1;
    };
    const change = (id: string, fields: Partial<StoredHook["hook"]>) => {
      const found = hooks.get(id);
      if (found !== undefined) hooks.set(id, { ...found, hook: { ...found.hook, ...fields } });
      return found !== undefined;
    };

    const store = HookStore.of({
      add: (stored) =>
        Effect.suspend(() => {
          const { accountId, id } = stored.hook;
          const owned = all().filter(({ hook }) => hook.accountId === accountId);
          if (owned.length >= HOOKS_MAX) return Effect.fail(new HooksTooMany());
          hooks.set(id, stored);
          return Effect.void;
        }),
      find: (id) => Effect.sync(() => Option.fromUndefinedOr(hooks.get(id))),
      ofAccount: (accountId) =>
        Effect.sync(() =>
          all().filter(({ hook }) => hook.accountId === accountId).map(({ hook }) => ({
            hook,
            waiting: waiting(hook.id).length,
            lost: ofHook(hook.id).filter(({ state }) =>
              state === "failed" || state === "dropped"
            ).length,
          }))
        ),
      active: Effect.sync(() =>
        all().map(({ hook }) => hook).filter(({ stop }) => Option.isNone(stop))
      ),
      remove: (id) =>
        Effect.sync(() => {
          for (const message of ofHook(id)) messages.delete(message.id);
          return hooks.delete(id);
        }),
      resume: ({ id, atMs, sinceMs }) =>
        Effect.sync(() => {
          for (const message of waiting(id)) message.nextMs = Math.min(message.nextMs, atMs);
          const found = hooks.get(id);
          const since = found !== undefined && Option.isSome(found.hook.stop) ? { sinceMs } : {};
          return change(id, { stop: Option.none(), failingSinceMs: Option.none(), ...since });
        }),
      replaceSecrets: ({ id, from, to }) =>
        Effect.sync(() => {
          const found = hooks.get(id);
          if (found === undefined || !isSame(found.secrets, from)) return false;
          hooks.set(id, { ...found, secrets: to });
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
            for (const { hook } of all().filter((stored) => wants(stored, notice))) {
              const { event, key, atMs: eventMs, body } = notice;
              const content = { kind: "body", body } as const;
              written += write({ hookId: hook.id, event, key, eventMs, content, createdMs });
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
      claim: ({ nowMs, untilMs, limit, limitPerHook, except }) =>
        Effect.sync(() => {
          const due = all().filter(({ hook }) =>
            Option.isNone(hook.stop) && !except.includes(hook.id)
          ).map((to) => ({
            to,
            lot: Math.random() + Number(Option.isSome(to.hook.failingSinceMs)),
          }))
            .sort((a, b) => a.lot - b.lot).flatMap(({ to }) =>
              waiting(to.hook.id).filter(({ nextMs }) => nextMs <= nowMs).sort(soonestFirst)
                .slice(0, limitPerHook).map((message) => ({ message, to }))
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
          if (message?.content.kind === "order") message.content = { kind: "body", body };
        }),
      note: ({ messageId, hookId, atMs, result }) =>
        Effect.sync(() => {
          const message = messages.get(messageId);
          if (result.kind === "delivered") {
            if (message !== undefined) message.state = "delivered";
            change(hookId, { lastSuccessMs: Option.some(atMs), failingSinceMs: Option.none() });
            return;
          }
          const hook = hooks.get(hookId)?.hook;
          const { reason, nextMs, stop } = result;
          if (message?.state === "waiting") {
            if (Option.isNone(nextMs)) message.state = "failed";
            else message.nextMs = nextMs.value;
          }
          if (hook === undefined) return;
          change(hookId, {
            lastFailure: Option.some({ atMs, reason }),
            failingSinceMs: Option.orElse(hook.failingSinceMs, () => Option.some(atMs)),
            stop: Option.orElse(stop, () => hook.stop),
          });
        }),
      trim: (waitingMax) =>
        Effect.sync(() => {
          let dropped = 0;
          for (const { hook } of all()) {
            const kept = waiting(hook.id).sort((a, b) =>
              Number(isOrder(b)) - Number(isOrder(a)) || oldestFirst(b, a)
            );
            for (const message of kept.slice(waitingMax).filter((each) => !isOrder(each))) {
              message.state = "dropped";
              dropped += 1;
            }
            const isFull = waiting(hook.id).length > waitingMax;
            if (isFull && Option.isNone(hook.stop)) change(hook.id, { stop: Option.some("full") });
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
        const active = left.filter(({ hookId }) => {
          const hook = hooks.get(hookId)?.hook;
          return hook !== undefined && Option.isNone(hook.stop);
        });
        return {
          waiting: left.length,
          oldestCreatedMs: active.length === 0
            ? Option.none()
            : Option.some(Math.min(...active.map(({ createdMs }) => createdMs))),
          stoppedHooks: all().filter(({ hook }) => Option.isSome(hook.stop)).length,
        };
      }),
    });
    const settled = (order: StoredOrder, nowMs: number) => {
      for (const { hook } of all()) {
        const isWanted = hook.accountId === order.accountId && Option.isNone(hook.stop) &&
          hook.events.includes("order.settled");
        if (!isWanted) continue;
        write({
          hookId: hook.id,
          event: "order.settled",
          key: `order.settled:${order.id}`,
          eventMs: order.createdMs,
          content: { kind: "order", orderId: order.id },
          createdMs: nowMs,
        }, 0);
      }
    };
    return Context.make(HookStore, store).pipe(Context.add(MemoryOutbox, { settled }));
  }),
);

function wants({ hook }: StoredHook, { event, atMs, series }: HookNotice): boolean {
  const { events, assets, intervals, sinceMs, stop } = hook;
  return Option.isNone(stop) && events.includes(event) && sinceMs <= atMs &&
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

function isOrder({ event }: Kept): boolean {
  return event === "order.settled";
}

function isSame(a: StoredHook["secrets"], b: StoredHook["secrets"]): boolean {
  const boxes = ({ current, former }: StoredHook["secrets"]) =>
    JSON.stringify([current.box, Option.getOrNull(Option.map(former, ({ sealed }) => sealed.box))]);
  return boxes(a) === boxes(b);
}
