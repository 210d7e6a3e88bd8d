/**
 * The connection to the venue's relay, which reconnects as far as the relay's rules allow.
 *
 * @module
 */
import { Clock, Effect, Option, Random, Result } from "effect";
import type { ProviderFailed, ProviderOff } from "../../../core/port/provider_failure.ts";
import type { VenueCredentials } from "../../../core/port/venue_account.ts";
import {
  MachineTimers,
  makeHttpGet,
  retryAfterSec,
  runReconnectingSocket,
  sleepMachineTime,
  type SocketLoss,
} from "../../outbound/mod.ts";
import type { PointState } from "./point_state.ts";
import { RELAY } from "./relay_name.ts";
import { faultOf, type Loss, RELAY_BACK_OFF, relayPauseMs } from "./relay_pause.ts";
import { type Fault, makeRelayConversation, type RelayConversation } from "./relay_conversation.ts";
import { ProviderWatch } from "../../../core/port/provider_watch.ts";

const TIMEOUT_MS = 3_500;
/** The longest wait, whatever a header says. */
const PAUSE_SEC_MAX = 600;
/** Statuses that come with `Retry-After`. */
const BUSY: ReadonlySet<number> = new Set([429, 503]);

/**
 * Creates the lookup. The runtime only reports the status of a refused handshake, so the same URL
 * is requested again without an upgrade: while it is busy, it answers with the wait. None if it is
 * not busy or does not say.
 */
const makeHandshakePause = Effect.fnUntraced(function* (wsUrl: string) {
  const watch = yield* ProviderWatch;
  // The watch has already recorded the refused handshake.
  const get = yield* makeHttpGet({ provider: RELAY, timeoutMs: TIMEOUT_MS }).pipe(
    Effect.provideService(ProviderWatch, { ...watch, record: () => Effect.void }),
  );
  const url = `${wsUrl.replace(/^ws/, "http")}/ws`;
  return (refusedStatus: number | undefined): Effect.Effect<Option.Option<number>> =>
    refusedStatus === undefined || !BUSY.has(refusedStatus) ? Effect.succeedNone : get(url).pipe(
      Effect.map(({ status, headers }) => {
        const waitSec = BUSY.has(status) ? retryAfterSec(headers, 0) : 0;
        return waitSec === 0 ? Option.none() : Option.some(Math.min(waitSec, PAUSE_SEC_MAX) * 1000);
      }),
      Effect.orElseSucceed(() => Option.none<number>()),
    );
});

/** The relay's URL and our credentials. */
export interface RelayAccess {
  /** An origin, such as `wss://host`. */
  readonly wsUrl: string;
  /** Requested for each connection, because keys change. */
  readonly credentials: Effect.Effect<VenueCredentials, ProviderFailed | ProviderOff>;
}

/** The dependencies and callbacks of a connection. */
export interface RelayLinkOptions extends RelayAccess {
  readonly pointState: PointState;
  /** Called when new points arrived. */
  readonly delivered: () => void;
  /** Called when the connection is lost, with the reason if credentials are missing. */
  readonly lost: (off?: ProviderOff) => void;
  /**
   * Without new points for this long the connection is replaced, in machine time. Default: 10 s.
   */
  readonly silenceMsMax?: number;
}

/** Seven pairs send every second. */
const SILENCE_MS_MAX = 10_000;
/** As often as the relay pings us. */
const PING_EVERY_MS = 25_000;
const TEND_EVERY_MS = 250;
/** Missing credentials may be set up meanwhile; checking for them costs no network. */
const CREDENTIALS_EVERY_MS = 5_000;
/** How often unusable frames are logged. */
const COMPLAINT_EVERY_MS = 60_000;

/** Runs until interrupted. */
export const runRelayLink = Effect.fnUntraced(function* (options: RelayLinkOptions) {
  const { wsUrl, pointState } = options;
  const clock = yield* Clock.clockWith(Effect.succeed);
  const { nowMs } = yield* MachineTimers;
  const handshakePauseMs = yield* makeHandshakePause(wsUrl);
  const complaints = makeComplaints(nowMs);
  let conversation: RelayConversation | undefined;
  let credentials: VenueCredentials | undefined;
  let fault: Fault | undefined;
  let isRefusalTold = false;

  const opened = (send: (text: string) => void, end: (reason: string) => void) => {
    if (credentials === undefined) return end("credentials are missing");
    const ending = (why: Fault, reason: string) => {
      [fault, conversation] = [why, undefined];
      end(reason);
    };
    const clockMs = () => clock.currentTimeMillisUnsafe();
    const { add: complain } = complaints;
    const begun = { credentials, send, end: ending, pointState, complain, clockMs };
    conversation = makeRelayConversation(begun, nowMs());
  };

  const message = (text: string) => {
    const isNews = conversation?.receive(text, nowMs()) ?? false;
    if (!isNews) return false;
    isRefusalTold = false;
    options.delivered();
    return true;
  };

  const pauseMs = Effect.fnUntraced(function* ({ reason, ...codes }: SocketLoss) {
    const loss: Loss = { ...codes, fault };
    fault = undefined;
    const kind = faultOf(loss);
    if (kind === "policy") yield* logPolicy(reason);
    if (kind === "refused" && !isRefusalTold) yield* logRefusal;
    isRefusalTold ||= kind === "refused";
    const chance = yield* Random.next;
    const rule = relayPauseMs(loss, chance);
    if (Option.isSome(rule)) return rule;
    const asked = yield* handshakePauseMs(loss.refusedStatus);
    return Option.map(asked, (ms) => ms + chance * RELAY_BACK_OFF.firstMsMax);
  });

  const tending = Effect.forever(Effect.gen(function* () {
    yield* sleepMachineTime(TEND_EVERY_MS);
    pointState.tend(nowMs());
    conversation?.tend(nowMs());
    yield* complaints.log;
  }));

  const link = runReconnectingSocket({
    provider: RELAY,
    target: () =>
      Effect.map(awaitCredentials(options), (known) => {
        credentials = known;
        return { url: `${wsUrl}/ws` };
      }),
    opened,
    message,
    lost: () => {
      conversation = undefined;
      options.lost();
    },
    pauseMs,
    // The relay accepts every connection, and refuses credentials only afterwards.
    isOpenOnMessage: true,
    backOff: RELAY_BACK_OFF,
    silenceMsMax: options.silenceMsMax ?? SILENCE_MS_MAX,
    pingEveryMs: PING_EVERY_MS,
  });
  return yield* Effect.raceFirst(link, tending);
});

/** Waits for missing credentials without any call. */
const awaitCredentials = Effect.fnUntraced(function* (options: RelayLinkOptions) {
  for (let isFirst = true;; isFirst = false) {
    const asked = yield* Effect.result(options.credentials);
    if (Result.isSuccess(asked)) return asked.success;
    if (asked.failure._tag === "ProviderFailed") return yield* asked.failure;
    options.lost(asked.failure);
    if (isFirst) yield* logLack(asked.failure);
    yield* sleepMachineTime(CREDENTIALS_EVERY_MS);
  }
});

function logLack({ setting, remedy = `set ${setting}` }: ProviderOff) {
  const about = { provider: RELAY, hint: remedy };
  return Effect.annotateLogs(Effect.logWarning("Cannot read the relay without credentials"), about);
}

const logRefusal = Effect.annotateLogs(Effect.logWarning("The relay refuses the credentials"), {
  provider: RELAY,
  hint: "check POLYMARKET_API_KEY, POLYMARKET_API_SECRET and POLYMARKET_API_PASSPHRASE, or " +
    "provision the wallet of POLYMARKET_RELAY_WALLET again",
});

function logPolicy(reason: string) {
  const about = { provider: RELAY, reason, hint: "the next attempt follows in some minutes" };
  return Effect.annotateLogs(Effect.logError("The relay reports a violation of its rules"), about);
}

/** Collects unusable frames and logs the last one now and then. */
function makeComplaints(nowMs: () => number) {
  let loggedMs = -Infinity;
  let last: string | undefined;
  let count = 0;
  return {
    add: (reason: string) => {
      last = reason;
      count += 1;
    },
    log: Effect.suspend(() => {
      const atMs = nowMs();
      if (last === undefined || atMs - loggedMs < COMPLAINT_EVERY_MS) return Effect.void;
      const about = { provider: RELAY, reason: last, frames: count };
      [loggedMs, last, count] = [atMs, undefined, 0];
      return Effect.annotateLogs(Effect.logWarning("Cannot use a frame of the relay"), about);
    }),
  };
}
