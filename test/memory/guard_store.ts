/** Guards in memory: for tests, and the reference implementation of the port. @module */
import { Effect, Layer, Option } from "effect";
import { type FiredGuard, GuardStore, type WalletGuard } from "../../core/port/guard_store.ts";

interface Kept extends WalletGuard {
  /** When to cancel what is left of before the guard fired. */
  readonly againMs: Option.Option<number>;
}

const NEVER: Kept = { armed: Option.none(), firedMs: Option.none(), againMs: Option.none() };

/** Empty at the start of its scope; it accepts guards of wallets that are not stored. */
export const layerMemoryGuardStore: Layer.Layer<GuardStore> = Layer.sync(GuardStore, () => {
  const kept = new Map<string, Kept>();
  const shown = ({ armed, firedMs }: Kept = NEVER): WalletGuard => ({ armed, firedMs });
  const dueMs = ({ armed, againMs }: Kept) =>
    Math.min(
      Option.match(armed, { onNone: () => Infinity, onSome: ({ firesMs }) => firesMs }),
      Option.getOrElse(againMs, () => Infinity),
    );
  const byUrgency = () => [...kept].sort(([, a], [, b]) => dueMs(a) - dueMs(b));
  const firing = (guard: Kept, nowMs: number): Kept =>
    Option.exists(guard.armed, ({ firesMs }) => firesMs <= nowMs)
      ? { armed: Option.none(), firedMs: Option.some(nowMs), againMs: Option.some(nowMs) }
      : guard;
  return GuardStore.of({
    find: (walletId) => Effect.sync(() => shown(kept.get(walletId))),
    set: ({ walletId, seconds, nowMs }) =>
      Effect.sync(() => {
        const armed = Option.map(seconds, (sec) => ({
          seconds: sec,
          firesMs: nowMs + sec * 1000,
        }));
        const guard = { ...firing(kept.get(walletId) ?? NEVER, nowMs), armed };
        kept.set(walletId, guard);
        return shown(guard);
      }),
    takeFired: ({ nowMs, againMs, limit }) =>
      Effect.sync(() => {
        const due = byUrgency().filter(([, guard]) => dueMs(guard) <= nowMs).slice(0, limit);
        const fired = due.flatMap(([walletId, guard]): ReadonlyArray<FiredGuard> => {
          const next = { ...firing(guard, nowMs), againMs: Option.some(againMs) };
          kept.set(walletId, next);
          return Option.toArray(Option.map(next.firedMs, (firedMs) => ({ walletId, firedMs })));
        });
        const next = byUrgency().map(([, guard]) => dueMs(guard)).find(Number.isFinite);
        return { fired, nextMs: Option.fromUndefinedOr(next) };
      }),
    finish: ({ walletId, firedMs }) =>
      Effect.sync(() => {
        const guard = kept.get(walletId);
        if (guard === undefined || !Option.contains(guard.firedMs, firedMs)) return;
        kept.set(walletId, { ...guard, againMs: Option.none() });
      }),
  });
});
