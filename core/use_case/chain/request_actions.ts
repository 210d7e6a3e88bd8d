/**
 * Stores what a wallet is to do on the chain, once a key, and waits for what becomes of it.
 *
 * @module
 */
import { Context, Effect, Option, Queue, Schema } from "effect";
import { isActionOver } from "../../chain/mod.ts";
import { ChainRoad } from "../../port/chain_road.ts";
import { ChainStore, type NewChainAction } from "../../port/chain_store.ts";
import { IdempotencyKeyReused } from "../order/place_order.ts";
import { tradingWallet, type WalletClaim } from "../order/trading_wallet.ts";
import { MachineTime } from "../time/machine_time.ts";
import { ChainSignals } from "./chain_signals.ts";

/** A request, by the caller's own name for it. */
export interface ActionCommand extends WalletClaim {
  readonly idempotencyKey: string;
  /** SHA-256, in hex, of everything in the request that decides what is done. */
  readonly requestSha256: string;
}

/** How long a caller waits for actions to be over, in machine time. */
const PATIENCE_MS = 10_000;
const ASK_EVERY_MS = 250;

/** Ends when a caller is told of actions that are not over. */
export const ActionPatience = Context.Reference<Effect.Effect<void>>(
  "core/use_case/ActionPatience",
  { defaultValue: () => MachineTime.use(({ sleep }) => sleep(PATIENCE_MS)) },
);

/**
 * Returns the actions of a request as they are, after waiting for them for a while. `make` makes
 * them, unless the key has some already: the same key never makes others.
 */
export const requestActions = Effect.fnUntraced(function* <E, R>(
  command: ActionCommand,
  make: Effect.Effect<ReadonlyArray<NewChainAction>, E, R>,
) {
  const store = yield* ChainStore;
  const { wallet } = yield* tradingWallet(command);
  const known = yield* store.requested(command);
  if (Option.isNone(known)) yield* (yield* ChainRoad).claimsMax(wallet);
  const requested = Option.isSome(known)
    ? known.value
    : yield* store.request({ ...command, actions: yield* admitted(command, make) });
  if (requested.requestSha256 !== command.requestSha256) {
    return yield* new IdempotencyKeyReused(command);
  }
  const isReplayed = Option.isSome(known);
  if (requested.actions.every(isActionOver)) return { actions: requested.actions, isReplayed };
  yield* Queue.offer(yield* ChainSignals, undefined);
  yield* Effect.raceFirst(untilOver(command), yield* ActionPatience);
  const last = yield* store.requested(command);
  return { actions: Option.getOrElse(last, () => requested).actions, isReplayed };
});

/** A wallet does one thing after the other, some seconds each. */
export const WAITING_MAX = 200;

/** The wallet has as much to do as may wait for its turn. */
export class ActionsWaiting extends Schema.TaggedError<ActionsWaiting>()("ActionsWaiting", {
  count: Schema.Number,
}) {
  override get message(): string {
    return `Cannot queue this: ${this.count} claims, splits and merges of the wallet wait for ` +
      "their turn, and no more may";
  }
}

const admitted = Effect.fnUntraced(function* <E, R>(
  command: ActionCommand,
  make: Effect.Effect<ReadonlyArray<NewChainAction>, E, R>,
) {
  yield* roomFor(command);
  const actions = yield* make;
  // Making them takes its time, in which any number of others may have come.
  yield* roomFor(command);
  return actions;
});

/** There is room for what is stored already. */
const roomFor = Effect.fnUntraced(function* (command: ActionCommand) {
  const store = yield* ChainStore;
  const { queued } = yield* store.openOf(command.walletId);
  if (queued.length < WAITING_MAX || Option.isSome(yield* store.requested(command))) return;
  return yield* new ActionsWaiting({ count: queued.length });
});

/** Any replica may do them. */
const untilOver = Effect.fnUntraced(function* (command: ActionCommand) {
  const store = yield* ChainStore;
  const { sleep } = yield* MachineTime;
  while (true) {
    yield* sleep(ASK_EVERY_MS);
    const requested = yield* store.requested(command);
    if (Option.exists(requested, ({ actions }) => actions.every(isActionOver))) return;
  }
});
