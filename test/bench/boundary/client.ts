/**
 * A client of a stream, which notes when each frame comes.
 *
 * @module
 */

/** A frame, and when it came. */
export interface Arrival {
  readonly atMs: number;
  readonly text: string;
}

/** A connection that is subscribed to all targets. */
export interface Client {
  /** Waits for this many frames, from now on. */
  readonly next: (count: number) => Promise<ReadonlyArray<Arrival>>;
  readonly close: () => void;
}

/** Connects, and waits until the subscription is confirmed. */
export async function connect(url: string): Promise<Client> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/v1/stream`);
  const subscribed = Promise.withResolvers<void>();
  let arrivals: Array<Arrival> = [];
  let expected = 0;
  let done = Promise.withResolvers<ReadonlyArray<Arrival>>();
  socket.addEventListener("open", () => socket.send(`{"op":"subscribe","channel":"targets"}`));
  socket.addEventListener("message", ({ data }) => {
    const text = String(data);
    if (text.includes("subscribed")) subscribed.resolve();
    arrivals.push({ atMs: performance.now(), text });
    if (arrivals.length === expected) done.resolve(arrivals);
  });
  await subscribed.promise;
  return {
    next: (count) => {
      arrivals = [];
      expected = count;
      done = Promise.withResolvers();
      return done.promise;
    },
    close: () => socket.close(),
  };
}
