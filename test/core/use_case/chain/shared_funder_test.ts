import { expect, test } from "bun:test";
import { Effect, ManagedRuntime, Option } from "effect";
import { TestClock } from "effect/testing";
import { ChainStore } from "../../../../core/port/chain_store.ts";
import { advanceWallet } from "../../../../core/use_case/chain/mod.ts";
import { newWallet } from "../../../contract/new_wallet.ts";
import { ask, layerOf, storeWallet } from "./chain_wallet.ts";
import { GOOD_TURN } from "./chain_turn.ts";
import { ChainWorld } from "./chain_world.ts";

test("one split counts for one of the wallets that have their shares together", async () => {
  const world = new ChainWorld({ hasDeadline: false, hasLogs: false });
  const runtime = ManagedRuntime.make(layerOf(world));
  const wallet = { ...newWallet("a"), clobApiKey: Option.some("key") };
  const other = { ...newWallet("b"), funder: wallet.funder, clobApiKey: wallet.clobApiKey };
  const wallets = [wallet, other];
  const split = { kind: "split", market: 2, sizeE6: 1_000_000n } as const;
  for (const [at, one] of wallets.entries()) {
    await runtime.runPromise(Effect.andThen(storeWallet(one), ask(one.id, { ...split, at })));
  }
  const turn = async (fields: Partial<typeof GOOD_TURN>, ...those: typeof wallets) => {
    world.begin({ ...GOOD_TURN, ...fields });
    await runtime.runPromise(TestClock.setTime(world.nowMs));
    for (const { id } of those) await runtime.runPromise(advanceWallet(id));
  };
  await turn({ send: "lost before" }, other);
  await turn({}, wallet);
  for (let turns = 0; turns < 40; turns++) await turn({ send: "lost before" }, wallet, other);
  const confirmed = await runtime.runPromise(
    ChainStore.use((store) => Effect.forEach(wallets, ({ id }) => store.confirmedOf(id))),
  );
  await runtime.dispose();
  expect(world.executions).toHaveLength(1);
  expect(confirmed.map(({ length }) => length)).toEqual([1, 0]);
});
