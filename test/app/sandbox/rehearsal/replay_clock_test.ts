import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Exit, Layer, ManagedRuntime } from "effect";
import { PacedStream } from "../../../../adapters/http/stream/paced_stream.ts";
import { makeRun } from "../../../../adapters/http/edge/run.ts";
import {
  MachineTimers,
  OtherNetwork,
  type SocketOptions,
} from "../../../../adapters/outbound/mod.ts";
import type { StreamSocket } from "../../../../adapters/http/stream/stream_socket.ts";
import { Recorder } from "../../../../adapters/recording/recorder.ts";
import { RecordedAnswers } from "../../../../app/sandbox/rehearsal/recorded_answers.ts";
import { RecordedNetwork } from "../../../../app/sandbox/rehearsal/recorded_network.ts";
import { RecordedTimeline } from "../../../../app/sandbox/rehearsal/recorded_timeline.ts";
import { ReplayClock } from "../../../../app/sandbox/rehearsal/replay_clock.ts";
import { layerVirtualTime, VirtualTime } from "../../../../app/sandbox/rehearsal/virtual_time.ts";
import { WorkInFlight } from "../../../../app/sandbox/rehearsal/work_in_flight.ts";
import { makeFolder } from "../../../temporary_folder.ts";

const NOON_MS = Date.UTC(2026, 10, 27, 12);

/** A recording whose relay says its second, each second. */
async function recordedSeconds(seconds: number): Promise<string> {
  const folder = makeFolder();
  afterAll(folder.remove);
  const recorder = await Recorder.open({ folder: folder.path, bytesMax: 1e9 });
  const about = { feed: "relay", provider: "relay", about: "", providerMs: null } as const;
  recorder.keep({ ...about, kind: "opened", atMs: NOON_MS, text: "" });
  for (let sec = 0; sec < seconds; sec++) {
    recorder.keep({ ...about, kind: "frame", atMs: NOON_MS + sec * 1_000, text: `${sec}` });
  }
  await recorder.close();
  return folder.path;
}

/** A clock at noon, and a service of which it is told. */
async function start(seconds = 5) {
  const time = new VirtualTime(NOON_MS);
  const work = new WorkInFlight();
  const answers = new RecordedAnswers(1);
  const network = new RecordedNetwork(time, answers);
  const span = { fromMs: NOON_MS, untilMs: NOON_MS + 86_400_000 };
  const timeline = new RecordedTimeline(await recordedSeconds(seconds), span);
  const stream = new PacedStream({ isLockstep: true, changed: work.change, subscribed: () => {} });
  const parts = { time, timeline, answers, network, work, stream, pace: Infinity, speed: 1 };
  const clock = new ReplayClock(parts);
  const runtime = ManagedRuntime.make(Layer.mergeAll(
    layerVirtualTime(time, 1),
    work.layer,
    Layer.succeed(OtherNetwork, network),
  ));
  afterAll(() => runtime.dispose());
  const heard: Array<string> = [];
  const secondsOf = () => (time.nowMs - NOON_MS) / 1_000;
  const socket = {
    opened: () => {},
    message: (text: string) => heard.push(`${text} at ${secondsOf()}`) > 0,
  } as unknown as SocketOptions;
  runtime.runFork(network.connect("relay", socket));
  return { time, work, stream, clock, runtime, heard, secondsOf };
}

/** Lets everything happen that can without time. */
const turns = async () => {
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** A socket of a client in lockstep. */
function lockstepSocket(stream: PacedStream) {
  const frames: Array<string> = [];
  const fake = { send: (text: string) => frames.push(text), getBufferedAmount: () => 0 };
  const paced = stream.attend(fake as unknown as StreamSocket);
  paced.beginLockstep();
  return { frames, paced };
}

describe("the clock of a replay", () => {
  test("has each thing happen at its instant, and timers between", async () => {
    const { clock, runtime, heard, secondsOf } = await start(3);
    const slept = Effect.andThen(
      Effect.sleep(1_500),
      Effect.sync(() => heard.push(`woken at ${secondsOf()}`)),
    );
    runtime.runFork(slept);
    await clock.run(NOON_MS + 2_500);
    expect(heard).toEqual(["0 at 0", "1 at 1", "woken at 1.5", "2 at 2"]);
    expect(secondsOf()).toBe(2.5);
  });

  test("waits until a client has acknowledged, whom it gives frames once all is done", async () => {
    const { clock, stream, heard } = await start(3);
    const { frames, paced } = lockstepSocket(stream);
    paced.send("before");
    const running = clock.run(NOON_MS + 5_000);
    await turns();
    expect([frames, heard]).toEqual([["before"], []]);
    paced.acknowledge(1);
    await running;
    expect(heard).toHaveLength(3);
  });

  test("waits while a request is open", async () => {
    const { clock, work, heard } = await start(3);
    const answered = Promise.withResolvers<string>();
    const open = work.attend(() => answered.promise);
    const running = clock.run(NOON_MS + 5_000);
    await turns();
    expect(heard).toEqual([]);
    answered.resolve("answer");
    expect(await open).toBe("answer");
    await running;
    expect(heard).toHaveLength(3);
  });

  test("goes on for a request that waits for the time alone", async () => {
    const { clock, work, runtime, secondsOf, stream } = await start(3);
    const { paced } = lockstepSocket(stream);
    paced.send("what the client answers with its request");
    stream.release();
    const run = work.counted(makeRun(runtime));
    const open = work.attend(async () => {
      const exit = await run(Effect.as(Effect.sleep(1_250), secondsOf));
      return Exit.isSuccess(exit) ? exit.value() : undefined;
    });
    const running = clock.run(NOON_MS + 5_000);
    expect(await open).toBe(1.25);
    paced.acknowledge(1);
    await running;
    expect(secondsOf()).toBe(5);
  });

  test("stands until something begins, but for a request that waits for time", async () => {
    const { clock, work, runtime, heard, secondsOf } = await start(3);
    const begun = Promise.withResolvers<void>();
    const standing = clock.stand(begun.promise);
    await turns();
    expect([secondsOf(), heard]).toEqual([0, []]);
    const run = work.counted(makeRun(runtime));
    await work.attend(async () => await run(Effect.sleep(500)));
    expect(secondsOf()).toBe(0.5);
    begun.resolve();
    await standing;
    expect(secondsOf()).toBe(0.5);
  });

  test("runs up to an instant, and ends where it is stopped", async () => {
    const { clock, heard, secondsOf, stream } = await start(9);
    await clock.runUp(NOON_MS + 2_500);
    expect([heard.length, secondsOf()]).toEqual([3, 2.5]);
    lockstepSocket(stream).paced.send("nobody reads");
    const running = clock.run(NOON_MS + 5_000);
    await turns();
    clock.stop();
    await running;
    expect(secondsOf()).toBe(2.5);
  });

  test("waits for what the runtime has to do, and reads the machine's time from it", async () => {
    const { clock, runtime, time } = await start(1);
    const told: Array<number> = [];
    const busy = Effect.gen(function* () {
      for (let step = 0; step < 50; step++) yield* Effect.yieldNow;
      const { unixMs } = yield* MachineTimers;
      told.push(unixMs() - NOON_MS, time.nowMs - NOON_MS);
    });
    runtime.runFork(busy);
    await clock.run(NOON_MS + 1_000);
    expect(told).toEqual([0, 0]);
  });
});
