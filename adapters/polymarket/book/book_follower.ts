/**
 * Follows the books of tokens over the venue's market socket.
 *
 * @module
 */
import { Effect, Latch, Option } from "effect";
import { MachineTimers, runReconnectingSocket, sleepMachineTime } from "../../outbound/mod.ts";
import type { BookFollower, HeldBooks } from "./followed_books.ts";
import { makeOrderBookState } from "./order_book_state.ts";
import { HEARTBEAT } from "./subscription_text.ts";

/** The socket's name in the log and on the status page. */
export const VENUE_STREAM = "venue stream";

/** The address of the sockets, and the liveness checks of a connection, in machine time. */
export interface BookFollowerOptions {
  /** An origin, such as `wss://host`. */
  readonly wsUrl: string;
  /** Default: 10 s. The venue disconnects a client that sends no ping for longer. */
  readonly pingEveryMs?: number;
  /** How long a ping may stay unanswered. Default: 5 s. */
  readonly pongMsMax?: number;
  /**
   * Default: 60 s. Quiet books are requested again, so a working connection always receives
   * something. One that receives only answers to pings does not work.
   */
  readonly silenceMsMax?: number;
}

const PING_EVERY_MS = 10_000;
const PONG_MS_MAX = 5_000;
const SILENCE_MS_MAX = 60_000;
const MAINTAIN_EVERY_MS = 250;
/** The shortest time between two warnings about doubtful books in the log. */
const WARNING_EVERY_MS = 60_000;

/**
 * Makes a follower that lives as long as the scope. It stays connected while it follows a token.
 */
export const makeBookFollower = Effect.fnUntraced(function* (options: BookFollowerOptions) {
  const { nowMs } = yield* MachineTimers;
  const listeners = new Set<(tokenIds: ReadonlyArray<string>) => void>();
  const state = makeOrderBookState((tokenIds) => {
    for (const listener of listeners) listener(tokenIds);
  });
  const knownNow = (tokenId: string) => Option.fromUndefinedOr(state.knownNow(tokenId, nowMs()));
  const wanted = Latch.makeUnsafe();

  const link = runReconnectingSocket({
    provider: VENUE_STREAM,
    target: () => Effect.succeed({ url: `${options.wsUrl}/ws/market` }),
    opened: (send) => state.opened(send, nowMs()),
    message: (text) => state.receive(text, nowMs()),
    lost: state.closed,
    heartbeat: HEARTBEAT,
    pingEveryMs: options.pingEveryMs ?? PING_EVERY_MS,
    pongMsMax: options.pongMsMax ?? PONG_MS_MAX,
    silenceMsMax: options.silenceMsMax ?? SILENCE_MS_MAX,
  });

  let warnedAtMs = -Infinity;
  const warn = Effect.suspend(() => {
    if (nowMs() - warnedAtMs < WARNING_EVERY_MS) return Effect.void;
    const detail = state.takeDoubt();
    if (detail === undefined) return Effect.void;
    warnedAtMs = nowMs();
    return Effect.annotateLogs(Effect.logWarning("Cannot rely on a book"), {
      provider: VENUE_STREAM,
      detail,
    });
  });

  /** Ends when no token is followed any more. */
  const maintaining = Effect.gen(function* () {
    while (!state.isIdle()) {
      yield* sleepMachineTime(MAINTAIN_EVERY_MS);
      state.maintain(nowMs());
      yield* warn;
    }
    wanted.closeUnsafe();
  });

  const conversation = Effect.raceFirst(link, maintaining).pipe(
    Effect.ensuring(Effect.sync(state.closed)),
  );
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(wanted.await, conversation)));

  return {
    follow: (tokenIds) =>
      Effect.sync(() => {
        state.follow(tokenIds, nowMs());
        wanted.openUnsafe();
      }),
    bookNow: (tokenId) => Option.map(knownNow(tokenId), ({ book }) => book),
    hold: (tokenIds) =>
      Effect.sync(() => {
        state.hold(tokenIds, nowMs());
        if (!state.isIdle()) wanted.openUnsafe();
      }),
    listen: (listener) =>
      Effect.asVoid(Effect.acquireRelease(
        Effect.sync(() => listeners.add(listener)),
        () => Effect.sync(() => listeners.delete(listener)),
      )),
    knownNow,
    tradesNow: state.tradesNow,
  } satisfies BookFollower & HeldBooks;
});
