/** Events of the stream for pages of the console. @module */
import { expect } from "bun:test";
import type { LiveWindow, TwapEvent } from "../../../app/client/typescript/mod.ts";
import { makeLiveWindow } from "../../../app/client/typescript/stream/live_window.ts";
import { legged, windowFrame } from "../client/typescript/stream/window_frames.ts";
import { valueFrame } from "../client/typescript/stream/fake_stream.ts";

const frame = (topic: string, seq: number, endSec: number): unknown =>
  valueFrame({ topic, seq, endSec, isMissing: false }, seq);

/** The window of five minutes that begins then, with what differs from one that is open. */
export const liveWindow = (start: number, change: Partial<LiveWindow> = {}): LiveWindow => ({
  ...makeLiveWindow(windowFrame(start, "open"), () => start * 1000),
  ...change,
});

/** The average of that second. */
export const twapEvent = (seq: number) => frame("twap:btc:60", seq, seq + 60) as TwapEvent;

const { legs = [] } = legged(windowFrame(0, "open"), {}).window;

/** A window at two venues. */
export const [OWN_LEG = expect.unreachable(), OTHER_LEG = expect.unreachable()] = legs;
