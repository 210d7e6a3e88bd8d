/**
 * Whether a provider's own stream runs, from how its connections are doing.
 *
 * @module
 */
import type { Provider } from "../../core/market/mod.ts";
import type { LiveEvent } from "../../core/port/mod.ts";

/** Follows the connections by their names. */
export interface LinkState<Name> {
  /** The connection brought something of use. */
  readonly delivered: (name: Name) => void;
  /** The connection is gone, or could not be made. */
  readonly lost: (name: Name) => void;
  /** Whether the connection has brought something of use since it was made. */
  readonly isUp: (name: Name) => boolean;
  /** All are replaced on purpose: they are not lost until the new ones fail. */
  readonly reset: () => void;
}

/**
 * Tells the listener whenever it changes that `needed` connections deliver, and nothing before one
 * of them has delivered or failed.
 */
export function makeLinkState<Name>(
  { provider, needed, tell }: {
    readonly provider: Provider;
    readonly needed: number;
    readonly tell: (event: LiveEvent) => void;
  },
): LinkState<Name> {
  const up = new Set<Name>();
  let toldUp: boolean | undefined;
  const judge = () => {
    const isUp = up.size >= needed;
    // That the first of several delivers is no news that the stream is down.
    if (isUp === toldUp || (!isUp && toldUp === undefined && up.size > 0)) return;
    toldUp = isUp;
    tell({ kind: "link", provider, isUp });
  };
  return {
    delivered: (name) => {
      if (up.has(name)) return;
      up.add(name);
      judge();
    },
    lost: (name) => {
      up.delete(name);
      judge();
    },
    isUp: (name) => up.has(name),
    reset: () => up.clear(),
  };
}
