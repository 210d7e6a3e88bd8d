/**
 * Derives whether a provider's own stream is up from its connections.
 *
 * @module
 */
import type { Provider } from "../../core/market/mod.ts";
import type { LiveEvent } from "../../core/port/live_prices.ts";

/** Tracks connections by name. */
export interface StreamState<Name> {
  /** The connection delivered useful data. */
  readonly delivered: (name: Name) => void;
  /** The connection is lost, or could not be opened. */
  readonly lost: (name: Name) => void;
  /** Whether the connection has delivered useful data since it was opened. */
  readonly isUp: (name: Name) => boolean;
  /** All connections are replaced on purpose: they do not count as lost until the new ones fail. */
  readonly reset: () => void;
}

/**
 * Publishes each change of whether `needed` connections deliver data; nothing before the first
 * connection has delivered or failed.
 */
export function makeStreamState<Name>(
  { provider, needed, publish }: {
    readonly provider: Provider;
    readonly needed: number;
    readonly publish: (event: LiveEvent) => void;
  },
): StreamState<Name> {
  const up = new Set<Name>();
  let publishedUp: boolean | undefined;
  const update = () => {
    const isUp = up.size >= needed;
    // The first of several deliveries does not mean that the stream is down.
    if (isUp === publishedUp || (!isUp && publishedUp === undefined && up.size > 0)) return;
    publishedUp = isUp;
    publish({ kind: "stream_state", provider, isUp });
  };
  return {
    delivered: (name) => {
      if (up.has(name)) return;
      up.add(name);
      update();
    },
    lost: (name) => {
      up.delete(name);
      update();
    },
    isUp: (name) => up.has(name),
    reset: () => up.clear(),
  };
}
