/**
 * One frame of the stream to more and more subscribers.
 *
 * @module
 */
import { type Crowd, startCrowd } from "../stream/crowd.ts";
import { deliver, type Delivery } from "../stream/delivery.ts";
import { type PublisherProcess, startStreamPublisher } from "../stream/publisher.ts";
import type { MeasurePaths, PathCosts } from "./path_costs.ts";

const SUBSCRIBER_COUNTS = [50, 500, 5_000] as const;
const ROUNDS = 30;
const WARM_UP_ROUNDS = 15;
const START_SEC = Date.parse("2026-11-05T12:00:30Z") / 1000;
const SUBSCRIBE = `{"op":"subscribe","channel":"targets","assets":["eth"],"intervals":["5min"]}`;

/** A server with its subscribers. */
interface Audience {
  readonly size: number;
  readonly publisher: PublisherProcess;
  readonly deliveries: Array<Delivery>;
}

/** Measures it: a server for each count, and the clients of all in one process. */
export const subscriberGrowth: MeasurePaths = async (effort) => {
  const crowd = startCrowd();
  const audiences = SUBSCRIBER_COUNTS.map((size): Audience => ({
    size,
    publisher: startStreamPublisher(),
    deliveries: [],
  }));
  try {
    for (const audience of audiences) await gather(crowd, audience);
    for (let round = -WARM_UP_ROUNDS; round < effort.rounds(ROUNDS); round++) {
      for (const { size, publisher, deliveries } of audiences) {
        const delivery = await deliver(crowd, {
          name: String(size),
          publisher,
          happening: "target",
          frames: [],
          count: 1,
        });
        if (round >= 0) deliveries.push(delivery);
      }
    }
    return [
      costsOf("a push to all subscribers", audiences, ({ lastMs }) => lastMs),
      costsOf("processor time of a push", audiences, ({ serverCpuMs }) => serverCpuMs),
    ];
  } finally {
    await crowd.stop();
    await Promise.all(audiences.map(({ publisher }) => publisher.stop()));
  }
};

async function gather(crowd: Crowd, { size, publisher }: Audience): Promise<void> {
  const { url } = await publisher.ask<{ url: string }>({ kind: "start", startSec: START_SEC });
  const subscribe = [SUBSCRIBE];
  await crowd.ask({ kind: "connect", crowd: String(size), url, clients: size, subscribe });
}

function costsOf(
  what: string,
  audiences: ReadonlyArray<Audience>,
  of: (delivery: Delivery) => number,
): PathCosts {
  const sizes = audiences.map(({ size, deliveries }) => ({ size, values: deliveries.map(of) }));
  return { what, sized: "subscribers", unit: "ms", sizes };
}
