import { expect, test } from "bun:test";
import { Cause, Exit, ManagedRuntime, Option } from "effect";
import { TestClock } from "effect/testing";
import fc from "fast-check";
import { type ChainAction, isActionOver } from "../../../../core/chain/mod.ts";
import { ChainStore } from "../../../../core/port/chain_store.ts";
import { advanceWallet } from "../../../../core/use_case/chain/mod.ts";
import { newWallet } from "../../../contract/new_wallet.ts";
import { ask, layerOf, storeWallet } from "./chain_wallet.ts";
import { GOOD_TURN, type Turn } from "./chain_turn.ts";
import { ChainWorld, Killed, MARKETS } from "./chain_world.ts";

/** Turns in which much goes wrong. */
const turn: fc.Arbitrary<Turn> = fc.record({
  send: fc.constantFrom(
    "taken",
    "taken",
    "lost after",
    "lost before",
    "busy",
    "server error",
  ),
  meanwhile: fc.constantFrom("nothing", "execute", "execute", "drop", "revert", "copy"),
  elsewhere: fc.constantFrom("nothing", "nothing", "nothing", "redeem", "nonce", "trade"),
  look: fc.constantFrom("answers", "answers", "no nonce", "fails"),
  diesAt: fc.oneof(fc.constant(Infinity), fc.constant(Infinity), fc.integer({ min: 0, max: 9 })),
  passesMs: fc.constantFrom(0, 2_000, 16_000, 61_000, 250_000, 700_000),
});

const atTurn = fc.integer({ min: 0, max: 10 });
/** Claims are of markets that are resolved, splits and merges of one that is open. */
const wish = fc.oneof(
  fc.record({
    kind: fc.constant("claim" as const),
    market: fc.constantFrom(0, 1),
    atTurn,
    sizeE6: fc.constant(0n),
  }),
  fc.record({
    kind: fc.constantFrom("split" as const, "merge" as const),
    market: fc.constant(2),
    atTurn,
    sizeE6: fc.constantFrom(1_000_000n, 2_500_001n),
  }),
);

const history = fc.record({
  hasDeadline: fc.boolean(),
  hasLogs: fc.boolean(),
  turns: fc.array(turn, { minLength: 3, maxLength: 25 }),
  wishes: fc.array(wish, { minLength: 1, maxLength: 5 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

const NOTHING: Turn = { ...GOOD_TURN, meanwhile: "nothing" };
/** The chain executes a copy of bytes that the road gave up, while others have their number. */
const COPIED: Pick<History, "hasDeadline" | "hasLogs" | "turns"> = {
  hasDeadline: false,
  hasLogs: false,
  turns: [
    NOTHING,
    { ...NOTHING, meanwhile: "drop", send: "busy" },
    { ...NOTHING, meanwhile: "copy" },
  ],
};
const EXAMPLES: ReadonlyArray<History> = [
  { ...COPIED, wishes: [{ kind: "claim", market: 1, atTurn: 0, sizeE6: 0n }] },
  { ...COPIED, wishes: [{ kind: "split", market: 2, atTurn: 0, sizeE6: 1_000_000n }] },
];

test("whatever breaks, each wish is done once or not at all, and is told as it was", async () => {
  await fc.assert(
    fc.asyncProperty(history, async (drawn) => {
      const { world, actions } = await live(drawn);
      expect(world.faults).toEqual([]);
      for (const action of actions) {
        expect([action.why, isActionOver(action)]).toEqual([action.why, true]);
      }
      for (const [at, { conditionId }] of MARKETS.entries()) {
        for (const kind of ["split", "merge", "claim"] as const) {
          const own = actions.filter((one) => one.kind === kind && isOf(one, at));
          const done = world.executions.filter((one) =>
            one.kind === kind && one.conditionId === conditionId && one.usdcE6 !== 0n
          );
          const told = own.filter(({ state }) => state === "confirmed").map(usdcOf).toSorted();
          const paid = done.map(({ usdcE6 }) => usdcE6).toSorted();
          if (kind !== "claim") {
            expect(told).toEqual(paid);
            continue;
          }
          // Another's payment meanwhile looks like this one's without a log, and where the nonce
          // alone says that the bytes may have been executed.
          const others = world.redeemed.filter((usdcE6) => usdcE6 > 0n);
          expect(paid.length).toBeLessThanOrEqual(1);
          expect(told.length).toBeLessThanOrEqual(1);
          for (const usdcE6 of told) expect([...paid, ...others]).toContain(usdcE6);
          // Nobody else redeems the second market.
          if (at === 1) expect(told).toEqual(paid);
          const isDone = own.some(({ state }) => state === "confirmed" || state === "nothing_left");
          if (isDone) expect(world.sharesOf(MARKETS[at] ?? { tokenIds: ["", ""] })[0]).toBe(0n);
        }
      }
    }),
    { examples: EXAMPLES.map((one): [History] => [one]) },
  );
});

const isOf = ({ market }: ChainAction, at: number) =>
  market.conditionId === MARKETS[at]?.conditionId;
const usdcOf = ({ moved }: ChainAction) => Option.getOrThrow(moved).usdcE6;

/** Lives through a history, and then through good turns until everything is over. */
async function live({ turns, wishes, ...kind }: History) {
  const world = new ChainWorld(kind);
  const runtime = ManagedRuntime.make(layerOf(world));
  const wallet = { ...newWallet("a"), clobApiKey: Option.some("key") };
  await runtime.runPromise(storeWallet(wallet));
  const all = [...turns, ...Array.from({ length: 60 }, () => GOOD_TURN)];
  const ids: Array<string> = [];
  for (const [at, now] of all.entries()) {
    world.begin(now);
    await runtime.runPromise(TestClock.setTime(world.nowMs));
    for (const wanted of wishes.filter(({ atTurn }) => atTurn === at)) {
      ids.push(...await runtime.runPromise(ask(wallet.id, { ...wanted, at: ids.length })));
    }
    const exit = await runtime.runPromiseExit(advanceWallet(wallet.id));
    if (Exit.isFailure(exit) && !isExpected(exit.cause)) throw Cause.squash(exit.cause);
  }
  const listing = {
    walletId: wallet.id,
    kinds: ["claim", "split", "merge"],
    states: ["queued", "sent", "confirmed", "failed", "nothing_left"],
    conditionId: Option.none(),
    after: Option.none(),
    limit: 99,
  } as const;
  const actions = await runtime.runPromise(ChainStore.use(({ list }) => list(listing)));
  await runtime.dispose();
  return { world, actions };
}

/** A process that dies, or whose road fails, goes on in the next turn. */
function isExpected(cause: Cause.Cause<unknown>): boolean {
  const error = Cause.squash(cause);
  return error instanceof Killed ||
    (typeof error === "object" && error !== null && "_tag" in error &&
      error._tag === "ProviderFailed");
}
