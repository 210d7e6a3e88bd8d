/**
 * What one iterator has been told of the providers' states.
 *
 * The service tells a state after a subscription only when it is not healthy. So a provider that
 * recovered while the connection was down is not spoken of, and the bot has to be told here.
 *
 * @module
 */
import type { FeedEvent } from "./frame.ts";
import type { Provider } from "./topic.ts";

/** Remembers what was told last, by provider. */
export class FeedMemory {
  readonly #told = new Map<Provider, FeedEvent>();
  /** Providers whose state would come now if it were not healthy. */
  readonly #awaited = new Set<Provider>();

  /** A state from the service; given if it is news. */
  take(event: FeedEvent): FeedEvent | undefined {
    this.#awaited.delete(event.provider);
    const { state, since } = this.#told.get(event.provider) ?? { state: "healthy", since: "" };
    if (state === event.state && (state === "healthy" || since === event.since)) return undefined;
    this.#told.set(event.provider, event);
    return event;
  }

  /** A subscription to topics of these providers was answered. */
  subscribed(providers: Iterable<Provider>): void {
    for (const provider of providers) this.#awaited.add(provider);
  }

  /** Something else came: what was not told since the answer is healthy at `serverTime`. */
  settle(serverTime: string): ReadonlyArray<FeedEvent> {
    return [...this.#awaited].flatMap((provider) =>
      this.take({ type: "feed", provider, state: "healthy", since: serverTime }) ?? []
    );
  }

  /** The connection has gone. */
  disconnected(): void {
    this.#awaited.clear();
  }
}
