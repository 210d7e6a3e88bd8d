/**
 * Tracks the provider states that one iterator has reported to the bot.
 *
 * After a subscription the service sends a provider's state only if it is not healthy. It says
 * nothing about a provider that recovered while the connection was down, so the recovery is
 * concluded from its silence.
 *
 * @module
 */
import type { FeedEvent } from "./frame.ts";
import type { Provider } from "../wire/names.ts";

/** The last reported state of each provider. */
export interface FeedStates {
  /** Takes a state from the service. Reports it if it differs from the last reported one. */
  readonly take: (event: FeedEvent) => void;
  /** Notes that a subscription to topics of these providers was answered. */
  readonly subscribed: (providers: Iterable<Provider>) => void;
  /**
   * Call it when any other frame arrives: providers without a state since the answer are healthy at
   * `serverTime` (ISO 8601). Reports the recoveries.
   */
  readonly assumeHealthy: (serverTime: string) => void;
  /** Notes that the connection ended. */
  readonly disconnected: () => void;
}

/** Returns the states of no provider yet. Those of providers without a subscription are ignored. */
export function trackFeedStates(report: (event: FeedEvent) => void): FeedStates {
  /** What was reported last. A trouble is another one if it began at another time. */
  const reported = new Map<Provider, string>();
  /** Providers whose state would arrive next if it were not healthy. */
  const awaited = new Set<Provider>();

  function take(event: FeedEvent): void {
    const { provider, state, since } = event;
    awaited.delete(provider);
    const news = state === "healthy" ? state : state + since;
    if ((reported.get(provider) ?? news) === news) return;
    reported.set(provider, news);
    report(event);
  }

  return {
    take,
    subscribed: (providers) => {
      for (const provider of providers) {
        awaited.add(provider);
        reported.set(provider, reported.get(provider) ?? "healthy");
      }
    },
    assumeHealthy: (since) => {
      for (const provider of awaited) take({ type: "feed", provider, state: "healthy", since });
    },
    disconnected: () => awaited.clear(),
  };
}
