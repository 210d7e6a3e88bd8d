/**
 * Thousands of subscribers of our stream, compared with as many of a bare server that publishes the
 * same bytes.
 *
 * @module
 */
import { TARGET_SERIES, targetTopic } from "../../../core/stream/mod.ts";
import { type Benchmark, compare } from "../benchmark.ts";
import { type OrderedProcess, startOrderedProcess } from "../ordered_process.ts";
import type { CrowdOrder, Receipt } from "./crowd_process.ts";
import type { Happening, PublishedFrame, PublisherOrder } from "./serve_publisher.ts";

const NAME = "fanout";
const CLIENTS = 5_000;
const MIDNIGHT_CLIENTS = 1_000;
const ROUNDS = 60;
const WARM_UP_ROUNDS = 15;
const QUICK_ROUNDS = 10;
const QUICK_WARM_UP_ROUNDS = 5;

/** Half a minute into a window of every interval but two. */
const START_SEC = Date.parse("2026-11-05T12:00:30Z") / 1000;

type Publisher = OrderedProcess<PublisherOrder, string | number | null>;
type Crowd = OrderedProcess<CrowdOrder, Receipt | null>;

/** What happens, to whom. */
interface Scene {
  readonly what: string;
  readonly happening: Happening;
  readonly clients: number;
  /** What our clients send. */
  readonly subscribe: string;
  /** What those of the reference subscribe to: a topic a frame. */
  readonly topics: ReadonlyArray<string>;
  readonly ratioMax?: number;
}

const SCENES: ReadonlyArray<Scene> = [
  {
    what: `a target frame to ${CLIENTS}`,
    happening: "target",
    clients: CLIENTS,
    subscribe: `{"op":"subscribe","channel":"targets","assets":["eth"],"intervals":["5min"]}`,
    topics: ["targets:eth:5min"],
    ratioMax: 1.1,
  },
  {
    what: `a window's quote to ${CLIENTS}`,
    happening: "quote",
    clients: CLIENTS,
    subscribe: `{"op":"subscribe","channel":"windows","assets":["eth"],"intervals":["5min"]}`,
    topics: ["windows:eth:5min"],
    ratioMax: 1.1,
  },
  {
    what: `a midnight's ${TARGET_SERIES.length} frames to ${MIDNIGHT_CLIENTS}`,
    happening: "midnight",
    clients: MIDNIGHT_CLIENTS,
    subscribe: `{"op":"subscribe","channel":"targets"}`,
    topics: TARGET_SERIES.map(({ asset, interval }) => targetTopic(asset, interval)),
  },
];

/** The benchmark. */
export const fanout: Benchmark = {
  name: NAME,
  about:
    `from an event to the last of ${CLIENTS} subscribers, and of ${MIDNIGHT_CLIENTS} at midnight`,
  isInQuickRun: true,
  run: async ({ isQuick }) => {
    const findings = [];
    for (const scene of SCENES) {
      const { ours, reference } = await play(scene, isQuick);
      findings.push(compare(NAME, {
        unit: "ms",
        aim: scene.ratioMax === undefined ? undefined : { ratio: scene.ratioMax },
        ours: { what: scene.what, values: ours },
        reference: { what: "the bare server", values: reference },
      }));
    }
    return findings;
  },
};

/** Returns the times from the event to the last delivery, of both servers. */
async function play(scene: Scene, isQuick: boolean) {
  const processOf = <Order, Answer>(file: string) =>
    startOrderedProcess<Order, Answer>(`${import.meta.dir}/${file}`);
  const crowd: Crowd = processOf("crowd_process.ts");
  const publishers = {
    ours: processOf("stream_publisher.ts") as Publisher,
    reference: processOf("bare_publisher.ts") as Publisher,
  };
  const subscribe = {
    ours: scene.subscribe,
    reference: JSON.stringify({ topics: scene.topics }),
  };
  const tookMs = { ours: [] as Array<number>, reference: [] as Array<number> };
  const [rounds, warmUp] = isQuick
    ? [QUICK_ROUNDS, QUICK_WARM_UP_ROUNDS]
    : [ROUNDS, WARM_UP_ROUNDS];
  try {
    for (const name of ["ours", "reference"] as const) {
      const url = await publishers[name].ask<string>({ kind: "start", startSec: START_SEC });
      const { clients } = scene;
      await crowd.ask({ kind: "connect", crowd: name, url, clients, subscribe: subscribe[name] });
    }
    // The reference publishes what ours published last.
    let frames: ReadonlyArray<PublishedFrame> = [];
    for (let round = -warmUp; round < rounds; round++) {
      const names = ["ours", "reference"] as const;
      const isOursFirst = round % 2 === 0 || frames.length === 0;
      for (const name of isOursFirst ? names : names.toReversed()) {
        const delivered = await deliver(scene, {
          crowd,
          name,
          publisher: publishers[name],
          frames,
        });
        if (name === "ours") frames = framesOf(delivered.texts);
        else if (delivered.texts.join() !== frames.map(({ text }) => text).join()) {
          throw new Error("the reference's clients received something else");
        }
        if (round >= 0) tookMs[name].push(delivered.tookMs);
      }
    }
    return tookMs;
  } finally {
    await Promise.all([crowd, publishers.ours, publishers.reference].map(({ stop }) => stop()));
  }
}

/** Triggers the event at a server, and waits until its whole crowd has the frames. */
async function deliver(
  { happening, topics }: Scene,
  { crowd, name, publisher, frames }: {
    readonly crowd: Crowd;
    readonly name: string;
    readonly publisher: Publisher;
    readonly frames: ReadonlyArray<PublishedFrame>;
  },
) {
  const expect = { kind: "expect", crowd: name, frames: topics.length } as const;
  if (happening === "midnight") {
    await crowd.ask(expect);
    await publisher.ask({ kind: "lead_up", frames });
    await crowd.ask({ kind: "receive" });
  }
  await crowd.ask(expect);
  const atMs = await publisher.ask<number>({ kind: "publish", happening, frames });
  const { lastAtMs, texts } = await crowd.ask<Receipt>({ kind: "receive" });
  return { tookMs: lastAtMs - atMs, texts };
}

/** The frames as the reference has to publish them. */
function framesOf(texts: ReadonlyArray<string>): ReadonlyArray<PublishedFrame> {
  return texts.map((text) => ({
    topic: String((JSON.parse(text) as { readonly topic: unknown }).topic),
    text,
  }));
}
