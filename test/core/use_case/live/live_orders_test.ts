import { describe, expect, test } from "bun:test";
import { Effect, Latch, Layer, References } from "effect";
import { TestClock } from "effect/testing";
import { News, type ReceivedNews } from "../../../../core/port/news.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { FRAMES_KEPT, WalletFrames } from "../../../../core/port/wallet_frames.ts";
import { lastSeqOf, ordersTopic } from "../../../../core/stream/mod.ts";
import {
  layerPublisher,
  makeLiveOrders,
  Publisher,
  type PushedEvent,
  type PushedTopicEvent,
} from "../../../../core/use_case/live/mod.ts";
import { newOrder } from "../../../contract/order_fixture.ts";
import { makeWalletFrames } from "../../../memory/wallet_frames.ts";

const TOPIC = ordersTopic("w");

/** A publisher over frames in memory, and another replica's voice. */
const staged = Effect.gen(function* () {
  const frames = makeWalletFrames();
  const heard: Array<(received: ReceivedNews) => void> = [];
  const said: Array<string> = [];
  const reads: Array<string> = [];
  const told: Array<PushedEvent> = [];
  let isDown = false;
  let gate = Effect.void;
  const store: WalletFrames["Service"] = {
    heads: (walletIds) => {
      reads.push(`heads ${walletIds.join()}`);
      return failing(frames.service.heads(walletIds));
    },
    after: (place) => {
      reads.push(`after ${place.walletId}`);
      if (place.walletId === "broken") return Effect.die("cannot be read");
      return Effect.andThen(gate, failing(frames.service.after(place)));
    },
  };
  const failing = <A>(read: Effect.Effect<A, StoreFailed>) =>
    Effect.suspend(() =>
      isDown ? Effect.fail(new StoreFailed({ operation: "read", cause: "staged" })) : read
    );
  const news: News["Service"] = {
    publish: (_channel, item) => void said.push(item.kind === "wallet" ? item.walletId : ""),
    listen: (_channel, listener) => Effect.sync(() => void heard.push(listener)),
    recall: () => Effect.succeed([]),
  };
  const publisher = yield* Publisher;
  publisher.subscribe({ publishEvent: (event) => void told.push(event) });
  const orders = yield* makeLiveOrders.pipe(
    Effect.provideService(WalletFrames, store),
    Effect.provideService(News, news),
  );
  yield* Effect.forkScoped(orders.run);
  yield* settled;
  return {
    ...orders,
    said,
    reads,
    /** Seqs and gaps, as they were published. */
    seqs: () =>
      told.map((event) =>
        event.kind === "gap"
          ? `gap ${event.fromSeq}-${event.toSeq}`
          : "seq" in event
          ? `${event.topic} ${event.seq}`
          : ""
      ),
    /** Holds up every reading until the returned effect runs. */
    hold: () => {
      const latch = Latch.makeUnsafe();
      gate = latch.await;
      return Effect.andThen(latch.open, settled);
    },
    setDown: (down: boolean) => void (isDown = down),
    /** Stores changes that nobody tells of. */
    store: (walletId: string, count = 1) => {
      const { body: _, ...order } = newOrder({ accountId: "a", walletId }).order;
      for (let i = 0; i < count; i++) frames.add({ kind: "order", walletId, order });
    },
    /** Tells of a wallet, with its frames after a seq if there is one. */
    tell: (walletId: string, seq?: number) => {
      const told = seq === undefined ? [] : frames.after(walletId, seq);
      return Effect.andThen(Effect.sync(() => publisher.publishWallet(walletId, told)), settled);
    },
    hear: (received: ReceivedNews) =>
      Effect.andThen(Effect.sync(() => heard.forEach((listener) => listener(received))), settled),
  };
});

/** What ends the following of the wallet, of what following returns. */
const leaveOf = (followed: unknown) => (followed as ReadonlyMap<string, () => void>).get("w")!;

/** Ends once everything that can run has run. */
const settled = TestClock.adjust(0);

const run = (
  body: (world: Effect.Success<typeof staged>) => Generator<Effect.Effect<unknown, unknown>>,
) =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(staged, (world) => Effect.gen(() => body(world)))).pipe(
      Effect.provide(Layer.merge(layerPublisher, TestClock.layer())),
      Effect.provideService(References.MinimumLogLevel, "None"),
    ),
  );

describe("the frames of a wallet", () => {
  test("are published in order from where following began, and those of no other wallet", () =>
    run(function* ({ follow, store, tell, seqs, said, headOf }) {
      store("w", 2);
      yield* follow(["w"]);
      expect(headOf(TOPIC)).toBe(2);
      store("w", 2);
      store("other");
      yield* tell("w");
      yield* tell("other");
      expect(seqs()).toEqual([`${TOPIC} 3`, `${TOPIC} 4`]);
      expect(headOf(TOPIC)).toBe(4);
      // Other replicas may have followers of both.
      expect(said).toEqual(["w", "other"]);
    }));

  test("are not read where they come with the word, unless others come before them", () =>
    run(function* ({ follow, store, tell, seqs, said, reads }) {
      yield* follow(["w"]);
      store("w", 2);
      yield* tell("w", 0);
      expect(seqs()).toEqual([`${TOPIC} 1`, `${TOPIC} 2`]);
      expect(reads.filter((read) => read === "after w")).toEqual([]);
      store("w", 2);
      yield* tell("w", 3);
      yield* tell("w", 2);
      expect(seqs()).toEqual([1, 2, 3, 4].map((seq) => `${TOPIC} ${seq}`));
      expect(reads.filter((read) => read === "after w")).toHaveLength(2);
      expect(said).toEqual(["w", "w", "w"]);
    }));

  test("are published once where some are told of while others are read", () =>
    run(function* ({ follow, store, tell, seqs, hold }) {
      yield* follow(["w"]);
      store("w", 2);
      const release = hold();
      yield* tell("w");
      yield* tell("w", 0);
      store("w");
      yield* release;
      expect(seqs()).toEqual([1, 2, 3].map((seq) => `${TOPIC} ${seq}`));
    }));

  test("are published as soon as another replica tells of them, or its news were lost", () =>
    run(function* ({ follow, store, hear, seqs, said, reads }) {
      yield* follow(["w"]);
      store("w");
      yield* hear({ item: { kind: "wallet", walletId: "w" } });
      expect(seqs()).toEqual([`${TOPIC} 1`]);
      store("w");
      const before = reads.length;
      yield* follow(["idle", "idle too", "w"]);
      yield* hear({ missed: true });
      expect(seqs()).toEqual([`${TOPIC} 1`, `${TOPIC} 2`]);
      // However many wallets: where they are is one question, and so is of which there is more.
      expect(reads.slice(before)).toEqual([
        "heads idle,idle too",
        "heads w,idle,idle too",
        "after w",
      ]);
      expect(said).toEqual([]);
    }));

  test("are published within a second although nobody tells of them", () =>
    run(function* ({ follow, store, seqs }) {
      yield* follow(["w"]);
      store("w");
      yield* TestClock.adjust(1_000);
      expect(seqs()).toEqual([`${TOPIC} 1`]);
      yield* TestClock.adjust(10_000);
      expect(seqs()).toHaveLength(1);
    }));

  test("are published once each after the store was away", () =>
    run(function* ({ follow, store, tell, seqs, setDown, reads }) {
      yield* follow(["w"]);
      setDown(true);
      store("w", 3);
      yield* tell("w");
      yield* TestClock.adjust(5_000);
      expect(seqs()).toEqual([]);
      expect(yield* Effect.flip(follow(["w", "v"]))).toBeInstanceOf(StoreFailed);
      setDown(false);
      yield* TestClock.adjust(1_000);
      expect(reads.slice(-2)).toEqual(["heads w", "after w"]);
      expect(seqs()).toEqual([`${TOPIC} 1`, `${TOPIC} 2`, `${TOPIC} 3`]);
    }));

  test("are published although those of another wallet cannot be read", () =>
    run(function* ({ follow, store, seqs }) {
      yield* follow(["broken", "w"]);
      for (const walletId of ["broken", "w"]) store(walletId);
      yield* TestClock.adjust(1_000);
      store("w");
      yield* TestClock.adjust(1_000);
      expect(seqs()).toEqual([`${TOPIC} 1`, `${TOPIC} 2`]);
    }));

  test("are published as long as anybody follows", () =>
    run(function* ({ follow, store, tell, seqs, headOf }) {
      const leave = leaveOf(yield* follow(["w", "v"]));
      const leaveToo = leaveOf(yield* follow(["w"]));
      leave();
      leave();
      store("w");
      yield* tell("w");
      expect(seqs()).toHaveLength(1);
      leaveToo();
      store("w");
      yield* tell("w");
      expect(seqs()).toHaveLength(1);
      expect(headOf(TOPIC)).toBeUndefined();
      yield* follow(["w"]);
      expect(headOf(TOPIC)).toBe(2);
    }));

  test("are replayed after any seq, older ones than are kept as one gap", () =>
    run(function* ({ follow, store, replay }) {
      store("w", FRAMES_KEPT + 5);
      yield* follow(["w"]);
      const part = (yield* replay(TOPIC, FRAMES_KEPT + 3)) as ReadonlyArray<unknown>;
      expect(part).toMatchObject([{ seq: FRAMES_KEPT + 4 }, { seq: FRAMES_KEPT + 5 }]);
      const all: Array<PushedTopicEvent> = [];
      const sizes: Array<number> = [];
      for (let seq = 2; seq < FRAMES_KEPT + 5; seq = lastSeqOf(all.at(-1) as PushedTopicEvent)) {
        const found = (yield* replay(TOPIC, seq)) as ReadonlyArray<PushedTopicEvent>;
        all.push(...found);
        sizes.push(found.length);
      }
      // Frames of many wallets may be in memory at once.
      expect(sizes).toEqual([101, ...Array(9).fill(100)]);
      expect(all[0]).toMatchObject({
        kind: "gap",
        topic: TOPIC,
        fromSeq: 3,
        toSeq: 5,
        reason: "replay_limit",
      });
      expect(all.slice(1).map(lastSeqOf)).toEqual(
        Array.from({ length: FRAMES_KEPT }, (_, at) => at + 6),
      );
      expect(yield* replay(TOPIC, FRAMES_KEPT + 5)).toEqual([]);
      expect(yield* replay(TOPIC, FRAMES_KEPT + 50)).toEqual([]);
    }));

  test("that a replica is too far behind for are told of as a gap", () =>
    run(function* ({ follow, store, tell, seqs }) {
      yield* follow(["w"]);
      store("w", 2 * FRAMES_KEPT + 1);
      yield* tell("w");
      expect(seqs()[0]).toBe(`gap 1-${FRAMES_KEPT}`);
      expect(seqs().at(-1)).toBe(`${TOPIC} ${2 * FRAMES_KEPT + 1}`);
      expect(seqs()).toHaveLength(FRAMES_KEPT + 2);
    }));
});
