/**
 * Keeps a WebSocket to a provider connected by reconnecting.
 *
 * All times are machine time: a network does not run faster with the process's clock.
 *
 * @module
 */
import { Deferred, Effect, Option, Random } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { type BackOffRange, makeBackOff } from "./back_off.ts";
import { makeConnectionReport } from "./connection_report.ts";
import { MachineTimers, sleepMachineTime } from "./machine_time.ts";
import { OtherNetwork } from "./network.ts";
import { type Heartbeat, runSocket, type SocketEnd, type SocketOptions } from "./socket.ts";
import { type Heard, Wiretap } from "./wiretap.ts";

/** Where to connect. Requested again for every attempt: signatures expire, hosts alternate. */
export interface LinkTarget {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A connection was lost, or could not be opened. */
export interface SocketLoss {
  readonly wasOpen: boolean;
  /** The reason as text, for the log. */
  readonly reason: string;
  /** The HTTP status with which the provider refused the handshake, if it answered. */
  readonly refusedStatus?: number;
  /** The provider's close code; 1006 if the connection broke without one. */
  readonly closeCode?: number;
}

/** The options of a reconnecting socket. */
export interface ReconnectingSocketOptions {
  /** The name in the log and on the status page, such as "oracle stream". */
  readonly provider: string;
  /** Attempts are counted from 0. A failure counts as a refused connection. */
  readonly target: (attempt: number) => Effect.Effect<LinkTarget, ProviderFailed>;
  /**
   * Called once per connection when the socket is open. `send` writes a text frame; `end` drops the
   * connection with a reason, and another attempt follows.
   */
  readonly opened?: (send: (text: string) => void, end: (reason: string) => void) => void;
  /** Returns whether the message was useful. */
  readonly message: (text: string) => boolean;
  /** Called when the connection is lost; another attempt follows. */
  readonly lost?: (why: SocketLoss) => void;
  /**
   * Returns the reason of a loss as the log may quote it; none: neither the log nor the watch is
   * told of it, because it is no trouble of the provider's. Default: the reason itself.
   */
  readonly reported?: (why: SocketLoss) => Option.Option<string>;
  /** Returns the delay before the next attempt, in milliseconds; none: use the back-off. */
  readonly pauseMs?: (why: SocketLoss) => Effect.Effect<Option.Option<number>>;
  /** Default: from a quarter of a second after a connection that delivered data, up to 10 s. */
  readonly backOff?: BackOffRange;
  /** Whether the log and the watch report a connection only once it delivers useful data. */
  readonly isOpenOnMessage?: boolean;
  /** Without a useful message for this long the socket is replaced, even if it answers pings. */
  readonly silenceMsMax: number;
  /** Default: 5 s. */
  readonly connectMsMax?: number;
  /** Default: 30 s. */
  readonly pingEveryMs?: number;
  /** The time limit for a pong. Default: 5 s. */
  readonly pongMsMax?: number;
  /**
   * Text pings, in place of the protocol's own. The answers are passed to `message` too, which must
   * return false for them where silence counts.
   */
  readonly heartbeat?: Heartbeat;
}

const CONNECT_MS_MAX = 5_000;
const PING_EVERY_MS = 30_000;
const PONG_MS_MAX = 5_000;
/** How often a working connection is reported to the watch. */
const BEAT_MS = 5_000;

/** Runs until interrupted, then closes the connection. */
export const runReconnectingSocket = Effect.fnUntraced(
  function* (options: ReconnectingSocketOptions) {
    const report = yield* makeConnectionReport(options.provider);
    const waitMsAfter = makeBackOff(options.backOff);
    const wiretap = yield* Wiretap;
    const network = yield* OtherNetwork;
    const { nowMs } = yield* MachineTimers;
    const run = network === undefined
      ? runSocket
      : (socket: SocketOptions) => network.connect(options.provider, socket);
    const heard = wiretap === undefined ? undefined : (
      kind: Heard["kind"],
      { about = "", text = "" }: Partial<Pick<Heard, "about" | "text">> = {},
    ) => wiretap({ provider: options.provider, kind, about, text, providerMs: null });

    const connect = Effect.fnUntraced(function* ({ url, headers = {} }: LinkTarget) {
      const startedMs = nowMs();
      const opened = Deferred.makeUnsafe<void>();
      let hasReceived = false;
      const socket = run({
        url,
        headers,
        connectMsMax: options.connectMsMax ?? CONNECT_MS_MAX,
        silenceMsMax: options.silenceMsMax,
        pingEveryMs: options.pingEveryMs ?? PING_EVERY_MS,
        pongMsMax: options.pongMsMax ?? PONG_MS_MAX,
        heartbeat: options.heartbeat,
        opened: (send, end) => {
          if (options.isOpenOnMessage !== true) Deferred.doneUnsafe(opened, Effect.void);
          heard?.("opened");
          options.opened?.(send, end);
        },
        message: (text) => {
          heard?.("frame", { text });
          const isOfUse = options.message(text);
          if (isOfUse && !hasReceived) Deferred.doneUnsafe(opened, Effect.void);
          hasReceived ||= isOfUse;
          return isOfUse;
        },
      });
      const reporting = Effect.gen(function* () {
        yield* Deferred.await(opened);
        yield* report.opened(nowMs() - startedMs);
        while (true) {
          yield* sleepMachineTime(BEAT_MS);
          if (hasReceived) yield* report.received;
          hasReceived = false;
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
      heard?.("lost", { about: loss.reason });
      options.lost?.(loss);
      const reason = options.reported?.(loss) ?? Option.some(loss.reason);
      if (Option.isSome(reason)) yield* report.ended({ ...loss, reason: reason.value });
      const chance = yield* Random.next;
      const backOffMs = waitMsAfter({ hadData, nowMs: nowMs(), chance });
      const pauseMs = yield* options.pauseMs?.(loss) ?? Effect.succeedNone;
      if (network !== undefined && hadData) continue;
      let leftMs = Option.getOrElse(pauseMs, () => backOffMs);
      // Reports the connection as down during a long pause, for readers of the status page.
      for (; leftMs > BEAT_MS; leftMs -= BEAT_MS) {
        yield* sleepMachineTime(BEAT_MS);
        if (Option.isSome(reason)) yield* report.stillDown;
      }
      yield* sleepMachineTime(leftMs);
    }
  },
  (running, { provider }) => Effect.annotateLogs(running, { provider }),
);

function withoutTarget({ message, cause }: ProviderFailed): SocketEnd {
  return { wasOpen: false, hadData: false, reason: `${message} (${cause})` };
}
