/**
 * A place a topic for frames that replace each other: of what comes while a client has not read
 * everything, each topic's newest frame waits, and nothing else.
 *
 * @module
 */
import type { ConflatedReader } from "./stream_publisher.ts";

/** The connection of the client. */
export interface LatestClient {
  /** Whether it has read everything that was sent. */
  readonly isIdle: () => boolean;
  readonly send: (text: string) => void;
}

/** The places of one client. */
export class LatestFrames implements ConflatedReader {
  readonly #client: LatestClient;
  readonly #waiting = new Map<string, string>();

  constructor(client: LatestClient) {
    this.#client = client;
  }

  /** Sends a frame, or keeps it in place of the one that waits. */
  offer(topic: string, text: string): void {
    if (this.#client.isIdle()) this.#client.send(text);
    else this.#waiting.set(topic, text);
  }

  /** Call when the client has read something. */
  drain(): void {
    for (const [topic, text] of this.#waiting) {
      if (!this.#client.isIdle()) return;
      this.#waiting.delete(topic);
      this.#client.send(text);
    }
  }

  /** Drops what waits of a topic. */
  leave(topic: string): void {
    this.#waiting.delete(topic);
  }
}
