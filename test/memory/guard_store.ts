/** Guards in memory: for tests, and the reference implementation of the port. @module */
import { Effect, Layer, Option } from "effect";
import { GuardStore, type HeartbeatWish, type WalletGuard } from "../../core/port/guard_store.ts";

/** The heartbeats of one wallet: of which key, and what the last one was answered with. */
interface Sent {
  readonly apiKey: string;
  readonly sinceMs: number;
  readonly heartbeatId: string;
  readonly acceptedMs: number;
}

/** A guard, and when to cancel what is left of before it fired. Infinity: never. */
type Kept =
  & Pick<WalletGuard, "firedMs">
  & Record<"seconds" | "firesMs" | "againMs", number>
  & { readonly sent: Sent };

const UNSENT: Sent = { apiKey: "", sinceMs: Infinity, heartbeatId: "", acceptedMs: -Infinity };
const DISARMED = { seconds: 0, firesMs: Infinity, againMs: Infinity };
const NEVER: Kept = { ...DISARMED, firedMs: Option.none(), sent: UNSENT };
const known = (ms: number) => Option.filter(Option.some(ms), Number.isFinite);

/** Empty at the start of its scope; it accepts guards of wallets that are not stored. */
export const layerMemoryGuardStore: Layer.Layer<GuardStore> = Layer.sync(GuardStore, () => {
  const kept = new Map<string, Kept>();
  const of = (walletId: string) => kept.get(walletId) ?? NEVER;
  const shown = ({ seconds, firesMs, firedMs, sent }: Kept): WalletGuard => ({
    armed: Option.filter(Option.some({ seconds, firesMs }), () => firesMs < Infinity),
    firedMs,
    venue: { sinceMs: known(sent.sinceMs), acceptedMs: known(sent.acceptedMs) },
  });
  const dueMs = ({ firesMs, againMs }: Kept) => Math.min(firesMs, againMs);
  const byUrgency = () => [...kept].sort(([, a], [, b]) => dueMs(a) - dueMs(b));
  const fire = (guard: Kept, nowMs: number): Kept =>
    guard.firesMs <= nowMs
      ? { ...guard, ...DISARMED, firedMs: Option.some(nowMs), againMs: nowMs }
      : guard;
  /** One entry a key, the oldest wish first. */
  const chains = () => {
    const wanted = [...kept].filter(([, { sent }]) => sent.sinceMs < Infinity);
    const byKey = Map.groupBy(wanted, ([, { sent }]) => sent.apiKey);
    return [...byKey].map(([apiKey, wallets]) => {
      const newest = wallets.toSorted(([, a], [, b]) => b.sent.acceptedMs - a.sent.acceptedMs)[0];
      return {
        apiKey,
        walletId: wallets.map(([id]) => id).sort()[0] ?? "",
        heartbeatId: newest?.[1].sent.heartbeatId ?? "",
        sinceMs: Math.min(...wallets.map(([, { sent }]) => sent.sinceMs)),
      };
    }).sort((a, b) => a.sinceMs - b.sinceMs || (a.apiKey < b.apiKey ? -1 : 1));
  };
  return GuardStore.of({
    find: (walletId) => Effect.sync(() => shown(of(walletId))),
    set: ({ walletId, seconds, venue, nowMs }) =>
      Effect.sync(() => {
        const sec = Option.getOrElse(seconds, () => Infinity);
        const armed = { seconds: sec, firesMs: nowMs + sec * 1000 };
        const before = fire(of(walletId), nowMs);
        const sent = Option.match(venue, {
          onNone: () => before.sent,
          onSome: (wish) => changed(before.sent, wish, nowMs),
        });
        kept.set(walletId, { ...before, ...armed, sent });
        return shown(of(walletId));
      }),
    takeFired: ({ nowMs, againMs, limit }) =>
      Effect.sync(() => {
        const due = byUrgency().filter(([, guard]) => dueMs(guard) <= nowMs).slice(0, limit);
        const fired = due.map(([walletId, guard]) => {
          kept.set(walletId, { ...fire(guard, nowMs), againMs });
          return { walletId, firedMs: Option.getOrThrow(of(walletId).firedMs) };
        });
        const [next = Infinity] = byUrgency().map(([, guard]) => dueMs(guard));
        return { fired, nextMs: Option.filter(Option.some(next), Number.isFinite) };
      }),
    finish: ({ walletId, firedMs }) =>
      Effect.sync(() => {
        if (!Option.contains(of(walletId).firedMs, firedMs)) return;
        kept.set(walletId, { ...of(walletId), againMs: Infinity });
      }),
    heartbeats: ({ limit }) =>
      Effect.sync(() => chains().slice(0, limit).map(({ sinceMs: _, ...chain }) => chain)),
    noteHeartbeat: ({ apiKey, heartbeatId, atMs }) =>
      Effect.sync(() => {
        for (const [walletId, guard] of kept) {
          if (guard.sent.apiKey !== apiKey || guard.sent.acceptedMs > atMs) continue;
          kept.set(walletId, { ...guard, sent: { ...guard.sent, heartbeatId, acceptedMs: atMs } });
        }
      }),
  });
});

function changed(sent: Sent, wish: HeartbeatWish, nowMs: number): Sent {
  if (wish.kind === "stop") return { ...sent, sinceMs: Infinity };
  const { apiKey } = wish;
  const ofKey = sent.apiKey === apiKey ? sent : { ...UNSENT, apiKey };
  return { ...ofKey, sinceMs: Math.min(sent.sinceMs, nowMs) };
}
