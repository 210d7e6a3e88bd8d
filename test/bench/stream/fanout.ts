/**
 * Thousands of subscribers of our stream, compared with as many of a bare server that publishes the
 * same bytes.
 *
 * @module
 */
import { TARGET_SERIES, targetTopic } from "../../../core/stream/mod.ts";
import { type Aim, type Benchmark, type Better, compare, type Finding } from "../benchmark.ts";
import { type Crowd, startCrowd } from "./crowd.ts";
import { deliver, type Delivery, framesOf } from "./delivery.ts";
import { type PublisherProcess, startBarePublisher, startStreamPublisher } from "./publisher.ts";
import type { Happening, PublishedFrame } from "./publisher_order.ts";

const NAME = "fanout";
const CLIENTS = 5_000;
const ROUNDS = 60;
const WARM_UP_ROUNDS = 15;
/** Of the last delivery to all of them. */
const RATIO_AIM = 1.1;
const MIDNIGHT_CLIENTS = 1_000;
const MIDNIGHT_ROUNDS = 40;

/** Half a minute into a window of every interval but two. */
const START_SEC = Date.parse("2026-11-05T12:00:30Z") / 1000;

const OURS = "our server";
const REFERENCE = "the bare server";

/** Both servers with their crowds. */
interface Contest {
  readonly crowd: Crowd;
  readonly ours: PublisherProcess;
  readonly reference: PublisherProcess;
}

/** The measurements of both for one kind of event, a delivery per round. */
interface Measured {
  readonly ours: ReadonlyArray<Delivery>;
  readonly reference: ReadonlyArray<Delivery>;
}

/** The benchmark. */
export const fanout: Benchmark = {
  name: NAME,
  about: `one event to ${CLIENTS} subscribers, and a midnight to ${MIDNIGHT_CLIENTS}`,
  run: async () => {
    const single = await withContest({
      clients: CLIENTS,
      ours: [
        `{"op":"subscribe","channel":"targets","assets":["eth"],"intervals":["5min"]}`,
        `{"op":"subscribe","channel":"twap","assets":["btc"]}`,
      ],
      topics: ["targets:eth:5min", "twap:btc:60"],
    }, async (contest) => ({
      target: await rounds(contest, { happening: "target", count: ROUNDS }),
      twap: await rounds(contest, { happening: "twap", count: ROUNDS }),
    }));
    const midnight = await withContest({
      clients: MIDNIGHT_CLIENTS,
      ours: [`{"op":"subscribe","channel":"targets"}`],
      topics: TARGET_SERIES.map(({ asset, interval }) => targetTopic(asset, interval)),
    }, (contest) => rounds(contest, { happening: "midnight", count: MIDNIGHT_ROUNDS }));
    return [
      ...findings(single.target, `a target frame to ${CLIENTS}`, { ratio: RATIO_AIM }),
      ...findings(single.twap, `a twap frame to ${CLIENTS}`, { ratio: RATIO_AIM }),
      ...findings(midnight, `${TARGET_SERIES.length} frames at midnight to ${MIDNIGHT_CLIENTS}`),
    ];
  },
};

async function withContest<A>(
  { clients, ours: subscribe, topics }: {
    readonly clients: number;
    /** What our clients send. */
    readonly ours: ReadonlyArray<string>;
    /** What those of the reference subscribe to. */
    readonly topics: ReadonlyArray<string>;
  },
  measure: (contest: Contest) => Promise<A>,
): Promise<A> {
  const contest = {
    crowd: startCrowd(),
    ours: startStreamPublisher(),
    reference: startBarePublisher(),
  };
  const { crowd, ours, reference } = contest;
  try {
    const join = async (name: string, server: PublisherProcess, texts: ReadonlyArray<string>) => {
      const { url } = await server.ask<{ url: string }>({ kind: "start", startSec: START_SEC });
      await crowd.ask({ kind: "connect", crowd: name, url, clients, subscribe: texts });
    };
    await join(OURS, ours, subscribe);
    await join(REFERENCE, reference, [JSON.stringify({ topics })]);
    return await measure(contest);
  } finally {
    await crowd.stop();
    await Promise.all([ours.stop(), reference.stop()]);
  }
}

/** The reference publishes what ours published last; the first of a round alternates. */
async function rounds(
  contest: Contest,
  { happening, count }: { readonly happening: Happening; readonly count: number },
): Promise<Measured> {
  const measured: { ours: Array<Delivery>; reference: Array<Delivery> } = {
    ours: [],
    reference: [],
  };
  let frames: ReadonlyArray<PublishedFrame> = [];
  const ours = async () => {
    const delivery = await oneDelivery(contest, { name: OURS, happening, frames });
    frames = framesOf(delivery.texts);
    return delivery;
  };
  const reference = async () => {
    const delivery = await oneDelivery(contest, { name: REFERENCE, happening, frames });
    if (delivery.texts.join() !== frames.map(({ text }) => text).join()) {
      throw new Error("the reference's clients received something else");
    }
    return delivery;
  };
  for (let round = -WARM_UP_ROUNDS; round < count; round++) {
    const isOursFirst = round % 2 === 0 || frames.length === 0;
    const first = await (isOursFirst ? ours() : reference());
    const second = await (isOursFirst ? reference() : ours());
    if (round < 0) continue;
    measured.ours.push(isOursFirst ? first : second);
    measured.reference.push(isOursFirst ? second : first);
  }
  return measured;
}

async function oneDelivery(
  { crowd, ours, reference }: Contest,
  { name, happening, frames }: {
    readonly name: string;
    readonly happening: Happening;
    readonly frames: ReadonlyArray<PublishedFrame>;
  },
): Promise<Delivery> {
  const publisher = name === OURS ? ours : reference;
  const count = happening === "midnight" ? TARGET_SERIES.length : 1;
  if (happening === "midnight") {
    await crowd.ask({ kind: "expect", crowd: name, frames: count });
    await publisher.ask({ kind: "lead_up", frames });
    await crowd.ask({ kind: "receive" });
  }
  return await deliver(crowd, { name, publisher, happening, frames, count });
}

function findings(
  { ours, reference }: Measured,
  what: string,
  aimOfLast?: Aim,
): ReadonlyArray<Finding> {
  const beside = (
    part: string,
    { of, ...judged }: {
      readonly better?: Better;
      readonly aim?: Aim;
      readonly of: (delivery: Delivery) => number;
    },
  ) =>
    compare(NAME, {
      unit: "ms",
      ...judged,
      ours: { what: `${what}, ${part}`, values: ours.map(of) },
      reference: { what: REFERENCE, values: reference.map(of) },
    });
  return [
    beside("the last delivery", {
      ...(aimOfLast === undefined ? {} : { aim: aimOfLast }),
      of: ({ lastMs }) => lastMs,
    }),
    beside("the first delivery", { of: ({ firstMs }) => firstMs }),
    beside("processor time of the server", { of: ({ serverCpuMs }) => serverCpuMs }),
    beside("processor time of the clients", {
      better: "neither",
      of: ({ crowdCpuMs }) => crowdCpuMs,
    }),
  ];
}
