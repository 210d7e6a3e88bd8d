/**
 * Moves the time of a replay from one thing that happens to the next, when all before it is done.
 *
 * @module
 */
import type { PacedStream } from "../../../adapters/http/stream/paced_stream.ts";
import type { RecordedAnswers } from "./recorded_answers.ts";
import type { RecordedNetwork } from "./recorded_network.ts";
import type { RecordedTimeline } from "./recorded_timeline.ts";
import type { VirtualTime } from "./virtual_time.ts";
import type { WorkInFlight } from "./work_in_flight.ts";

/** How far the recording is read ahead: answers are found in it that came later. */
const AHEAD_MS = 60_000;
/** The same, in the time of the machine that recorded it: answers come when they came. */
const AHEAD_MACHINE_MS = 3_000;
/** The longest step, so that whoever asks at a quiet hour is told an instant that is near. */
const STEP_MS_MAX = 1_000;

/** What the clock moves. */
export interface ReplayClockParts {
  readonly time: VirtualTime;
  readonly timeline: RecordedTimeline;
  readonly answers: RecordedAnswers;
  readonly network: RecordedNetwork;
  readonly work: WorkInFlight;
  readonly stream: PacedStream;
  /** Seconds of the recording in one of the machine; Infinity: as fast as it can be. */
  readonly pace: number;
  /** Seconds of the recording in one of the machine that recorded it. */
  readonly speed: number;
}

/** The clock. */
export class ReplayClock {
  readonly #parts: ReplayClockParts;
  #isStopped = false;

  constructor(parts: ReplayClockParts) {
    this.#parts = parts;
  }

  /** Ends the run that is in progress. */
  stop(): void {
    this.#isStopped = true;
    this.#parts.work.change();
  }

  /** Moves the time up to an instant, whoever reads or asks. */
  async runUp(untilMs: number): Promise<void> {
    const { time, work } = this.#parts;
    while (time.nowMs < untilMs && !this.#isStopped) {
      await work.settle();
      await this.#step(untilMs);
    }
    await work.settle();
  }

  /** Lets the time stand until `begun`, but for requests that wait for time alone. */
  async stand(begun: Promise<void>): Promise<void> {
    const { work, stream } = this.#parts;
    let isBegun = false;
    void begun.then(() => {
      isBegun = true;
      work.change();
    });
    while (!isBegun && !this.#isStopped) {
      const changed = work.untilChanged;
      await work.settle();
      if (stream.release()) continue;
      if (work.isAskedForTime) await this.#step(Infinity);
      else if (!isBegun) await changed;
    }
  }

  /** Moves the time up to an instant, as its readers allow. */
  async run(untilMs: number): Promise<void> {
    const { time, work, pace } = this.#parts;
    const began = { atMs: time.nowMs, machineMs: performance.now() };
    while (!this.#isStopped) {
      await this.#untilRead();
      if (this.#isStopped || time.nowMs >= untilMs) return;
      const nextMs = Math.min(await this.#nextMs(), untilMs);
      const dueMs = began.machineMs + (nextMs - began.atMs) / pace;
      const waitMs = dueMs - performance.now();
      if (waitMs > 1) await Promise.race([Bun.sleep(waitMs), work.untilChanged]);
      if (performance.now() >= dueMs) await this.#step(untilMs);
    }
  }

  /** Ends when all is done that this instant brings, and read by those who must. */
  async #untilRead(): Promise<void> {
    const { work, stream } = this.#parts;
    while (!this.#isStopped) {
      const changed = work.untilChanged;
      await work.settle();
      if (work.isAskedForTime) return;
      const isHeld = stream.isUnread || (stream.isLockstep && work.isAsked);
      if (isHeld) await changed;
      else if (!stream.release()) return;
    }
  }

  /** Reads what comes next: answers are found in it that came later. */
  async readAhead(): Promise<void> {
    const { time, timeline, answers, speed } = this.#parts;
    const aheadMs = Math.max(AHEAD_MS, AHEAD_MACHINE_MS * speed);
    const read = await timeline.readUntil(time.nowMs + aheadMs);
    if (read.length > 0) answers.add(read, time.nowMs);
  }

  async #nextMs(): Promise<number> {
    const { time, timeline } = this.#parts;
    await this.readAhead();
    return Math.min(timeline.nextMs, time.nextMs, time.nowMs + STEP_MS_MAX);
  }

  async #step(untilMs: number): Promise<void> {
    const { time, timeline, network } = this.#parts;
    time.move(Math.min(await this.#nextMs(), untilMs));
    for (;;) {
      const received = timeline.take(time.nowMs);
      if (received === undefined) break;
      network.receive(received);
    }
    time.fireDue();
  }
}
