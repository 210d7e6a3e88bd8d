/**
 * What a bot may rely on with any service: it is told everything once and in order.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { connect } from "../../../app/client/mod.ts";
import type { FeedEvent, TopicEvent } from "../../../app/client/frame.ts";
import { type Cable, layCable } from "./cable.ts";
import type { Fact } from "./fake_stream.ts";
import { complaintOf } from "./faithful.ts";
import { recordSockets } from "./recorded_socket.ts";
import { factsOf, type StreamWorld, WORLD_ASSETS, type WorldAsset } from "./stream_world.ts";

/** How the contract is run. */
export interface ContractOptions {
  readonly numRuns: number;
  /** Makes the service itself behave worse than it may; 0 lets it behave. */
  readonly disturb?: (seed: number) => void;
}

type Deed =
  | { readonly deed: "report"; readonly aheadSec: number; readonly assets: WorldAsset[] }
  | { readonly deed: "cut" | "restart" | "nothing" }
  | { readonly deed: "cut_after"; readonly bytes: number }
  | { readonly deed: "delay"; readonly ms: number }
  | { readonly deed: "disturb"; readonly seed: number };

const only = <const D>(deed: D) => fc.constant(deed);
const report = fc.record({
  deed: only("report"),
  // 300 goes to the start of the next window.
  aheadSec: fc.constantFrom(1, 2, 5, 300, 300, 300),
  assets: fc.subarray([...WORLD_ASSETS]),
});
const cutAfter = fc.record({ deed: only("cut_after"), bytes: fc.nat({ max: 3_000 }) });
const delay = fc.record({ deed: only("delay"), ms: fc.nat({ max: 4 }) });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 8, arbitrary: report },
  { weight: 2, arbitrary: fc.record({ deed: only("cut") }) },
  { weight: 3, arbitrary: cutAfter },
  { weight: 1, arbitrary: delay },
  { weight: 3, arbitrary: fc.record({ deed: only("nothing") }) },
  { weight: 1, arbitrary: fc.record({ deed: only("disturb"), seed: fc.nat({ max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ deed: only("restart") }) },
);
/** What is done, and how many milliseconds pass then. */
const deeds = fc.array(fc.tuple(deed, fc.nat({ max: 6 })), { minLength: 5, maxLength: 40 });

const TIMING = { firstRetryMs: 2, retryMsMax: 20, connectTimeoutMs: 1_000 };
const PATIENCE_MS = 10_000;

/** A loop over events, with what it was told. */
interface Loop {
  readonly topics: ReadonlyArray<string>;
  readonly since: number | undefined;
  readonly told: Array<TopicEvent>;
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
  deed: Deed,
  { world, story, cable, disturb }: {
    readonly world: StreamWorld;
    readonly story: Story;
    readonly cable: Cable;
    readonly disturb: (seed: number) => void;
  },
): Promise<void> {
  if (deed.deed === "report") await story.report(deed.aheadSec, deed.assets);
  if (deed.deed === "cut") cable.cut();
  if (deed.deed === "cut_after") cable.cutAfter(deed.bytes);
  if (deed.deed === "delay") cable.delay(deed.ms);
  if (deed.deed === "disturb") disturb(deed.seed);
  if (deed.deed === "restart") await world.restart();
}

function follow(
  events: AsyncIterable<TopicEvent | FeedEvent>,
  loop: Omit<Loop, "told">,
): Loop & { readonly over: Promise<void> } {
  const told: Array<TopicEvent> = [];
  const run = async () => {
    for await (const event of events) if (event.type !== "feed") told.push(event);
  };
  return { ...loop, told, over: run() };
}

/** Lives through the deeds, and gives what is wrong with what the loops were told. */
async function complaints(
  world: StreamWorld,
  { deeds, ago, disturb }: {
    readonly deeds: ReadonlyArray<readonly [Deed, restMs: number]>;
    readonly ago: number;
    readonly disturb: (seed: number) => void;
  },
): Promise<ReadonlyArray<string>> {
  const story = new Story(world);
  const cable = await layCable(world.port);
  for (let count = 0; count < 3; count++) await story.report(900, WORLD_ASSETS);
  /** When each topic was first followed from the value of then. */
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
  for (const [deed, restMs] of deeds) {
    await perform(deed, { world, story, cable, disturb });
    await Bun.sleep(restMs);
  }
  disturb(0);
  cable.delay(0);
  await story.report(900, WORLD_ASSETS);
  const complain = () => loops.flatMap((loop) => complaintsOf(loop, story, joinedSec));
  const deadlineMs = performance.now() + PATIENCE_MS;
  while (complain().length > 0 && performance.now() < deadlineMs) await Bun.sleep(5);
  stream.close();
  await Promise.all(loops.map(({ over }) => over));
  cable.close();
  restore();
  return complain();
}

function complaintsOf(
  loop: Loop,
  story: Story,
  joinedSec: ReadonlyMap<string, number>,
): ReadonlyArray<string> {
  const foreign = loop.told.filter(({ topic }) => !loop.topics.includes(topic));
  return [
    ...foreign.map(({ topic }) => `${topic} was not asked for`),
    ...loop.topics.flatMap((topic) => {
      const joined = joinedSec.get(topic) ?? Infinity;
      const log = story.log(topic);
      const complaint = complaintOf(loop.told.filter((event) => event.topic === topic), {
        log,
        since: loop.since,
        // The last of all is told in any case.
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

    test("is told everything once and in order, whatever happens in between", async () => {
      await fc.assert(
        fc.asyncProperty(
          deeds,
          fc.nat({ max: 2_000 }),
          async (deeds, ago) => {
            expect(await complaints(world, { deeds, ago, disturb })).toEqual([]);
          },
        ),
        { numRuns, interruptAfterTimeLimit: 60_000 },
      );
    }, 120_000);
  });
}
