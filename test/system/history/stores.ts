/**
 * The stores as one replica reaches them: over a network that fails, and with a leader among all.
 *
 * @module
 */
import { Effect } from "effect";
import type { AccountStore } from "../../../core/port/account_store.ts";
import type { ChainStore } from "../../../core/port/chain_store.ts";
import type { GameChanges, GameStore } from "../../../core/port/game_store.ts";
import { LEAD } from "../../../core/port/leases.ts";
import type { FillStore } from "../../../core/port/fill_store.ts";
import type { GuardStore } from "../../../core/port/guard_store.ts";
import type { LedgerStore } from "../../../core/port/ledger_store.ts";
import type { OrderStore } from "../../../core/port/order_store.ts";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import type { TargetStore } from "../../../core/port/target_store.ts";
import type { WalletFrames } from "../../../core/port/wallet_frames.ts";
import type { WalletStore } from "../../../core/port/wallet_store.ts";
import type { WebhookStore } from "../../../core/port/webhook_store.ts";
import { keepLeases } from "../../../core/use_case/time/mod.ts";
import { type Caller, type Ground, LEAD_MS, type Trip } from "./ground.ts";

/** A call to a store that is away fails after so long. */
const AWAY_MS = 20_000;
const LATE_MS_MAX = 75_000;
const RENEW_EVERY_MS = 750;

function tripOf({ chance, conditions: { store } }: Ground, operation: string): Trip<StoreFailed> {
  const quickMs = chance.is(0.75) ? 0 : 5;
  const quick = { thereMs: chance.within(0, quickMs), backMs: chance.within(0, quickMs) };
  // Made only where it is needed: that takes longer than a call.
  const failure = () => new StoreFailed({ operation, cause: "staged" });
  switch (store) {
    case "answers":
      return quick;
    case "fails":
      return { ...quick, fails: { when: "before", failure: failure() } };
    case "fails_after":
      return { ...quick, fails: { when: "after", failure: failure() } };
    case "late":
      return { thereMs: chance.within(0, LATE_MS_MAX), backMs: chance.within(0, LATE_MS_MAX) };
    case "away":
      return { thereMs: 0, backMs: AWAY_MS, fails: { when: "before", failure: failure() } };
  }
}

/** Returns the same port, each call of which makes a trip first. */
export function overNetwork<Port extends object, E>(
  port: Port,
  { ground, caller, trip }: {
    readonly ground: Ground;
    readonly caller: Caller;
    readonly trip: (operation: string) => Trip<E>;
  },
): Port {
  const call = (operation: string, work: Effect.Effect<unknown, E>) =>
    Effect.suspend(() => ground.call(work, trip(operation), caller));
  const entries = Object.entries(port).map(([name, member]) => {
    if (Effect.isEffect(member)) return [name, call(name, member as Effect.Effect<unknown, E>)];
    return [
      name,
      typeof member === "function"
        ? (...args: ReadonlyArray<unknown>) => call(name, member(...args))
        : member,
    ];
  });
  return Object.fromEntries(entries) as Port;
}

/** The stores of one process. What a former leader still writes of games is refused. */
export function storesVia(ground: Ground, caller: Caller): {
  readonly targets: TargetStore["Service"];
  readonly games: GameStore["Service"];
  readonly orders: OrderStore["Service"];
  readonly fills: FillStore["Service"];
  readonly frames: WalletFrames["Service"];
  readonly guards: GuardStore["Service"];
  readonly webhooks: WebhookStore["Service"];
  readonly wallets: WalletStore["Service"];
  readonly accounts: AccountStore["Service"];
  readonly chain: ChainStore["Service"];
  readonly ledgers: LedgerStore["Service"];
} {
  const via = <Port extends object>(port: Port) =>
    overNetwork(port, { ground, caller, trip: (operation) => tripOf(ground, operation) });
  const write = (changes: GameChanges) =>
    Effect.suspend(() => {
      if (ground.leads.isTakenFrom(LEAD, caller.name)) {
        const cause = new Error("another process leads");
        return Effect.fail(
          new StoreFailed({ operation: "store games", cause, refusal: "led_elsewhere" }),
        );
      }
      return Effect.tap(ground.games.write(changes), ({ revision }) => keepWrite(ground, revision));
    });
  return {
    targets: via(ground.targets),
    games: via({ ...ground.games, write }),
    orders: via(ground.orders),
    fills: via(ground.fills),
    frames: via(ground.frames),
    guards: via(ground.guards),
    webhooks: via(ground.webhooks),
    wallets: via(ground.wallets),
    accounts: via(ground.accounts),
    chain: via(ground.chain),
    ledgers: via(ground.ledgers),
  };
}

/** Keeps what is stored after a write, for listings to be held against. */
const keepWrite = Effect.fnUntraced(function* (ground: Ground, revision: number) {
  const stored = yield* ground.games.changedSince({ afterSeq: 0, limit: 10_000 });
  ground.wroteMs.set(revision, ground.time.nowMs);
  ground.writes.set(revision, new Map(stored.map((one) => [one.record.game.id, one])));
});

/** Who leads, by a lease in the store. */
export function storeLeasesVia(ground: Ground, caller: Caller) {
  const { leads } = ground;
  const take = (names: ReadonlyArray<string>) =>
    Effect.suspend(() => {
      const taking = Effect.sync(() => {
        const claim = { holder: caller.name, nowMs: ground.machineMs };
        return names.map((name) => leads.take(name, claim));
      });
      return ground.call(taking, tripOf(ground, "take the lead"), caller);
    });
  const release = Effect.forEach((name: string) =>
    Effect.sync(() => leads.release(name, caller.name))
  );
  const lengths = { leaseMs: LEAD_MS, renewEveryMs: RENEW_EVERY_MS };
  return Effect.map(
    keepLeases({ take, release, ...lengths, worksAlone: false }),
    ({ leases }) => leases,
  );
}
