/**
 * The service's clock. In a sandbox it may run faster than the reader's.
 *
 * @module
 */
import { signal } from "@preact/signals";

/** One reading of the service's clock, and when this page took it. */
let reading = { serviceMs: Date.now(), pageMs: performance.now(), speed: 1 };

/** The service's time in whole unix seconds. Changes as they pass, some times a second at most. */
export const nowSec = signal(Math.floor(Date.now() / 1000));

/** Whether the service has told its time; until then it is taken to be the reader's. */
export const isTimeKnown = signal(false);

const TICK_MS = 200;

/** Takes a reading of the clock: ISO 8601, and how many of its seconds pass in one. */
export function setServiceTime(nowIso: string, speed = reading.speed): void {
  const serviceMs = Date.parse(nowIso);
  if (Number.isNaN(serviceMs)) return;
  reading = { serviceMs, pageMs: performance.now(), speed };
  tick();
  isTimeKnown.value = true;
}

/** The service's time in unix milliseconds. */
export function serviceNowMs(): number {
  return reading.serviceMs + (performance.now() - reading.pageMs) * reading.speed;
}

function tick(): void {
  nowSec.value = Math.floor(serviceNowMs() / 1000);
}

setInterval(tick, TICK_MS);
