/**
 * What a bot may rely on with any service: it gets every event once and in order.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { connect } from "../../../../../app/client/typescript/mod.ts";
import type { FeedEvent, TopicEvent } from "../../../../../app/client/typescript/stream/frame.ts";
import { turn, until } from "../../../../until.ts";
import { type Cable, layCable } from "../../cable.ts";
import type { Fact } from "./fake_stream.ts";
import { complaintOf } from "./faithful.ts";
import { recordSockets } from "./recorded_socket.ts";
import { factsOf, type StreamWorld, WORLD_ASSETS, type WorldAsset } from "./stream_world.ts";

/** How the contract is run. */
export interface ContractOptions {
  readonly numRuns: number;
  /** Makes the service violate the protocol; 0 means that it does not. */
  readonly disturb?: (seed: number) => void;
}

type Step =
  | { readonly step: "report"; readonly aheadSec: number; readonly assets: WorldAsset[] }
  | { readonly step: "cut" | "restart" | "nothing" }
  | { readonly step: "cut_after"; readonly bytes: number }
  | { readonly step: "delay"; readonly turns: number }
  | { readonly step: "disturb"; readonly seed: number };

const only = <const D>(step: D) => fc.constant(step);
const report = fc.record({
  step: only("report"),
  // 300 goes to the start of the next window.
  aheadSec: fc.constantFrom(1, 2, 5, 300, 300, 300),
  assets: fc.subarray([...WORLD_ASSETS]),
});
const cutAfter = fc.record({ step: only("cut_after"), bytes: fc.nat({ max: 3_000 }) });
const delay = fc.record({ step: only("delay"), turns: fc.nat({ max: 4 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: report },
  { weight: 2, arbitrary: fc.record({ step: only("cut") }) },
  { weight: 3, arbitrary: cutAfter },
  { weight: 1, arbitrary: delay },
  { weight: 3, arbitrary: fc.record({ step: only("nothing") }) },
  { weight: 1, arbitrary: fc.record({ step: only("disturb"), seed: fc.nat({ max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ step: only("restart") }) },
);
/** A step, and how many turns of the loop pass after it. */
const steps = fc.array(fc.tuple(step, fc.nat({ max: 6 })), { minLength: 5, maxLength: 40 });

const TIMING = { firstRetryMs: 2, retryMsMax: 20, connectTimeoutMs: 1_000 };

/** A loop over events, with the events it got. */
interface Loop {
  readonly topics: ReadonlyArray<string>;
  readonly since: number | undefined;
  readonly received: Array<TopicEvent>;
}

/** Everything that was reported to a world, and to the end of the test. */
class Story {
  readonly #facts: Array<Fact> = [];
  readonly #world: StreamWorld;
  #lastSec: number;

  constructor(world: StreamWorld) {
    this.#world = world;
    this.#lastSec = world.nowSec();
  }

  async report(aheadSec: number, assets: ReadonlyArray<WorldAsset>): Promise<void> {
    const nextSec = aheadSec < 300
      ? this.#lastSec + aheadSec
      : Math.ceil((this.#lastSec + 1) / aheadSec) * aheadSec;
    // No window opens unnoticed.
    const sec = Math.min(nextSec, Math.ceil((this.#lastSec + 1) / 300) * 300);
    this.#lastSec = sec;
    this.#facts.push(...factsOf(sec, assets));
    await this.#world.report(sec, assets);
    if (sec < nextSec) await this.report(aheadSec, assets);
  }

  log(topic: string): ReadonlyArray<Fact> {
    return this.#facts.filter((fact) => fact.topic === topic);
  }
}

async function perform(
  step: Step,
  { world, story, cable, disturb }: {
    readonly world: StreamWorld;
    readonly story: Story;
    readonly cable: Cable;
    readonly disturb: (seed: number) => void;
  },
): Promise<void> {
  if (step.step === "report") await story.report(step.aheadSec, step.assets);
  if (step.step === "cut") cable.cut();
  if (step.step === "cut_after") cable.cutAfter(step.bytes);
  if (step.step === "delay") cable.delay(() => turns(step.turns));
  if (step.step === "disturb") disturb(step.seed);
  if (step.step === "restart") await world.restart();
}

function follow(
  events: AsyncIterable<TopicEvent | FeedEvent>,
  loop: Omit<Loop, "received">,
): Loop & { readonly over: Promise<void> } {
  const received: Array<TopicEvent> = [];
  const run = async () => {
    for await (const event of events) if (event.type !== "feed") received.push(event);
  };
  return { ...loop, received, over: run() };
}

/** Runs the steps, and returns what is wrong with the events that the loops got. */
async function complaints(
  world: StreamWorld,
  { steps, ago, disturb }: {
    readonly steps: ReadonlyArray<readonly [Step, rest: number]>;
    readonly ago: number;
    readonly disturb: (seed: number) => void;
  },
): Promise<ReadonlyArray<string>> {
  const story = new Story(world);
  const cable = await layCable(world.port);
  for (let count = 0; count < 3; count++) await story.report(900, WORLD_ASSETS);
  /** When each topic was first followed from its current value. */
  const joinedSec = new Map<string, number>();
  const restore = recordSockets((frame, { sent }) => {
    const request = sent.find(({ op, id }) => op === "subscribe" && id === frame["id"]);
    if (frame["type"] !== "subscribed" || request === undefined || "since" in request) return;
    for (const topic of frame["topics"] as string[]) {
      if (!joinedSec.has(topic)) joinedSec.set(topic, world.nowSec());
    }
  });
  const stream = connect(cable.url, { timing: TIMING });
  const since = world.nowSec() - ago;
  const targets = (asset: string) => [`targets:${asset}:5min`, `targets:${asset}:15min`];
  const intervals = ["5min", "15min"] as const;
  const loops = [
    follow(stream.targets({ assets: ["btc"], intervals }), {
      topics: targets("btc"),
      since: undefined,
    }),
    follow(stream.twap({ assets: ["btc", "eth"] }), {
      topics: ["twap:btc:60", "twap:eth:60"],
      since: undefined,
    }),
    follow(stream.targets({ assets: ["eth", "btc"], intervals, since }), {
      topics: [...targets("eth"), ...targets("btc")],
      since,
    }),
  ];
  for (const [step, rest] of steps) {
    await perform(step, { world, story, cable, disturb });
    await turns(rest);
  }
  disturb(0);
  cable.delay(undefined);
  await story.report(900, WORLD_ASSETS);
  const complain = () => loops.flatMap((loop) => complaintsOf(loop, story, joinedSec));
  // The last fact of a topic comes after all others.
  const isTold = ({ topics, received }: Loop) =>
    topics.every((topic) => {
      const lastSeq = story.log(topic).at(-1)?.seq ?? 0;
      return received.some((event) => event.topic === topic && lastSeqOf(event) >= lastSeq);
    });
  await until(() => loops.every(isTold));
  stream.close();
  await Promise.all(loops.map(({ over }) => over));
  cable.close();
  restore();
  return complain();
}

async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await turn();
}

function lastSeqOf(event: TopicEvent): number {
  return event.type === "gap" ? event.toSeq : event.seq;
}

function complaintsOf(
  loop: Loop,
  story: Story,
  joinedSec: ReadonlyMap<string, number>,
): ReadonlyArray<string> {
  const foreign = loop.received.filter(({ topic }) => !loop.topics.includes(topic));
  return [
    ...foreign.map(({ topic }) => `${topic} was not asked for`),
    ...loop.topics.flatMap((topic) => {
      const joined = joinedSec.get(topic) ?? Infinity;
      const log = story.log(topic);
      const complaint = complaintOf(loop.received.filter((event) => event.topic === topic), {
        log,
        since: loop.since,
        // The very last fact arrives in any case.
        isRequired: ({ seq, endSec, isMissing }) =>
          seq === log.at(-1)?.seq ||
          (!isMissing && (topic.startsWith("twap") ? seq >= joined : endSec > joined)),
      });
      return complaint === undefined ? [] : [`${topic}: ${complaint}`];
    }),
  ];
}

/** Runs the contract with a service. */
export function streamClientContract(
  name: string,
  makeWorld: () => Promise<StreamWorld> | StreamWorld,
  { numRuns, disturb = () => {} }: ContractOptions,
): void {
  describe(`a bot and ${name}`, () => {
    let world: StreamWorld;
    beforeAll(async () => void (world = await makeWorld()));
    afterAll(() => world.stop());

    test("receives every event once and in order, whatever happens in between", async () => {
      await fc.assert(
        fc.asyncProperty(
          steps,
          fc.nat({ max: 2_000 }),
          async (steps, ago) => {
            expect(await complaints(world, { steps, ago, disturb })).toEqual([]);
          },
        ),
        { numRuns, interruptAfterTimeLimit: 60_000 },
      );
    }, 300_000);
  });
}
