/**
 * The liveness of each price provider, from its sockets and its recent answers.
 *
 * @module
 */
import { type Provider, PROVIDERS } from "../../market/mod.ts";
import type { ProviderReport } from "../../port/provider_watch.ts";
import type { FeedEvent, FeedState } from "../../stream/mod.ts";
import type { PublisherService } from "./publisher.ts";

/** Updates and publishes the state of each provider with every new input. */
export interface FeedStates {
  /** Reports whether the provider's sockets deliver. */
  readonly setSocketsUp: (provider: Provider, isUp: boolean) => void;
  /** Reports the recent health of requests. The first report ends the sockets' time to open. */
  readonly setReports: (reports: ReadonlyArray<ProviderReport>) => void;
  readonly isLive: (provider: Provider) => boolean;
  /** Returns the state; undefined until the first input for the provider. */
  readonly stateOf: (provider: Provider) => FeedEvent | undefined;
}

/** The sources to poll for a provider's prices: the first that is set up is used. */
const POLLED: Readonly<Record<Provider, ReadonlyArray<string>>> = {
  oracle: ["oracle", "venue site"],
  exchange: ["exchange"],
};

interface Liveness {
  isUp: boolean;
  isAnswering: boolean;
  event: FeedEvent | undefined;
}

/** Makes feed states in which nothing is known yet. */
export function makeFeedStates(
  { nowMs, publishEvent }: Pick<PublisherService, "publishEvent"> & {
    readonly nowMs: () => number;
  },
): FeedStates {
  const feeds = new Map<Provider, Liveness>(
    PROVIDERS.map((provider) => [provider, { isUp: false, isAnswering: true, event: undefined }]),
  );
  const update = (provider: Provider, known: Liveness) => {
    const state: FeedState = known.isUp ? "healthy" : known.isAnswering ? "degraded" : "down";
    if (known.event?.state === state) return;
    known.event = { kind: "feed", provider, state, sinceMs: nowMs() };
    publishEvent(known.event);
  };
  return {
    setSocketsUp: (provider, isUp) => {
      const known = feeds.get(provider);
      if (known === undefined) return;
      known.isUp = isUp;
      update(provider, known);
    },
    setReports: (reports) => {
      const stateOf = (name: string) => reports.find((report) => report.name === name)?.state;
      for (const [provider, known] of feeds) {
        const name = POLLED[provider].find((name) => stateOf(name) !== "off");
        known.isAnswering = name !== undefined && stateOf(name) !== "down";
        update(provider, known);
      }
    },
    isLive: (provider) => feeds.get(provider)?.isUp === true,
    stateOf: (provider) => feeds.get(provider)?.event,
  };
}
