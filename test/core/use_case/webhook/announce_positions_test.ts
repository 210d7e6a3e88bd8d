import { expect, test } from "bun:test";
import { Effect, Layer, Logger, Option } from "effect";
import { TestClock } from "effect/testing";
import { FillStore } from "../../../../core/port/fill_store.ts";
import { WalletStore } from "../../../../core/port/wallet_store.ts";
import { WebhookStore } from "../../../../core/port/webhook_store.ts";
import { WebhookWriter } from "../../../../core/port/webhook_writer.ts";
import {
  announcePositionDifferences,
  type DifferingSince,
} from "../../../../core/use_case/webhook/mod.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import { newSecrets, newWallet } from "../../../contract/new_wallet.ts";
import { newWebhook } from "../../../contract/new_webhook.ts";
import { conditionOf } from "../../../condition.ts";
import { layerNoWalletFrames } from "../../../memory/wallet_frames.ts";
import { layerMemoryWalletStore } from "../../../memory/wallet_store.ts";
import { layerMemoryWebhookStore } from "../../../memory/webhook_store.ts";
import { makeStagedIndex } from "../../../stage/staged_index.ts";

const NOON_MS = 1_767_268_800_000;
const MINUTE_MS = 60_000;

test("what differs for ten minutes is told once, to its account, and not what agrees again", () => {
  const { hands, layer } = makeStagedIndex();
  const wallet = newWallet("a");
  const holds = (shares: bigint) => {
    hands.holdings = [{
      conditionId: conditionOf(1),
      tokenId: "11",
      outcomeIndex: Option.some(0),
      outcome: "Up",
      slug: "a-market",
      sharesE6: shares,
      averagePriceE6: Option.none(),
      realizedE6: Option.none(),
    }];
  };
  const world = layer.pipe(
    Layer.provideMerge(Layer.mergeAll(
      layerMemoryWebhookStore,
      layerMemoryWalletStore,
      layerNoWalletFrames,
      Layer.mock(FillStore, { list: () => Effect.succeed([]), unheard: () => Effect.succeed([]) }),
      Layer.succeed(WebhookWriter, {
        write: (event) =>
          event.type === "position.differs"
            ? `${event.differing.indexedE6} since ${(event.sinceMs - NOON_MS) / MINUTE_MS}`
            : event.type,
      }),
      Layer.succeed(MachineTime, {
        nowMs: TestClock.testClockWith((clock) =>
          Effect.sync(() => clock.currentTimeMillisUnsafe())
        ),
        sleep: (ms) => Effect.sleep(ms),
      }),
      Logger.layer([]),
    )),
    Layer.provideMerge(TestClock.layer()),
  );
  const program = Effect.gen(function* () {
    yield* TestClock.setTime(NOON_MS);
    const store = yield* WebhookStore;
    yield* WalletStore.use(({ add }) => add({ wallet, secrets: newSecrets() }));
    for (
      const [account, event] of [["a", "position.differs"], ["b", "position.differs"]] as const
    ) {
      yield* store.add(newWebhook(account, { events: [event], sinceMs: NOON_MS }));
    }
    const since: DifferingSince = new Map();
    const told = (minute: number) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(NOON_MS + minute * MINUTE_MS);
        hands.asOfMs = NOON_MS + minute * MINUTE_MS;
        yield* announcePositionDifferences(since);
        const untilMs = Number.MAX_SAFE_INTEGER;
        const claim = { nowMs: untilMs - 1, untilMs, limit: 9, limitPerWebhook: 9, except: [] };
        return (yield* store.claim(claim)).map(({ content, to }) =>
          content.kind === "body" ? `${to.webhook.accountId}: ${content.body}` : ""
        );
      });
    holds(5n);
    const first = [yield* told(0), yield* told(9)];
    hands.holdings = [];
    first.push(yield* told(10));
    holds(5n);
    const second = [yield* told(11), yield* told(20), yield* told(21), yield* told(22)];
    holds(6n);
    return { first, second, third: [yield* told(23), yield* told(33)] };
  });
  return Effect.runPromise(Effect.provide(program, world)).then((all) =>
    expect(all).toEqual({
      first: [[], [], []],
      second: [[], [], ["a: 5 since 11"], []],
      third: [[], ["a: 6 since 23"]],
    })
  );
});
