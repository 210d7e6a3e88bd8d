/**
 * The states of providers that one client receives: of those that its topics come from.
 *
 * @module
 */
import { feedTopic, providersOf, type StreamPublisher } from "./stream_publisher.ts";
import type { StreamSocket } from "./stream_socket.ts";

/** The connection of the client. */
export interface FeedsClient {
  /** All its topics. */
  readonly topics: () => Iterable<string>;
  readonly socket: () => StreamSocket | undefined;
  readonly send: (text: string) => void;
}

/** The states that one client follows. */
export class FollowedFeeds {
  readonly #publisher: StreamPublisher;
  readonly #client: FeedsClient;

  constructor(publisher: StreamPublisher, client: FeedsClient) {
    this.#publisher = publisher;
    this.#client = client;
  }

  /** Subscribes to the providers of topics. A state that is not sent means healthy. */
  follow(topics: Iterable<string>): void {
    for (const provider of providersOf(topics)) {
      this.#client.socket()?.subscribe(feedTopic(provider));
      const state = this.#publisher.stream.stateOf(provider);
      if (state !== undefined && state.state !== "healthy") {
        this.#client.send(this.#publisher.write(state));
      }
    }
  }

  /** Unsubscribes from the providers of former topics, but not from those of others. */
  leave(topics: Iterable<string>): void {
    const followed = providersOf(this.#client.topics());
    for (const provider of providersOf(topics)) {
      if (!followed.has(provider)) this.#client.socket()?.unsubscribe(feedTopic(provider));
    }
  }
}
