/**
 * The pairs of channel and filter that one socket of the relay is subscribed to.
 *
 * @module
 */
import { type SandboxClock } from "../clock.ts";
import { findChannel, readPair, type RelayPair, type RelaySources } from "./relay_channel.ts";
import { type WrittenItem } from "./relay_frame.ts";
import { type RelayOutlet } from "./relay_outlet.ts";
import { type RelayPump } from "./relay_pump.ts";
import { type RelayRefusal } from "./relay_refusal.ts";

/** What becomes of an item of a frame. */
interface Taking {
  /** Why the client may not read the channel; undefined where it may. */
  readonly lacking: (channel: { readonly isPublic: boolean }) => string | undefined;
  /** Called before anything is sent of the pair. */
  readonly acknowledge: () => void;
}

/** Pairs of one socket. */
export interface HeldPairs {
  /** Begins a pair; one that is held is acknowledged and goes on. The refusal, if it is refused. */
  subscribe(item: WrittenItem, taking: Taking): RelayRefusal | undefined;
  /** Ends a pair. Assumed: one that is not held is acknowledged as well. */
  unsubscribe(item: WrittenItem, acknowledge: () => void): RelayRefusal | undefined;
  /** Ends all. */
  end(): void;
}

/** A documented limit of a connection. */
const PAIRS_MAX = 64;

/** A pair that was found, or why there is none. */
type Found =
  | { readonly pair: RelayPair; readonly isPublic: boolean }
  | { readonly refusal: RelayRefusal };

/** None is held yet. */
export function makeHeldPairs({ clock, sources, pump, outlet }: {
  readonly clock: Pick<SandboxClock, "nowMs">;
  readonly sources: RelaySources;
  readonly pump: RelayPump;
  readonly outlet: RelayOutlet;
}): HeldPairs {
  /** What ends each, by key. */
  const held = new Map<string, () => void>();
  const find = ({ channel, filter }: WrittenItem): Found => {
    const known = findChannel(channel);
    if (known === undefined || typeof channel !== "string") {
      return { refusal: { code: "bad_channel", channel } };
    }
    const pair = readPair({ channel, filter }, sources);
    if (pair === undefined) return { refusal: { code: "bad_filter", channel } };
    return { pair, isPublic: known.isPublic };
  };
  const begin = (pair: RelayPair): () => void => {
    const { channel, source } = pair;
    const nowMs = clock.nowMs();
    const snapshot = pair.snapshot(source?.recent(nowMs) ?? []);
    if (snapshot !== undefined) outlet.snapshot(channel, snapshot);
    if (source === undefined) return () => {};
    return pump.join(source, {
      afterMs: nowMs,
      tell: (point) => outlet.update(channel, pair.update(point)),
    });
  };
  return {
    subscribe(item, { lacking, acknowledge }) {
      const found = find(item);
      if ("refusal" in found) return found.refusal;
      const { pair } = found;
      const { channel } = pair;
      const code = lacking(found);
      if (code !== undefined) return { code, channel };
      if (held.has(pair.key)) return void acknowledge();
      if (held.size >= PAIRS_MAX) return { code: "sub_limit", channel, isLast: true };
      acknowledge();
      held.set(pair.key, begin(pair));
      return undefined;
    },
    unsubscribe(item, acknowledge) {
      const found = find(item);
      if ("refusal" in found) return found.refusal;
      held.get(found.pair.key)?.();
      held.delete(found.pair.key);
      return void acknowledge();
    },
    end() {
      for (const end of held.values()) end();
      held.clear();
    },
  };
}
