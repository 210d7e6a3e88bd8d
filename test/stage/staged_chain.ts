/** A chain as a test has it, which executes what is sent to it at once. @module */
import { Effect, Layer, Option } from "effect";
import { ChainBalances } from "../../core/port/chain_balances.ts";
import {
  CallsRefused,
  ChainLogs,
  ChainRoad,
  RoadOff,
  type WantedCall,
} from "../../core/port/chain_road.ts";
import { NewId } from "../../core/port/new_id.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import { ActionPatience, layerChainSignals } from "../../core/use_case/chain/mod.ts";

const UNREACHABLE = new ProviderFailed({
  provider: "chain",
  reason: "unreachable",
  wanted: "balances",
  cause: new Error("the secret inside"),
});

/** The hash of every transaction. */
export const STAGED_TX = `0x${"5c".repeat(32)}`;

/** Makes a chain on which the wallet has 100 USDC and no shares. Callers wait for nothing. */
export function makeStagedChain() {
  const hands = {
    /** The setting that its road lacks. */
    missing: undefined as string | undefined,
    /** Whether balances can be read. */
    isUp: true,
    /** Before they are. */
    beforeRead: Effect.void as Effect.Effect<void>,
    /** Whether what is sent has no end. */
    isStalling: false,
    /** Why its road refuses calls beforehand. */
    refused: undefined as string | undefined,
    usdcE6: 100_000_000n,
    /** Shares by token, in millionths. */
    sharesE6: new Map<string, bigint>(),
    /** What was sent. */
    sent: [] as Array<ReadonlyArray<WantedCall>>,
  };
  const heldOf = (tokenId: string) => hands.sharesE6.get(tokenId) ?? 0n;
  /** What the newest transaction moved: they all have the same hash. */
  let logged = { usdcE6: 0n, sharesE6: new Map<string, bigint>() };
  const pay = (byE6: bigint) => {
    hands.usdcE6 += byE6;
    logged.usdcE6 += byE6;
  };
  const move = (tokenId: string, byE6: bigint) => {
    hands.sharesE6.set(tokenId, heldOf(tokenId) + byE6);
    logged.sharesE6.set(tokenId, byE6);
  };
  const execute = (call: WantedCall) => {
    if (call.kind === "claim") {
      // Each share that is claimed pays a whole USDC.
      for (const [at, sharesE6] of call.sharesE6.entries()) {
        pay(sharesE6);
        move(call.market.tokenIds[at] ?? "", -sharesE6);
      }
      return;
    }
    const byE6 = call.kind === "split" ? call.sizeE6 : -call.sizeE6;
    pay(-byE6);
    for (const tokenId of call.market.tokenIds) move(tokenId, byE6);
  };
  const signed = new Map<string, ReadonlyArray<WantedCall>>();
  const reachable = Effect.suspend(() =>
    hands.missing === undefined ? Effect.void : Effect.fail(new RoadOff({ setting: hands.missing }))
  );
  const road = ChainRoad.of({
    claimsMax: () => Effect.as(reachable, 10),
    sign: ({ calls }) =>
      Effect.flatMap(reachable, () => {
        if (hands.refused !== undefined) {
          return Effect.fail(new CallsRefused({ why: hands.refused }));
        }
        const body = `bytes ${signed.size}`;
        signed.set(body, calls);
        return Effect.succeed({
          road: "relayer" as const,
          nonce: BigInt(hands.sent.length),
          deadlineSec: Option.none(),
          body,
          tx: Option.none(),
        });
      }),
    send: ({ body }) =>
      Effect.sync(() => {
        const calls = signed.get(body) ?? [];
        hands.sent.push(calls);
        logged = { usdcE6: 0n, sharesE6: new Map() };
        for (const call of calls) execute(call);
        return { kind: "taken", roadId: Option.some(body) };
      }),
    look: ({ nonce }) =>
      Effect.sync(() => ({
        state: hands.isStalling ? "waiting" : "confirmed",
        tx: Option.some(STAGED_TX),
        why: Option.none(),
        nextNonce: Option.some(nonce + 1n),
      })),
  });
  const layer = Layer.mergeAll(
    Layer.succeed(ChainRoad, road),
    Layer.succeed(ChainLogs, { movedBy: () => Effect.sync(() => Option.some(logged)) }),
    Layer.succeed(ChainBalances, {
      of: ({ market: { tokenIds: [first, second] } }) =>
        Effect.andThen(Effect.suspend(() => hands.beforeRead), () =>
          hands.isUp
            ? Effect.succeed({
              usdcE6: hands.usdcE6,
              sharesE6: [heldOf(first), heldOf(second)],
            })
            : Effect.fail(UNREACHABLE)),
    }),
    Layer.succeed(NewId, Effect.sync(() => Bun.randomUUIDv7())),
    Layer.succeed(ActionPatience, Effect.void),
    layerChainSignals,
  );
  return { hands, layer };
}
