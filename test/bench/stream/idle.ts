/**
 * Memory of a connection that follows one topic and receives nothing, compared with a bare
 * server's.
 *
 * @module
 */
import { type Aim, type Benchmark, compare, type Finding } from "../benchmark.ts";
import { startCrowd } from "./crowd.ts";
import { type PublisherProcess, startBarePublisher, startStreamPublisher } from "./publisher.ts";
import type { MemoryUse } from "./publisher_order.ts";

const NAME = "idle";
const CLIENTS = 10_000;
/**
 * Connected before the first measurement, so that a server's one-time allocations exist already.
 */
const EARLY_CLIENTS = 500;
const ROUNDS = 3;
const RESIDENT_BYTES_MAX = 3_072;
const START_SEC = Date.parse("2026-11-05T12:00:30Z") / 1000;

/** Bytes of one connection. */
type PerConnection = MemoryUse;

/** The benchmark. */
export const idle: Benchmark = {
  name: NAME,
  about: `memory of ${CLIENTS} connections that follow one topic`,
  run: async () => {
    const ours: Array<PerConnection> = [];
    const reference: Array<PerConnection> = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(
        await perConnection(
          startStreamPublisher(),
          `{"op":"subscribe","channel":"targets","assets":["eth"],"intervals":["5min"]}`,
        ),
      );
      reference.push(
        await perConnection(startBarePublisher(), `{"topics":["targets:eth:5min"]}`),
      );
    }
    const beside = (
      what: string,
      of: (memory: PerConnection) => number,
      aim?: Aim,
    ): Finding =>
      compare(NAME, {
        unit: "byte",
        ...(aim === undefined ? {} : { aim }),
        ours: { what: `${what} of an idle connection`, values: ours.map(of) },
        reference: { what: "the bare server", values: reference.map(of) },
      });
    return [
      beside("resident memory", ({ residentBytes }) => residentBytes, {
        value: RESIDENT_BYTES_MAX,
      }),
      beside("heap", ({ heapBytes }) => heapBytes),
    ];
  },
};

/** New processes each time: an allocator that has grown hides the difference. */
async function perConnection(
  publisher: PublisherProcess,
  subscribe: string,
): Promise<PerConnection> {
  const crowd = startCrowd();
  try {
    const { url } = await publisher.ask<{ url: string }>({ kind: "start", startSec: START_SEC });
    const join = (name: string, clients: number) =>
      crowd.ask({ kind: "connect", crowd: name, url, clients, subscribe: [subscribe] });
    await join("early", EARLY_CLIENTS);
    const before = await publisher.ask<MemoryUse>({ kind: "memory" });
    await join("late", CLIENTS);
    const after = await publisher.ask<MemoryUse>({ kind: "memory" });
    return {
      residentBytes: (after.residentBytes - before.residentBytes) / CLIENTS,
      heapBytes: (after.heapBytes - before.heapBytes) / CLIENTS,
    };
  } finally {
    await crowd.stop();
    await publisher.stop();
  }
}
