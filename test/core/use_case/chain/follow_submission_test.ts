import { expect, test } from "bun:test";
import { Effect, Layer, Option } from "effect";
import type { RoadAnswer } from "../../../../core/chain/mod.ts";
import { ChainRoad } from "../../../../core/port/chain_road.ts";
import { ChainStore } from "../../../../core/port/chain_store.ts";
import { followSubmission } from "../../../../core/use_case/chain/mod.ts";
import { HOLDINGS, newAction, newSubmission } from "../../../contract/chain_fixture.ts";
import { newWallet } from "../../../contract/new_wallet.ts";
import { layerMemoryChainStore } from "../../../memory/chain_store.ts";

const taken: RoadAnswer = { kind: "taken", roadId: Option.some("r1") };
const unclear: RoadAnswer = { kind: "unclear", why: "the connection broke" };
const refused = (when: "anew" | "never"): RoadAnswer => ({
  kind: "refused",
  why: "its nonce is over",
  retry: { when },
});

/** Two replicas take bytes for unsent, and send them one after the other, with these answers. */
const follow = (...answers: ReadonlyArray<RoadAnswer>) =>
  Effect.gen(function* () {
    const store = yield* ChainStore;
    const wallet = newWallet("a");
    const submission = newSubmission(wallet.id, { deadlineSec: Option.none() });
    const action = newAction(wallet.id);
    const request = { idempotencyKey: "k", requestSha256: "", actions: [action] };
    yield* store.request({ walletId: wallet.id, ...request });
    yield* store.begin({ submission, actions: [{ id: action.id, before: HOLDINGS }] });
    const left = [...answers];
    const road = { send: () => Effect.sync(() => left.shift() ?? unclear) };
    for (const _ of answers) {
      yield* Effect.provide(followSubmission(submission, wallet), Layer.mock(ChainRoad, road));
    }
    return Option.isSome((yield* store.openOf(wallet.id)).inFlight);
  }).pipe(Effect.provide(layerMemoryChainStore), Effect.runPromise);

test("bytes stay in flight, whoever refuses them, once a road may have them", async () => {
  expect(await follow(taken, refused("anew"))).toBe(true);
  expect(await follow(unclear, refused("never"))).toBe(true);
  expect(await follow(refused("anew"))).toBe(false);
  expect(await follow(refused("never"))).toBe(false);
});
