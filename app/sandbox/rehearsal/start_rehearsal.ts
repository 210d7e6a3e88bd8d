/**
 * Starts the whole service on a recording, without network access.
 *
 * @module
 */
import { resolve } from "node:path";
import { Effect, Layer, Option, Random } from "effect";
import { PacedStream } from "../../../adapters/http/stream/paced_stream.ts";
import { OtherNetwork } from "../../../adapters/outbound/mod.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import { ReplayedIds } from "../../../core/port/new_id.ts";
import type { Attendance } from "../../wiring/attendance.ts";
import { type Service, startService } from "../../wiring/service.ts";
import { IN_MEMORY, worldFolder, type WorldName } from "../../wiring/world_folder.ts";
import { demoIdentity } from "../demo_identity.ts";
import type { SandboxChoice } from "../sandbox_choice.ts";
import type { RecordingChoice } from "../replay/replay_command.ts";
import { openPaperDemo } from "./open_paper_demo.ts";
import { isOrder, OrderTally } from "./order_tally.ts";
import { RecordedAnswers } from "./recorded_answers.ts";
import { readRecordedFacts } from "./recorded_facts.ts";
import { RecordedNetwork } from "./recorded_network.ts";
import { recordedProviders } from "./recorded_providers.ts";
import { RecordedTimeline } from "./recorded_timeline.ts";
import { makeReplayIds } from "./replay_ids.ts";
import { ReplayClock } from "./replay_clock.ts";
import { layerVirtualTime, VirtualTime } from "./virtual_time.ts";
import { WorkInFlight } from "./work_in_flight.ts";

/** What was before the start is made up of what was received from so long before it on. */
const RUN_UP_MS = 20 * 60_000;

/** A replay that answers, and whose clock stands until somebody subscribes or orders. */
export interface Rehearsal extends Pick<Service, "url" | "stop"> {
  readonly apiKey: string;
  readonly walletId: string;
  /** Unix milliseconds. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** Replays up to the end, and returns the line that says what happened. */
  readonly run: () => Promise<string>;
}

/** What changes nothing. */
const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Starts it. Rejects with a one-line error if it cannot. */
export async function startRehearsal(
  choice: SandboxChoice,
  recording: RecordingChoice,
): Promise<Rehearsal> {
  const { folder, pace } = recording;
  const { settings: { service: settings }, worldSettings: { seed }, walletKeys } = choice;
  refuseOwnFolder(folder, settings.recording.folder);
  const facts = await readRecordedFacts(folder);
  const { fromMs = facts.fromMs, untilMs = facts.untilMs + 1 } = recording;
  if (fromMs >= untilMs || fromMs > facts.untilMs || untilMs < facts.fromMs) {
    throw new Error(`Cannot replay ${folder} then: it has ${spanText(facts)}`);
  }
  const { speed, profile, eventBaseUrl } = facts.choice;
  const beginMs = Math.max(facts.fromMs, fromMs - RUN_UP_MS);
  const time = new VirtualTime(Math.min(beginMs, fromMs));
  const answers = new RecordedAnswers(speed);
  const network = new RecordedNetwork(time, answers);
  const timeline = new RecordedTimeline(folder, { fromMs: beginMs, untilMs });
  const work = new WorkInFlight();
  const begun = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const tally = new OrderTally();
  const stream = new PacedStream({
    isLockstep: pace === Infinity,
    changed: work.change,
    subscribed: begun.resolve,
  });
  const clock = new ReplayClock({ time, timeline, answers, network, work, stream, pace, speed });
  let requests = 0;
  const attendance: Attendance = {
    attend: (request, answer) => {
      if (!READING.has(request.method)) asked.resolve();
      if (!isOrder(request)) return work.attend(answer);
      begun.resolve();
      return work.attend(() => tally.take(request, answer));
    },
    counted: (run) => work.counted(run),
    asked: asked.promise,
    makeRequestId: () => `replay-${requests += 1}`,
    stream: {
      pace: stream,
      later: (act, afterMs) => void time.after(afterMs * speed, act),
      every: (act, everyMs) => repeat(time, everyMs * speed, act),
    },
  };
  const world: WorldName = `sandbox_${seed}`;
  const demo = demoIdentity({ ...choice.settings, ...choice.worldSettings });
  await clock.readAhead();
  network.isHurried = true;
  const service = await startService({
    settings: {
      ...settings,
      storage: { ...settings.storage, databaseUrl: Option.none(), redisUrl: Option.none() },
      venue: { ...settings.venue, profile: PROFILE_BY_NAME[profile], eventBaseUrl },
      games: { ...settings.games, plan: { ...settings.games.plan, leagues: [] } },
      providers: recordedProviders(facts),
      walletKeys,
    },
    world,
    folder: worldFolder(settings.storage, `${world}_replay`),
    store: { world: `${world}_replay`, folder: IN_MEMORY },
    fixedKey: Option.some(demo.apiKey),
    prepare: openPaperDemo(demo),
    clock: Layer.mergeAll(
      layerVirtualTime(time, speed),
      work.layer,
      Layer.succeed(OtherNetwork, network),
      Layer.succeed(ReplayedIds, makeReplayIds({ nowMs: () => time.nowMs }, seed)),
      Layer.effect(
        Random.Random,
        Random.withSeed(Effect.service(Random.Random), `replay ${seed}`),
      ),
    ),
    attendance,
  });
  // Whatever its jobs begin with is done at one instant, however long the machine takes.
  await work.settle();
  network.isHurried = false;
  await clock.runUp(fromMs);
  return {
    url: service.url,
    apiKey: demo.apiKey,
    walletId: service.prepared,
    fromMs,
    untilMs,
    run: async () => {
      network.isHurried = true;
      await clock.stand(begun.promise);
      await work.settle();
      network.isHurried = false;
      await clock.run(untilMs);
      const digests = stream.digests;
      const [from, to] = [fromMs, untilMs].map((ms) => new Date(ms).toISOString());
      return `replay ${from} ${to}: ${stream.frames} frames, ${tally.count} orders, ` +
        `hash sha256:${tally.hash(digests)}`;
    },
    stop: async () => {
      clock.stop();
      await service.stop();
    },
  };
}

function repeat(time: VirtualTime, everyMs: number, act: () => void): () => void {
  let forget = () => {};
  const next = () => {
    forget = time.after(everyMs, () => {
      act();
      next();
    });
  };
  next();
  return () => forget();
}

function refuseOwnFolder(folder: string, recorded: Option.Option<string>): void {
  if (Option.isNone(recorded) || resolve(recorded.value) !== resolve(folder)) return;
  throw new Error("Cannot replay what RECORD_DIR names: record into another folder, or not at all");
}

function spanText({ fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number }) {
  return `${new Date(fromMs).toISOString()} to ${new Date(untilMs).toISOString()}`;
}
