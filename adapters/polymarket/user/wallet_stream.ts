/**
 * Follows the news of one wallet over the venue's user socket.
 *
 * The venue replays nothing, so whoever listens reads after each opening what was missed. What
 * arrives while something is handled waits in a queue; its fills are then handled together.
 *
 * Source: the venue's documentation of its user channel, and its official clients, autumn 2026.
 *
 * @module
 */
import { Effect, Option, Queue, Redacted } from "effect";
import type { OrderListener, OrderNews } from "../../../core/port/order_news.ts";
import type { OrderHolder } from "../../../core/port/order_venue.ts";
import { runReconnectingSocket, type SocketLoss } from "../../outbound/mod.ts";
import { HEARTBEAT } from "../book/subscription_text.ts";
import { cleanMessage } from "../clob/http_failure.ts";
import { makeFrameDoubts } from "./frame_doubts.ts";
import { readUserFrame } from "./user_frame.ts";

/** The sockets' name in the log and on the status page. */
export const VENUE_USER_STREAM = "venue user stream";

/** How much news waits for the listener. Beyond it, the connection is given up. */
export const NEWS_MAX = 1_000;
/** How much of it is handled together. */
const TOGETHER_MAX = 50;

/** The venue disconnects a client that sends no ping for longer. In machine time, as all here. */
const PING_EVERY_MS = 10_000;
const PONG_MS_MAX = 5_000;
/** A key that the venue refuses will hardly be taken a moment later. */
const REFUSED_PAUSE_MS = 60_000;
/** The close code by which the venue refuses a key. */
const POLICY = 1008;

/** Whose news, who hears it, and the address of the venue's sockets, such as `wss://host`. */
export interface WalletStreamOptions {
  readonly wsUrl: string;
  readonly holder: OrderHolder;
  readonly listener: OrderListener;
  /** Hears of each change whether the connection is open. */
  readonly isOpen: (isOpen: boolean) => void;
}

/** What waits for the listener, or to be done besides. */
type Waiting = OrderNews | { readonly kind: "task"; readonly task: Effect.Effect<void> };

/** Runs until it is interrupted. Needs the {@linkcode ProviderWatch}. */
export const runWalletStream = Effect.fnUntraced(function* (options: WalletStreamOptions) {
  const { holder: { address, funder, credentials }, listener } = options;
  const { apiKey } = credentials;
  const secret = Redacted.value(credentials.secret);
  const passphrase = Redacted.value(credentials.passphrase);
  const about = { provider: VENUE_USER_STREAM, address };
  const doubts = makeFrameDoubts();
  const waiting = yield* Queue.unbounded<Waiting>();
  /** Whether an opening waits to be handled: it is read then what any other would read. */
  let isOpeningDue = false;
  /** Whether the current connection has delivered anything, which a refused key never does. */
  let hasHeard = false;
  let isRefusalLogged = false;
  let drop = (_: string): void => {};

  const opened = (send: (text: string) => void, end: (reason: string) => void) => {
    [hasHeard, drop] = [false, end];
    options.isOpen(true);
    send(JSON.stringify({ auth: { apiKey, secret, passphrase }, type: "user" }));
    if (isOpeningDue) return;
    isOpeningDue = true;
    const handled = Effect.sync(() => void (isOpeningDue = false));
    Queue.offerUnsafe(waiting, { kind: "task", task: Effect.andThen(handled, listener.opened) });
  };

  /** Returns whether there was any news in it. */
  const receive = (text: string): boolean => {
    const frame = readUserFrame(text, { apiKey, funder });
    doubts.add(frame.doubts);
    const warning = doubts.due(performance.now());
    if (warning !== undefined) {
      Queue.offerUnsafe(waiting, { kind: "task", task: Effect.annotateLogs(warning, about) });
    }
    for (const news of frame.news) {
      if (Queue.sizeUnsafe(waiting) >= NEWS_MAX) {
        drop(`${NEWS_MAX} news wait to be handled`);
        break;
      }
      Queue.offerUnsafe(waiting, news);
    }
    return frame.news.length > 0;
  };

  const isRefusal = ({ closeCode }: SocketLoss) => closeCode === POLICY && !hasHeard;
  const link = runReconnectingSocket({
    provider: VENUE_USER_STREAM,
    target: () => Effect.succeed({ url: `${options.wsUrl}/ws/user` }),
    opened,
    message: (text) => {
      const isUseful = text === HEARTBEAT.pong || receive(text);
      if (isUseful) [hasHeard, isRefusalLogged] = [true, false];
      return isUseful;
    },
    lost: () => options.isOpen(false),
    // Closing, a venue may quote what it was sent.
    reported: (loss) =>
      isRefusal(loss)
        ? Option.none()
        : Option.some(cleanMessage(loss.reason, [secret, passphrase, apiKey])),
    pauseMs: (loss) =>
      Effect.gen(function* () {
        if (!isRefusal(loss)) return Option.none();
        if (!isRefusalLogged) yield* Effect.logWarning("The venue refuses the wallet's API key");
        isRefusalLogged = true;
        return Option.some(REFUSED_PAUSE_MS);
      }),
    heartbeat: HEARTBEAT,
    pingEveryMs: PING_EVERY_MS,
    pongMsMax: PONG_MS_MAX,
    // A wallet that does nothing hears nothing but answers to pings.
    silenceMsMax: Infinity,
  });

  const hearing = Effect.forever(Effect.gen(function* () {
    for (const one of fillsTogether(yield* Queue.takeBetween(waiting, 1, TOGETHER_MAX))) {
      yield* one.kind === "task" ? one.task : listener.heard(one);
    }
  }));
  return yield* Effect.raceFirst(Effect.annotateLogs(link, about), hearing);
});

/** Fills come first, and at once: to store several takes hardly longer than one. */
function fillsTogether(waiting: ReadonlyArray<Waiting>): ReadonlyArray<Waiting> {
  const fills = waiting.flatMap((one) => one.kind === "fills" ? one.fills : []);
  if (fills.length === 0) return waiting;
  return [{ kind: "fills", fills }, ...waiting.filter(({ kind }) => kind !== "fills")];
}
