/**
 * Measures how late the timers of a trial's process are: what tells a slow machine from a fault.
 * Loaded before every trial.
 *
 * A timer that waits for its own process's work is late by that process's fault, so the processor
 * time that passed meanwhile does not count.
 *
 * @module
 */
import { writeFileSync } from "node:fs";
import type { Lateness } from "./trial_row.ts";

const { TRIAL_LATE: file } = Bun.env;
const EVERY_MS = 20;
const WRITE_EVERY_MS = 1_000;

if (file !== undefined) {
  // The machine's own, whatever a trial has in its place.
  const machineMs = performance.now.bind(performance);
  const startMs = machineMs();
  let [atMs, worstMs, lateMs, writtenMs] = [startMs, 0, 0, startMs];
  let cpu = process.cpuUsage();
  setInterval(() => {
    const nowMs = machineMs();
    const used = process.cpuUsage(cpu);
    const ownMs = (used.user + used.system) / 1_000;
    const late = Math.max(0, nowMs - atMs - EVERY_MS - ownMs);
    worstMs = Math.max(worstMs, late);
    lateMs += late;
    [atMs, cpu] = [nowMs, process.cpuUsage()];
    if (nowMs - writtenMs < WRITE_EVERY_MS) return;
    writtenMs = nowMs;
    const lateness: Lateness = { worstMs, share: lateMs / (nowMs - startMs) };
    writeFileSync(file, JSON.stringify(lateness));
  }, EVERY_MS).unref();
}
