import { expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import { onEndSignal } from "../../../app/wiring/end_signal.ts";

/** A process that only tells what became of it, at an instant that the test moves. */
function processUnderTest(hangsUp = true) {
  const told: Array<string | number> = [];
  const emitter = new EventEmitter();
  const signaled = Object.assign(emitter, { exit: (code: number) => told.push(code) });
  const time = { nowMs: 0 };
  const options = { signaled, nowMs: () => time.nowMs, hangsUp };
  const forget = onEndSignal(() => told.push("end"), options);
  return { told, emitter, forget, time };
}

test("one Ctrl-C that launchers pass on ends a process once, and in order", () => {
  const { told, emitter, time } = processUnderTest();
  emitter.emit("SIGINT");
  time.nowMs = 3;
  emitter.emit("SIGINT");
  time.nowMs = 999;
  emitter.emit("SIGTERM");
  expect(told).toEqual(["end"]);
});

test("a second Ctrl-C exits at once", () => {
  const { told, emitter, time } = processUnderTest();
  emitter.emit("SIGTERM");
  time.nowMs = 1_000;
  emitter.emit("SIGINT");
  expect(told).toEqual(["end", 130]);
});

test("signals that are given back are the system's again", () => {
  const { told, emitter, forget } = processUnderTest();
  forget();
  expect(emitter.eventNames()).toEqual([]);
  expect(told).toEqual([]);
});

test("a closed terminal ends a process in order, unless that is ignored", () => {
  const { told, emitter } = processUnderTest();
  emitter.emit("SIGHUP");
  expect(told).toEqual(["end"]);
  expect(processUnderTest(false).emitter.eventNames()).toEqual(["SIGINT", "SIGTERM"]);
});
