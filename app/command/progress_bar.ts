/**
 * Formats the progress of a long job as one line for a terminal.
 *
 * @module
 */

/** The progress of a job. The rate covers the last `elapsedMs`. */
export interface Progress {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** The value of `done` `elapsedMs` ago. */
  readonly doneBefore: number;
  readonly elapsedMs: number;
}

const BAR_CHARS = 30;

/** Formats `[#####.....]  50.0 %  1000/2000  8.6/s  1m56s left  3 without a price`. */
export function progressLine(progress: Progress): string {
  const { total, done, failed } = progress;
  const share = total === 0 ? 1 : done / total;
  const filled = Math.round(share * BAR_CHARS);
  const bar = "#".repeat(filled) + ".".repeat(BAR_CHARS - filled);
  const rate = ratePerSec(progress);
  const left = done >= total
    ? "done"
    : rate > 0
    ? `${durationText((total - done) / rate)} left`
    : "";
  return [
    `[${bar}]`,
    `${(share * 100).toFixed(1).padStart(5)} %`,
    `${done}/${total}`,
    rate > 0 ? `${rate.toFixed(1)}/s` : "",
    left,
    failed > 0 ? `${failed} without a price` : "",
  ].filter(Boolean).join("  ");
}

/** Windows per second. */
function ratePerSec({ done, doneBefore, elapsedMs }: Progress): number {
  return elapsedMs <= 0 ? 0 : (done - doneBefore) * 1000 / elapsedMs;
}

/** Formats seconds, rounded up, as `45s`, `1m05s` or `2h07m`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  if (whole < 60) return `${whole}s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)}m${two(whole % 60)}s`;
  return `${Math.floor(whole / 3_600)}h${two(Math.floor(whole % 3_600 / 60))}m`;
}
