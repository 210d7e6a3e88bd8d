/**
 * The pairs of channel and filter that one socket of the relay is subscribed to.
 *
 * @module
 */
import { type SandboxClock } from "../../kit/clock.ts";
import {
  AVERAGES_CHANNEL,
  type AverageSources,
  readPair,
  type RelayPair,
} from "./relay_channel.ts";
import { type WrittenItem } from "./relay_frame.ts";
import { type RelaySender } from "./relay_sender.ts";
import { type RelayPump } from "./relay_pump.ts";
import { type RelayRefusal } from "./relay_refusal.ts";

/** The handlers of one item of a frame. */
interface SubscribeHandlers {
  /** Returns why the client may not read the channel; undefined if it may. */
  readonly lacking: () => string | undefined;
  /** Called before anything of the pair is sent. */
  readonly acknowledge: () => void;
}

/** The pairs of one socket. */
export interface PairSubscriptions {
  /**
   * Subscribes to a pair; an existing one is acknowledged and continues. Returns the refusal, if
   * any.
   */
  subscribe(item: WrittenItem, handlers: SubscribeHandlers): RelayRefusal | undefined;
  /** Ends a pair. Assumed: an unknown one is also acknowledged. */
  unsubscribe(item: WrittenItem, acknowledge: () => void): RelayRefusal | undefined;
  /** Ends all pairs. */
  end(): void;
}

/** A documented limit of a connection. */
const PAIRS_MAX = 64;

/** A pair, or the reason there is none. */
type Found = { readonly pair: RelayPair } | { readonly refusal: RelayRefusal };

/** Makes an empty set of pairs. */
export function makePairSubscriptions({ clock, sources, pump, sender }: {
  readonly clock: Pick<SandboxClock, "nowMs">;
  readonly sources: AverageSources;
  readonly pump: RelayPump;
  readonly sender: RelaySender;
}): PairSubscriptions {
  /** The unsubscribe function of each pair, by key. */
  const subscriptions = new Map<string, () => void>();
  const find = ({ channel, filter }: WrittenItem): Found => {
    if (channel !== AVERAGES_CHANNEL) return { refusal: { code: "bad_channel", channel } };
    const pair = readPair(filter, sources);
    return pair === undefined ? { refusal: { code: "bad_filter", channel } } : { pair };
  };
  const begin = (pair: RelayPair): () => void => {
    const { source } = pair;
    const nowMs = clock.nowMs();
    sender.snapshot(AVERAGES_CHANNEL, pair.snapshot(source?.recent(nowMs) ?? []));
    if (source === undefined) return () => {};
    return pump.join(source, {
      afterMs: nowMs,
      send: (point) => sender.update(AVERAGES_CHANNEL, pair.update(point)),
    });
  };
  return {
    subscribe(item, { lacking, acknowledge }) {
      const found = find(item);
      if ("refusal" in found) return found.refusal;
      const { pair } = found;
      const channel = AVERAGES_CHANNEL;
      const code = lacking();
      if (code !== undefined) return { code, channel };
      if (subscriptions.has(pair.key)) return void acknowledge();
      if (subscriptions.size >= PAIRS_MAX) return { code: "sub_limit", channel, isLast: true };
      acknowledge();
      subscriptions.set(pair.key, begin(pair));
      return undefined;
    },
    unsubscribe(item, acknowledge) {
      const found = find(item);
      if ("refusal" in found) return found.refusal;
      subscriptions.get(found.pair.key)?.();
      subscriptions.delete(found.pair.key);
      return void acknowledge();
    },
    end() {
      for (const end of subscriptions.values()) end();
      subscriptions.clear();
    },
  };
}
