/**
 * Keeps one WebSocket to a provider alive, whatever happens to its connections.
 *
 * All in machine time: a network does not run faster with the clock of the process.
 *
 * @module
 */
import { Deferred, Effect, Option, Random } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { type BackOffRange, makeBackOff } from "./back_off.ts";
import { makeLinkReport } from "./link_report.ts";
import { sleepMachineTime } from "./machine_time.ts";
import { type Heartbeat, runSocket, type SocketEnd } from "./socket.ts";

/** Where to connect, asked anew for every attempt: signatures age, hosts alternate. */
export interface LinkTarget {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A connection is gone, or was never made. */
export interface LinkLoss {
  readonly wasOpen: boolean;
  /** For the log, in words. */
  readonly reason: string;
  /** The HTTP status that the provider refused the handshake with, if it answered it at all. */
  readonly refusedStatus?: number;
  /** The code that the provider closed with; 1006 where the connection broke without one. */
  readonly closeCode?: number;
}

/** How to keep a link, and whom to tell what. */
export interface LinkOptions {
  /** The name in the log and on the status page, such as "oracle stream". */
  readonly provider: string;
  /** Attempts are counted from 0. What it fails with counts as a refusal. */
  readonly target: (attempt: number) => Effect.Effect<LinkTarget, ProviderFailed>;
  /**
   * The socket is open. `send` writes a text frame, `end` gives the connection up and says why, so
   * that another attempt follows; called once a connection.
   */
  readonly opened?: (send: (text: string) => void, end: (reason: string) => void) => void;
  /** Says whether it was of use. */
  readonly message: (text: string) => boolean;
  /** Another attempt follows. */
  readonly lost?: (why: LinkLoss) => void;
  /** How long to wait before the next attempt, in milliseconds; none: what the back-off says. */
  readonly pauseMs?: (why: LinkLoss) => Effect.Effect<Option.Option<number>>;
  /** Default: from a quarter of a second after a connection that worked, up to 10 s. */
  readonly backOff?: BackOffRange;
  /** The log and the watch hear of a connection when it brings something of use, not before. */
  readonly isOpenWhenHeard?: boolean;
  /** Without a message of use for so long the socket is replaced, however well it answers pings. */
  readonly silenceMsMax: number;
  /** Default: 5 s. */
  readonly connectMsMax?: number;
  /** Default: 30 s. */
  readonly pingEveryMs?: number;
  /** How long a ping may stay unanswered. Default: 5 s. */
  readonly pongMsMax?: number;
  /**
   * Pings as texts, in place of the protocol's own. Answers are passed to `message` as well, which
   * had better not take them to be of use.
   */
  readonly heartbeat?: Heartbeat;
}

const CONNECT_MS_MAX = 5_000;
const PING_EVERY_MS = 30_000;
const PONG_MS_MAX = 5_000;
/** How often a link that works is told to the watch. */
const BEAT_MS = 5_000;

/** Runs until interrupted, and closes the connection then. */
export const runLink = Effect.fn("runLink")(function* (options: LinkOptions) {
  const report = yield* makeLinkReport(options.provider);
  const waitMsAfter = makeBackOff(options.backOff);

  const connect = Effect.fnUntraced(function* ({ url, headers = {} }: LinkTarget) {
    const startedMs = performance.now();
    const opened = Deferred.makeUnsafe<void>();
    let isHeard = false;
    const socket = runSocket({
      url,
      headers,
      connectMsMax: options.connectMsMax ?? CONNECT_MS_MAX,
      silenceMsMax: options.silenceMsMax,
      pingEveryMs: options.pingEveryMs ?? PING_EVERY_MS,
      pongMsMax: options.pongMsMax ?? PONG_MS_MAX,
      heartbeat: options.heartbeat,
      opened: (send, end) => {
        if (options.isOpenWhenHeard !== true) Deferred.doneUnsafe(opened, Effect.void);
        options.opened?.(send, end);
      },
      message: (text) => {
        const isOfUse = options.message(text);
        if (isOfUse && !isHeard) Deferred.doneUnsafe(opened, Effect.void);
        isHeard ||= isOfUse;
        return isOfUse;
      },
    });
    const reporting = Effect.gen(function* () {
      yield* Deferred.await(opened);
      yield* report.opened(performance.now() - startedMs);
      while (true) {
        yield* sleepMachineTime(BEAT_MS);
        if (isHeard) yield* report.heard;
        isHeard = false;
      }
    });
    return yield* Effect.raceFirst(socket, reporting);
  });

  for (let attempt = 0;; attempt += 1) {
    const end = yield* options.target(attempt).pipe(
      Effect.flatMap(connect),
      Effect.catch((failure) => Effect.succeed(withoutTarget(failure))),
    );
    const { hadData, ...loss } = end;
    options.lost?.(loss);
    yield* report.ended(end);
    const chance = yield* Random.next;
    const backOffMs = waitMsAfter({ hadData, nowMs: performance.now(), chance });
    const pauseMs = yield* options.pauseMs?.(loss) ?? Effect.succeedNone;
    let leftMs = Option.getOrElse(pauseMs, () => backOffMs);
    // A long pause is no health: who asks how the link is doing hears of it all along.
    for (; leftMs > BEAT_MS; leftMs -= BEAT_MS) {
      yield* sleepMachineTime(BEAT_MS);
      yield* report.stillDown;
    }
    yield* sleepMachineTime(leftMs);
  }
}, (running, { provider }) => Effect.annotateLogs(running, { provider }));

function withoutTarget({ message, cause }: ProviderFailed): SocketEnd {
  return { wasOpen: false, hadData: false, reason: `${message} (${cause})` };
}
