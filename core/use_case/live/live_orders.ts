/**
 * Publishes what changes of wallets that somebody follows: orders, fills, and what they do on the
 * chain.
 *
 * Whoever stores a change says so, here and to the other replicas, and what was stored is read
 * unless it came with the word: so every replica publishes the same frames under the same numbers.
 * The store is also asked once a second, for what nobody said.
 *
 * @module
 */
import { Effect, Exit, Queue, Schedule } from "effect";
import { News } from "../../port/news.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { FRAMES_KEPT, type WalletFrame, WalletFrames } from "../../port/wallet_frames.ts";
import { type GapEvent, lastSeqOf, ordersTopic, walletIdOf } from "../../stream/mod.ts";
import { logFailure, repeatJob } from "../time/repeat_job.ts";
import { MachineTime } from "../time/machine_time.ts";
import { Publisher, subscribeScoped, type TopicPublisher } from "./publisher.ts";
import type { PushedTopicEvent, WalletFrameEvent } from "./pushed_event.ts";

/** How often the store is asked what is new, in machine time. */
const ASK_EVERY_MS = 1_000;
/** How many frames are read at a time, and of how many wallets at once. */
const FRAMES_PER_READ = 500;
const PARALLEL_MAX = 8;
/** How many frames a replay reads at a time: one client may begin those of many wallets at once. */
const REPLAYED_PER_READ = 100;

/** The publisher of wallets. */
export interface LiveOrders extends TopicPublisher {
  /**
   * Publishes what changes of wallets from now on, of each until its returned function is called as
   * often as this was. Asks the store once, if at all.
   */
  readonly follow: (
    walletIds: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyMap<string, () => void>, StoreFailed>;
  /** Publishes until interrupted. */
  readonly run: Effect.Effect<never>;
}

/** A wallet that is followed, by so many. */
interface Followed {
  count: number;
  /** The last seq that was published; undefined until it was read where to begin. */
  head: number | undefined;
}

/** Makes the publisher. Until its scope ends, it hears of what is stored here and elsewhere. */
export const makeLiveOrders = Effect.gen(function* () {
  const frames = yield* WalletFrames;
  const news = yield* News;
  const machine = yield* MachineTime;
  const { publishEvent } = yield* Publisher;
  const followed = new Map<string, Followed>();
  const changed = new Set<string>();
  const wake = yield* Queue.sliding<void>(1);
  let askedMs = -Infinity;

  const touch = (walletIds: Iterable<string>) => {
    for (const walletId of walletIds) if (followed.has(walletId)) changed.add(walletId);
    if (changed.size > 0) Queue.offerUnsafe(wake, undefined);
  };
  yield* subscribeScoped({
    publishWallet: (walletId, told) => {
      const [first] = told;
      const isNext = first !== undefined && publishAfter(first.seq - 1, walletId, told);
      if (!isNext) touch([walletId]);
      news.publish("wallets", { kind: "wallet", walletId });
    },
  });
  yield* news.listen("wallets", (received) => {
    if ("missed" in received) {
      askedMs = -Infinity;
      Queue.offerUnsafe(wake, undefined);
    } else if (received.item.kind === "wallet") touch([received.item.walletId]);
  });

  /** Publishes frames of a wallet after a seq, and returns true, if that was published last. */
  const publishAfter = (seq: number, walletId: string, frames: ReadonlyArray<WalletFrame>) => {
    const one = followed.get(walletId);
    if (one?.head !== seq) return false;
    for (const event of eventsOf(frames, { walletId, seq })) {
      one.head = lastSeqOf(event);
      publishEvent(event);
    }
    return true;
  };

  /** Adds the wallets of which there is more than was published. */
  const ask = Effect.gen(function* () {
    for (const [walletId, seq] of yield* frames.heads([...followed.keys()])) {
      if (seq > (followed.get(walletId)?.head ?? seq)) changed.add(walletId);
    }
  });

  /** Publishes what is new of a wallet, in order. */
  const readOn = Effect.fnUntraced(function* (walletId: string) {
    for (;;) {
      const seq = followed.get(walletId)?.head;
      if (seq === undefined) return;
      const found = yield* frames.after({ walletId, seq, limit: FRAMES_PER_READ });
      // Others may have been published meanwhile, or nobody follows it any more.
      if (!publishAfter(seq, walletId, found)) continue;
      if (found.length < FRAMES_PER_READ) return;
    }
  });

  const publishNew = Effect.gen(function* () {
    if (followed.size === 0) return;
    const nowMs = yield* machine.nowMs;
    if (nowMs - askedMs >= ASK_EVERY_MS) {
      askedMs = nowMs;
      yield* ask;
    }
    const walletIds = [...changed];
    changed.clear();
    const again = (walletId: string) => Effect.sync(() => void changed.add(walletId));
    const ends = yield* Effect.forEach(
      walletIds,
      (walletId) => Effect.exit(Effect.tapCause(readOn(walletId), () => again(walletId))),
      { concurrency: PARALLEL_MAX },
    );
    // A wallet that cannot be read holds up no other one.
    yield* ends.find(Exit.isFailure) ?? Effect.void;
  });

  const join = (walletId: string) => {
    const one = followed.getOrInsertComputed(walletId, () => ({ count: 0, head: undefined }));
    one.count += 1;
    let isFollowing = true;
    const leave = () => {
      if (isFollowing) one.count -= 1;
      isFollowing = false;
      if (one.count === 0 && followed.get(walletId) === one) followed.delete(walletId);
    };
    return { one, leave };
  };

  const follow = Effect.fnUntraced(function* (walletIds: ReadonlyArray<string>) {
    const joined = new Map([...new Set(walletIds)].map((id) => [id, join(id)] as const));
    const unread = [...joined].filter(([, { one }]) => one.head === undefined);
    if (unread.length > 0) {
      const leaveAll = Effect.sync(() => joined.forEach(({ leave }) => leave()));
      const heads = yield* Effect.onError(
        frames.heads(unread.map(([walletId]) => walletId)),
        () => leaveAll,
      );
      for (const [walletId, { one }] of unread) one.head ??= heads.get(walletId) ?? 0;
    }
    return new Map([...joined].map(([walletId, { leave }]) => [walletId, leave] as const));
  });

  const replay = Effect.fnUntraced(function* (topic: string, since: number) {
    const walletId = walletIdOf(topic) ?? "";
    const head = followed.get(walletId)?.head ?? 0;
    if (since >= head) return [];
    const seq = Math.max(since, head - FRAMES_KEPT);
    const limit = Math.min(head - seq, REPLAYED_PER_READ);
    const found = yield* frames.after({ walletId, seq, limit });
    return eventsOf(found.filter((frame) => frame.seq <= head), { walletId, seq: since });
  });

  const live: LiveOrders = {
    headOf: (topic) => followed.get(walletIdOf(topic) ?? "")?.head,
    // What an order, a fill or a claim is now is asked for over HTTP.
    current: () => undefined,
    replay: (topic, since) => Effect.orDie(replay(topic, since)),
    follow,
    run: repeatJob(publishNew, {
      schedule: Schedule.spaced(ASK_EVERY_MS),
      wake: Queue.take(wake),
      failed: logFailure("Cannot publish what changes of wallets"),
    }).pipe(Effect.provideService(MachineTime, machine)),
  };
  return live;
});

/** Returns the events of frames after a seq; a gap stands for those that are missing. */
function eventsOf(
  frames: ReadonlyArray<WalletFrame>,
  { walletId, seq }: { readonly walletId: string; readonly seq: number },
): ReadonlyArray<PushedTopicEvent> {
  const topic = ordersTopic(walletId);
  const [first] = frames;
  if (first === undefined) return [];
  const events = frames.map((frame): WalletFrameEvent => ({
    kind: "wallet_frame",
    topic,
    seq: frame.seq,
    frame,
  }));
  const gap: GapEvent = {
    kind: "gap",
    topic,
    fromSeq: seq + 1,
    toSeq: first.seq - 1,
    reason: "replay_limit",
  };
  return gap.toSeq < gap.fromSeq ? events : [gap, ...events];
}
