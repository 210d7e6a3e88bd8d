/** A relay that is played in no time at all, and a conversation that listens to it. @module */
import { Redacted } from "effect";
import { makePointState } from "../../../../adapters/polymarket/relay/point_state.ts";
import { makePointCache } from "../../../../adapters/polymarket/relay/point_cache.ts";
import {
  type Fault,
  makeRelayConversation,
} from "../../../../adapters/polymarket/relay/relay_conversation.ts";
import type { LiveEvent } from "../../../../core/port/live_prices.ts";
import { assetOf } from "../../../../adapters/polymarket/relay/symbol.ts";
import { NOW_SEC, snapshotText, updateText } from "./relay_texts.ts";

export const CREDENTIALS = {
  apiKey: "4f5c9b2e-7d1a-4c3b-9e8f-001122334455",
  secret: Redacted.make("the secret"),
  passphrase: Redacted.make("the passphrase"),
};

/** What a client sent, as far as a relay reads it. */
interface SentFrame {
  readonly op: string;
  readonly rid: string;
  readonly subscriptions?: ReadonlyArray<{
    readonly channel: string;
    readonly filter: { readonly symbol: string; readonly window_seconds: number };
  }>;
}

/** A published event, and when by the machine's time. */
export type PublishedEvent = LiveEvent & { readonly publishedMs: number };

/**
 * A conversation on a machine whose time is moved by hand; it starts at 0, and at
 * {@linkcode NOW_SEC}.
 * One that is not doubting asks for no snapshot because of seconds that are missing.
 */
export function makePlayedConversation({ isDoubting = true } = {}) {
  let nowMs = 0;
  const clockMs = () => NOW_SEC * 1000 + nowMs;
  const nowSec = () => Math.floor(clockMs() / 1000);
  const events: Array<PublishedEvent> = [];
  const sent: Array<SentFrame & { readonly sentMs: number }> = [];
  const ends: Array<readonly [fault: Fault, reason: string]> = [];
  const complaints: Array<string> = [];
  const state = makePointState({
    memory: makePointCache(),
    publish: (event) => void events.push({ ...event, publishedMs: nowMs }),
    nowSec,
  });
  const conversation = makeRelayConversation({
    credentials: CREDENTIALS,
    send: (text) => void sent.push({ ...JSON.parse(text), sentMs: nowMs }),
    end: (fault, reason) => void ends.push([fault, reason]),
    pointState: isDoubting ? state : { ...state, doubtful: () => [] },
    complain: (reason) => void complaints.push(reason),
    clockMs,
  }, 0);
  const receive = (frame: string | object) =>
    conversation.receive(typeof frame === "string" ? frame : JSON.stringify(frame), nowMs);
  return {
    events,
    sent,
    ends,
    complaints,
    receive,
    nowMs: () => nowMs,
    nowSec,
    /** Advances the time, and tends as the connection does. */
    pass: (ms: number) => {
      for (const untilMs = nowMs + ms; nowMs < untilMs;) {
        nowMs = Math.min(untilMs, nowMs + 250);
        state.tend(nowMs);
        conversation.tend(nowMs);
      }
    },
    /** Accepts the credentials. */
    authed: () => receive({ op: "authed", rid: "a1" }),
    /** The subscriptions that were sent last, by their assets. */
    lastAsked: () =>
      (sent.findLast(({ op }) => op === "subscribe")?.subscriptions ?? [])
        .map(({ filter }) => assetOf(filter.symbol)),
  };
}

/** What happens to one second of btc at the relay. */
export interface Fate {
  /** When it is published after its second, in milliseconds; undefined for never. */
  readonly delayMs: number | undefined;
  /** Whether the frame that contains it is lost on its way. */
  readonly isLost: boolean;
}

const STEP_MS = 50;
/** Digits that encode the second. */
const valueE18 = (sec: number) => BigInt(sec) * 10n ** 12n + 1n;

/** Plays the seconds from the first fate's on, and some time after them. */
export function play(fates: ReadonlyArray<Fate>, { tailMs = 30_000 } = {}) {
  const world = makePlayedConversation();
  let [seq, answered, publishedMs] = [0, 0, -Infinity];
  const secs = fates.map((fate, index) => ({ ...fate, sec: NOW_SEC - 10 + index }));
  const readyMs = ({ sec, delayMs = Infinity }: (typeof secs)[number]) =>
    (sec - NOW_SEC) * 1000 + delayMs;

  const answer = () => {
    for (const frame of world.sent.slice(answered)) {
      answered += 1;
      if (frame.op === "auth") world.authed();
      if (frame.op !== "subscribe") continue;
      for (const { filter } of frame.subscriptions ?? []) {
        const asset = assetOf(filter.symbol) ?? "btc";
        const points = secs.filter((one) => asset === "btc" && readyMs(one) <= world.nowMs())
          .map(({ sec }) => ({ sec, valueE18: valueE18(sec) }));
        world.receive({ op: "subscribed", channel: "price.crypto.twap", rid: frame.rid });
        world.receive(snapshotText({ asset, seq: ++seq, points }));
      }
    }
  };

  answer();
  const endMs = (fates.length - 10) * 1000 + tailMs;
  while (world.nowMs() < endMs) {
    const due = secs.filter((one) => readyMs(one) > publishedMs && readyMs(one) <= world.nowMs())
      .toSorted((a, b) => readyMs(a) - readyMs(b));
    publishedMs = world.nowMs();
    for (const { sec, isLost } of due) {
      seq += 1;
      if (!isLost) world.receive(updateText({ asset: "btc", seq, sec, valueE18: valueE18(sec) }));
      answer();
    }
    world.pass(STEP_MS);
    answer();
  }
  return { ...world, firstSec: NOW_SEC - 10 };
}
