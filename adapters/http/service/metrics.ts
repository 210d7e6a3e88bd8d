/**
 * Counters for Prometheus, for the operator alone.
 *
 * @module
 */
import { Context, Effect, Metric, Option, Redacted } from "effect";
import { PrometheusMetrics } from "effect/observability";
import { EncodedBody } from "../edge/answer/answer.ts";
import type { HandlerCall } from "../edge/gate.ts";
import { isLocalCaller } from "../edge/request/local_caller.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { sentOnce } from "../edge/request/repeated_header.ts";

/** What Prometheus expects of a text exposition. */
const TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Answers with the counters of this server, and every Effect metric of the runtime. */
export function metricsAnswer(
  call: HandlerCall,
  { token, registry }: {
    readonly token: Option.Option<Redacted.Redacted<string>>;
    readonly registry: Metric.MetricRegistry;
  },
) {
  if (!isAllowed(call, token)) return Effect.fail(NOT_ALLOWED);
  return Effect.map(Effect.context<never>(), (context) => ({
    body: new EncodedBody(formatMetrics(context, registry), TEXT_TYPE).as<string>(),
  }));
}

/** An application may keep the server's counters in the registry of its runtime. */
function formatMetrics(context: Context.Context<never>, registry: Metric.MetricRegistry): string {
  const own = Context.make(Metric.MetricRegistry, registry);
  return PrometheusMetrics.formatUnsafe(own) +
    (Context.get(context, Metric.MetricRegistry) === registry
      ? ""
      : PrometheusMetrics.formatUnsafe(context));
}

const NOT_ALLOWED = new Refused({
  status: 401,
  error: "Cannot show the metrics to this caller",
  hint: "Send Authorization: Bearer followed by the METRICS_TOKEN of the service",
  headers: { "www-authenticate": "Bearer" },
});

function isAllowed(
  call: HandlerCall,
  token: Option.Option<Redacted.Redacted<string>>,
): boolean {
  if (isLocalCaller(call)) return true;
  const authorization = sentOnce(call.request.headers.get("authorization")) ?? "";
  const sent = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  return sent !== undefined && Option.isSome(token) &&
    digest(sent) === digest(Redacted.value(token.value));
}

/** Digests are compared, so that how long it takes tells nothing of the token. */
function digest(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}
