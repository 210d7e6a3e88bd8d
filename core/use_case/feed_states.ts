/**
 * How live each provider is, from its stream and from how its answers have been.
 *
 * @module
 */
import { type Provider, PROVIDERS } from "../market/mod.ts";
import type { ProviderReport } from "../port/mod.ts";
import type { FeedEvent, FeedState } from "../stream/mod.ts";

/** Judges whenever it is told something. */
export interface FeedStates {
  /** The provider's own stream runs, or does not. */
  readonly link: (provider: Provider, isUp: boolean) => void;
  /** How asking the providers has been. Also ends the time in which a stream may still begin. */
  readonly watch: (reports: ReadonlyArray<ProviderReport>) => void;
  readonly isLive: (provider: Provider) => boolean;
  /** The state; undefined until the first thing is known. */
  readonly stateOf: (provider: Provider) => FeedEvent | undefined;
}

/** Who is asked for a provider's prices: the first that is set up. */
const ASKED: Readonly<Record<Provider, ReadonlyArray<string>>> = {
  oracle: ["oracle", "venue site"],
  exchange: ["exchange"],
};

interface Known {
  isUp: boolean;
  isAnswering: boolean;
  event: FeedEvent | undefined;
}

/** Nothing is known yet. */
export function makeFeedStates(
  { nowMs, tell }: { readonly nowMs: () => number; readonly tell: (event: FeedEvent) => void },
): FeedStates {
  const feeds = new Map<Provider, Known>(
    PROVIDERS.map((provider) => [provider, { isUp: false, isAnswering: true, event: undefined }]),
  );
  const judge = (provider: Provider, known: Known) => {
    const state: FeedState = known.isUp ? "healthy" : known.isAnswering ? "degraded" : "down";
    if (known.event?.state === state) return;
    known.event = { kind: "feed", provider, state, sinceMs: nowMs() };
    tell(known.event);
  };
  return {
    link: (provider, isUp) => {
      const known = feeds.get(provider);
      if (known === undefined) return;
      known.isUp = isUp;
      judge(provider, known);
    },
    watch: (reports) => {
      const stateOf = (name: string) => reports.find((report) => report.name === name)?.state;
      for (const [provider, known] of feeds) {
        const name = ASKED[provider].find((name) => stateOf(name) !== "off");
        known.isAnswering = name !== undefined && stateOf(name) !== "down";
        judge(provider, known);
      }
    },
    isLive: (provider) => feeds.get(provider)?.isUp === true,
    stateOf: (provider) => feeds.get(provider)?.event,
  };
}
