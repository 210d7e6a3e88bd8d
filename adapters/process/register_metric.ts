/**
 * Metrics that nobody updates: their state is read when somebody asks for them.
 *
 * @module
 */
import { type Context, Metric } from "effect";

/** Adds a metric to the registry of a context. `read` must not throw. */
export function registerMetric<Input, State>(
  metric: Metric.Metric<Input, State>,
  context: Context.Context<never>,
  read: () => State,
): void {
  Metric.registerUnsafe(metric, context, { get: read, update: () => {}, modify: () => {} });
}

/** Adds a gauge by its value. */
export function registerGauge(
  metric: Metric.Metric<number, Metric.GaugeState<number>>,
  context: Context.Context<never>,
  read: () => number,
): void {
  registerMetric(metric, context, () => ({ value: read() }));
}
