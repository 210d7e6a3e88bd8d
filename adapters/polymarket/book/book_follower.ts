/**
 * Keeps the books of tokens up to date over the venue's market socket.
 *
 * @module
 */
import { Effect, Latch } from "effect";
import { runLink, sleepMachineTime } from "../../outbound/mod.ts";
import { HEARTBEAT, makeBookDesk } from "./book_desk.ts";
import type { BookFollower } from "./followed_books.ts";

/** The name under which the socket is known in the log and on the status page. */
export const VENUE_STREAM = "venue stream";

/** Where the sockets are, and how a connection is watched over, all in machine time. */
export interface BookFollowerOptions {
  /** An origin, such as `wss://host`. */
  readonly wsUrl: string;
  /** Default: 10 s. The venue cuts whoever sends none for longer. */
  readonly pingEveryMs?: number;
  /** How long a ping may stay unanswered. Default: 5 s. */
  readonly pongMsMax?: number;
  /**
   * Default: 60 s. Quiet books are asked for anew, so something comes on any connection that works;
   * one that brings nothing but answers to pings does not.
   */
  readonly silenceMsMax?: number;
}

const PING_EVERY_MS = 10_000;
const PONG_MS_MAX = 5_000;
const SILENCE_MS_MAX = 60_000;
const TEND_EVERY_MS = 250;
/** Doubts are told in the log once in so long. */
const COMPLAINT_EVERY_MS = 60_000;

/** Makes a follower that lives as long as the scope. It is connected while a token is followed. */
export const makeBookFollower = Effect.fnUntraced(function* (options: BookFollowerOptions) {
  const desk = makeBookDesk();
  const wanted = Latch.makeUnsafe();

  const link = runLink({
    provider: VENUE_STREAM,
    target: () => Effect.succeed({ url: `${options.wsUrl}/ws/market` }),
    opened: (send) => desk.opened(send, performance.now()),
    message: (text) => desk.hear(text, performance.now()),
    lost: desk.closed,
    heartbeat: HEARTBEAT,
    pingEveryMs: options.pingEveryMs ?? PING_EVERY_MS,
    pongMsMax: options.pongMsMax ?? PONG_MS_MAX,
    silenceMsMax: options.silenceMsMax ?? SILENCE_MS_MAX,
  });

  let complainedAtMs = -Infinity;
  const complain = Effect.suspend(() => {
    const nowMs = performance.now();
    if (nowMs - complainedAtMs < COMPLAINT_EVERY_MS) return Effect.void;
    const detail = desk.takeComplaint();
    if (detail === undefined) return Effect.void;
    complainedAtMs = nowMs;
    return Effect.annotateLogs(Effect.logWarning("Cannot rely on a book"), {
      provider: VENUE_STREAM,
      detail,
    });
  });

  /** Ends when nothing is followed any more. */
  const tending = Effect.gen(function* () {
    while (!desk.isIdle()) {
      yield* sleepMachineTime(TEND_EVERY_MS);
      desk.tend(performance.now());
      yield* complain;
    }
    wanted.closeUnsafe();
  });

  const session = Effect.raceFirst(link, tending).pipe(Effect.ensuring(Effect.sync(desk.closed)));
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(wanted.await, session)));

  return {
    follow: (tokenIds) =>
      Effect.sync(() => {
        desk.follow(tokenIds, performance.now());
        wanted.openUnsafe();
      }),
    bookNow: (tokenId) => desk.bookNow(tokenId, performance.now()),
  } satisfies BookFollower;
});
