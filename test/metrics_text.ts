/** Figures out of what a service answers to GET /metrics. @module */

/** Returns the sum of a metric over all its labels, or NaN where the text does not have it. */
export function metricIn(text: string, name: string): number {
  const lines = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "gm"))];
  return lines.length === 0 ? NaN : lines.reduce((sum, [, value]) => sum + Number(value), 0);
}
