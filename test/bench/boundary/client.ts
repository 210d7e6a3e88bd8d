/** A client of a stream, which notes when each frame comes. @module */
import { StreamClient } from "../../stage/stream_client.ts";

/** A connection that is subscribed to all targets. */
export type Client = Awaited<ReturnType<typeof connect>>;

/** Connects, and waits until the subscription is confirmed. */
export async function connect(url: string) {
  const subscribed = Promise.withResolvers<void>();
  /** Frames, and when they came. */
  let arrivals: Array<{ readonly atMs: number; readonly text: string }> = [];
  let expected = 0;
  let done = Promise.withResolvers<typeof arrivals>();
  const client = new StreamClient(url, {
    onFrame: (text) => {
      if (text.includes("subscribed")) subscribed.resolve();
      arrivals.push({ atMs: performance.now(), text });
      if (arrivals.length === expected) done.resolve(arrivals);
    },
  });
  await client.opened;
  client.send({ op: "subscribe", channel: "targets" });
  await subscribed.promise;
  return {
    /** Waits for this many frames, from now on. */
    next: (count: number) => {
      arrivals = [];
      expected = count;
      done = Promise.withResolvers();
      return done.promise;
    },
    close: () => client.close(),
  };
}
