/** Guards in memory: for tests, and the reference implementation of the port. @module */
import { Effect, Layer, Option } from "effect";
import { GuardStore, type WalletGuard } from "../../core/port/guard_store.ts";

/** A guard, and when to cancel what is left of before it fired. Infinity: never. */
type Kept = Pick<WalletGuard, "firedMs"> & Record<"seconds" | "firesMs" | "againMs", number>;

const NEVER: Kept = { seconds: 0, firesMs: Infinity, againMs: Infinity, firedMs: Option.none() };

/** Empty at the start of its scope; it accepts guards of wallets that are not stored. */
export const layerMemoryGuardStore: Layer.Layer<GuardStore> = Layer.sync(GuardStore, () => {
  const kept = new Map<string, Kept>();
  const of = (walletId: string) => kept.get(walletId) ?? NEVER;
  const shown = ({ seconds, firesMs, firedMs }: Kept): WalletGuard => ({
    armed: Option.filter(Option.some({ seconds, firesMs }), () => firesMs < Infinity),
    firedMs,
  });
  const dueMs = ({ firesMs, againMs }: Kept) => Math.min(firesMs, againMs);
  const byUrgency = () => [...kept].sort(([, a], [, b]) => dueMs(a) - dueMs(b));
  const fire = (guard: Kept, nowMs: number): Kept =>
    guard.firesMs <= nowMs ? { ...NEVER, firedMs: Option.some(nowMs), againMs: nowMs } : guard;
  return GuardStore.of({
    find: (walletId) => Effect.sync(() => shown(of(walletId))),
    set: ({ walletId, seconds, nowMs }) =>
      Effect.sync(() => {
        const sec = Option.getOrElse(seconds, () => Infinity);
        const armed = { seconds: sec, firesMs: nowMs + sec * 1000 };
        kept.set(walletId, { ...fire(of(walletId), nowMs), ...armed });
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
  });
});
