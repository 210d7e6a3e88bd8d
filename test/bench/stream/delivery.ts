/**
 * One event, from a server to the last client of a crowd.
 *
 * @module
 */
import type { Crowd } from "./crowd.ts";
import type { Receipt } from "./crowd_order.ts";
import type { PublisherProcess } from "./publisher.ts";
import type { Happening, Published, PublishedFrame } from "./publisher_order.ts";

/** One publication, received by everyone. */
export interface Delivery {
  /** From the event to the last delivery. */
  readonly lastMs: number;
  /** From the event to the first. */
  readonly firstMs: number;
  /** Processor time of the server and of the clients, from the event on. */
  readonly serverCpuMs: number;
  readonly crowdCpuMs: number;
  readonly texts: ReadonlyArray<string>;
}

/** Triggers the event at a server, and waits until its whole crowd has the frames. */
export async function deliver(
  crowd: Crowd,
  { name, publisher, happening, frames, count }: {
    /** The crowd's. */
    readonly name: string;
    readonly publisher: PublisherProcess;
    readonly happening: Happening;
    /** What the reference publishes. */
    readonly frames: ReadonlyArray<PublishedFrame>;
    readonly count: number;
  },
): Promise<Delivery> {
  await crowd.ask({ kind: "expect", crowd: name, frames: count });
  await publisher.ask({ kind: "publish", happening, frames });
  const { firstAtUs, lastAtUs, texts, cpuUs } = await crowd.ask<Receipt>({ kind: "receive" });
  const published = await publisher.ask<Published>({ kind: "published" });
  return {
    lastMs: (lastAtUs - published.atUs) / 1e3,
    firstMs: (firstAtUs - published.atUs) / 1e3,
    serverCpuMs: published.cpuUs / 1e3,
    crowdCpuMs: cpuUs / 1e3,
    texts,
  };
}

/** The frames as the reference has to publish them. */
export function framesOf(texts: ReadonlyArray<string>): ReadonlyArray<PublishedFrame> {
  return texts.map((text) => ({
    topic: String((JSON.parse(text) as { readonly topic: unknown }).topic),
    text,
  }));
}
