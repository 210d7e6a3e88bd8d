/**
 * Tracks the provider states that one iterator has reported to the bot.
 *
 * After a subscription the service sends a provider's state only if it is not healthy. It says
 * nothing about a provider that recovered while the connection was down, so this tracker reports
 * the recovery.
 *
 * @module
 */
import type { FeedEvent } from "./frame.ts";
import type { Provider } from "./topic.ts";

/** The last reported state of each provider. */
export class FeedStateTracker {
  readonly #reported = new Map<Provider, FeedEvent>();
  /** Providers whose state would arrive next if it were not healthy. */
  readonly #awaited = new Set<Provider>();

  /** Takes a state from the service. Returns it if it differs from the last reported one. */
  take(event: FeedEvent): FeedEvent | undefined {
    this.#awaited.delete(event.provider);
    const { state, since } = this.#reported.get(event.provider) ?? { state: "healthy", since: "" };
    if (state === event.state && (state === "healthy" || since === event.since)) return undefined;
    this.#reported.set(event.provider, event);
    return event;
  }

  /** Notes that a subscription to topics of these providers was answered. */
  subscribed(providers: Iterable<Provider>): void {
    for (const provider of providers) this.#awaited.add(provider);
  }

  /**
   * Call it when any other frame arrives: providers without a state since the answer are healthy at
   * `serverTime` (ISO 8601). Returns the recoveries to report.
   */
  assumeHealthy(serverTime: string): ReadonlyArray<FeedEvent> {
    return [...this.#awaited].flatMap((provider) =>
      this.take({ type: "feed", provider, state: "healthy", since: serverTime }) ?? []
    );
  }

  /** Notes that the connection ended. */
  disconnected(): void {
    this.#awaited.clear();
  }
}
