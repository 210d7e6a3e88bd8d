/** Events of the stream for pages of the console. @module */
import type { TargetEvent, TwapEvent } from "../../../app/client/typescript/mod.ts";
import { valueFrame } from "../client/typescript/stream/fake_stream.ts";

const frame = (topic: string, seq: number, endSec: number): unknown =>
  valueFrame({ topic, seq, endSec, isMissing: false }, seq);

/** The target of the window of five minutes that begins then. */
export const targetEvent = (seq: number) =>
  frame("targets:btc:5min", seq, seq + 300) as TargetEvent;

/** The average of that second. */
export const twapEvent = (seq: number) => frame("twap:btc:60", seq, seq + 60) as TwapEvent;
