import { expect, test } from "bun:test";
import { Effect, ManagedRuntime, Option } from "effect";
import { TestClock } from "effect/testing";
import { CHAIN_ACTION_KINDS, CHAIN_ACTION_STATES } from "../../../../core/chain/mod.ts";
import { CallsRefused, type ChainRoad } from "../../../../core/port/chain_road.ts";
import type { ChainBalances } from "../../../../core/port/chain_balances.ts";
import { ChainStore } from "../../../../core/port/chain_store.ts";
import { VenueRefused } from "../../../../core/port/order_venue.ts";
import { advanceWallet } from "../../../../core/use_case/chain/mod.ts";
import { newWallet } from "../../../contract/new_wallet.ts";
import { ask, layerOf, storeWallet } from "./chain_wallet.ts";
import { GOOD_TURN } from "./chain_turn.ts";
import { ChainWorld, MARKETS } from "./chain_world.ts";

const [bad] = MARKETS;
type Road = ChainRoad["Service"];

/** Returns the states of two claims that are signed together, the first one of which is no good. */
async function statesBy(
  roadOf: (road: Road, isBad: (body: string) => boolean) => Road,
  balancesOf?: (world: ChainWorld) => ChainBalances["Service"]["of"],
) {
  const world = new ChainWorld({ hasDeadline: true, hasLogs: true });
  const bodies = new Set<string>();
  const road: Road = {
    ...world.road,
    sign: (draft) =>
      Effect.tap(world.road.sign(draft), ({ body }) => {
        const isBad = draft.calls.some(({ market }) => market.conditionId === bad?.conditionId);
        return Effect.sync(() => isBad && bodies.add(body));
      }),
  };
  const runtime = ManagedRuntime.make(
    layerOf(world, roadOf(road, (body) => bodies.has(body)), balancesOf?.(world)),
  );
  const wallet = { ...newWallet("a"), clobApiKey: Option.some("key") };
  await runtime.runPromise(storeWallet(wallet));
  for (const market of [0, 1]) {
    await runtime.runPromise(ask(wallet.id, { kind: "claim", market, sizeE6: 0n, at: market }));
  }
  for (let turns = 0; turns < 40; turns++) {
    world.begin(GOOD_TURN);
    await runtime.runPromise(TestClock.setTime(world.nowMs));
    await runtime.runPromise(advanceWallet(wallet.id));
  }
  const listed = await runtime.runPromise(ChainStore.use(({ list }) =>
    list({
      walletId: wallet.id,
      kinds: CHAIN_ACTION_KINDS,
      states: CHAIN_ACTION_STATES,
      conditionId: Option.none(),
      after: Option.none(),
      limit: 9,
    })
  ));
  await runtime.dispose();
  return Object.fromEntries(listed.map(({ id, state }) => [id, state]));
}

const ONE_IS_PAID = { "action 0": "failed", "action 1": "confirmed" } as const;

test("a claim that fails takes no other with it that was signed with it", async () => {
  const states = await statesBy((road, isBad) => ({
    ...road,
    look: (calls, wallet) =>
      Effect.map(
        road.look(calls, wallet),
        (report) =>
          isBad(calls.body)
            ? { ...report, state: "failed", nextNonce: Option.some(calls.nonce) }
            : report,
      ),
    send: (calls, wallet) =>
      isBad(calls.body)
        ? Effect.succeed({ kind: "taken", roadId: Option.some("of a bad one") })
        : road.send(calls, wallet),
  }));
  expect(states).toEqual(ONE_IS_PAID);
});

test("a claim that the road does not take keeps no other from it", async () => {
  const states = await statesBy((road, isBad) => ({
    ...road,
    send: (calls, wallet) =>
      isBad(calls.body)
        ? Effect.succeed({ kind: "refused", why: "call blocked", retry: { when: "never" } })
        : road.send(calls, wallet),
  }));
  expect(states).toEqual(ONE_IS_PAID);
});

test("a claim that cannot be signed keeps no other from it", async () => {
  const states = await statesBy((road, isBad) => ({
    ...road,
    sign: (draft) =>
      Effect.flatMap(
        road.sign(draft),
        (signed) =>
          isBad(signed.body)
            ? Effect.fail(new CallsRefused({ why: "it is none of its condition" }))
            : Effect.succeed(signed),
      ),
  }));
  expect(states).toEqual(ONE_IS_PAID);
});

const refused = new VenueRefused({ wanted: "get shares", venueMessage: "no such asset" });
const isOfBad = ({ market }: Parameters<ChainBalances["Service"]["of"]>[0]) =>
  market.tokenIds[0] === bad?.tokenIds[0];

test("a claim whose shares the venue does not tell keeps no other from it", async () => {
  const states = await statesBy(
    (road) => road,
    (world) => (query) => isOfBad(query) ? Effect.fail(refused) : world.balancesOf(query.market),
  );
  expect(states).toEqual({ "action 0": "queued", "action 1": "confirmed" });
});

test("what became of a claim is told, whatever the venue does not tell of another", async () => {
  const asked = new Set<string>();
  const states = await statesBy((road) => road, (world) => (query) => {
    // Before they are signed, the venue tells the shares of both.
    const isLater = asked.has(query.market.tokenIds[0]);
    asked.add(query.market.tokenIds[0]);
    return isLater && isOfBad(query) ? Effect.fail(refused) : world.balancesOf(query.market);
  });
  expect(states).toEqual({ "action 0": "sent", "action 1": "confirmed" });
});
