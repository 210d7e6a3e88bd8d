/**
 * Gauges that nobody updates: their value is read when somebody asks for the metrics.
 *
 * @module
 */
import { type Context, Metric } from "effect";

/** Adds a gauge to the registry of a context. It must not throw. */
export function registerGauge(
  metric: Metric.Metric<number, Metric.GaugeState<number>>,
  context: Context.Context<never>,
  read: () => number,
): void {
  Metric.registerUnsafe(metric, context, {
    get: () => ({ value: read() }),
    update: () => {},
    modify: () => {},
  });
}
