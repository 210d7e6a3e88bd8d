/**
 * The channels of one client in which prices replace each other: the exchange's newest trades, and
 * windows, whose quotes do.
 *
 * @module
 */
import type { ChannelFrame, SpotFrame, WindowsFrame } from "./client_frame.ts";
import { type SpotClient, SpotTopics } from "./spot_topics.ts";
import { type LatestClient, LatestFrames } from "./latest_frames.ts";
import type { StreamPublisher } from "./stream_publisher.ts";
import { type WindowsClient, WindowTopics } from "./window_topics.ts";

/** Whether a frame is about such a channel. */
export function isLatest(frame: ChannelFrame): frame is SpotFrame | WindowsFrame {
  return frame.channel === "spot" || frame.channel === "windows";
}

/** The channels of one client. */
export class LatestChannels {
  readonly #latest: LatestFrames;
  readonly #spot: SpotTopics;
  readonly #windows: WindowTopics;

  constructor(
    publisher: StreamPublisher,
    client: Omit<SpotClient & WindowsClient, "latest"> & LatestClient,
  ) {
    const latest = this.#latest = new LatestFrames(client);
    this.#spot = new SpotTopics(publisher, { ...client, latest });
    this.#windows = new WindowTopics(publisher, { ...client, latest });
  }

  get topics(): ReadonlyArray<string> {
    return [...this.#spot.topics, ...this.#windows.topics];
  }

  /** Takes a frame of the client. */
  take(frame: SpotFrame | WindowsFrame): void {
    if (frame.channel === "spot") this.#spot.take(frame);
    else this.#windows.take(frame);
  }

  /** Call when the client has read something. */
  drain(): void {
    this.#latest.drain();
  }

  close(): void {
    this.#spot.close();
    this.#windows.close();
  }
}
