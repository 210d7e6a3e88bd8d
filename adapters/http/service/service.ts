/**
 * What answers besides the interface: health, status and metrics.
 *
 * @module
 */
import { Effect, Option, type Redacted } from "effect";
import { Elysia } from "elysia";
import type { StoreFailed } from "../../../core/port/store_failure.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { isoNow } from "../edge/answer/iso_now.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { metricsAnswer } from "./metrics.ts";
import { statusBody, type StatusReport } from "./status.ts";
import { Health, Metrics, Status } from "./wire_service.ts";

/** What these routes report. */
export interface ServiceOptions<Ports> {
  /** Succeeds while the store answers. */
  readonly checkHealth: Effect.Effect<void, StoreFailed, Ports>;
  readonly readStatus: Effect.Effect<StatusReport, never, Ports>;
  /** Opens `/metrics` to callers that are not on this machine. */
  readonly metricsToken: Option.Option<Redacted.Redacted<string>>;
}

/** The routes. */
export function service<Ports>(
  gate: Gate<Ports>,
  { checkHealth, readStatus, metricsToken }: ServiceOptions<Ports>,
) {
  const health = (nowMs: number) =>
    Effect.as(checkHealth, { body: { ok: true, service: "strikeline", now: isoNow(nowMs) } });
  const status = (nowMs: number) =>
    Effect.map(readStatus, (report) => ({ body: statusBody(report, nowMs), isCached: true }));
  return new Elysia({ name: "service", tags: ["Service"] })
    .use(edge(gate, "plain"))
    .get("/health", ({ call, answer }) => answer(health(call.nowMs)), {
      access: "public",
      // What watches over a service must not be turned away for what its neighbours ask, nor by a
      // strict public limit: then a healthy service would count as down.
      bucket: "health",
      response: answers("plain", {
        200: Health,
        502: "The store does not answer, or takes no writes",
      }),
      detail: {
        operationId: "getHealth",
        summary: "Whether the service can answer",
        description: "200 while the store answers and takes writes. A provider that is down does " +
          "not show here but in `/api/v1/status`. Counted by address apart from other requests, " +
          "by the public limit or one request a second, whichever is more, and at least 60 in a " +
          "period.",
      },
    })
    .get("/api/v1/status", ({ call, answer }) => answer(status(call.nowMs)), {
      access: "unlimited",
      needsNoProvider: true,
      response: answers("plain", { 200: Status }),
      detail: {
        operationId: "getStatus",
        summary: "How the providers and the background jobs are doing",
        description: "A provider that is down degrades this page, not `/health`.",
      },
    })
    .get(
      "/metrics",
      ({ call, answer }) =>
        answer(metricsAnswer(call, { token: metricsToken, registry: gate.metrics.registry })),
      {
        access: "unlimited",
        isSameOrigin: true,
        isCompressed: true,
        keyHint: "Send the token as Authorization: Bearer <token>. Addresses end up in logs",
        response: answers("plain", {
          200: Metrics,
          401: "Neither on this machine nor with the token",
        }),
        detail: {
          operationId: "getMetrics",
          summary: "Counters in the Prometheus text format",
          description: "Answers callers on the same machine, unless a header says that they ask " +
            "for somebody else (`X-Forwarded-For`, `Forwarded`, `X-Real-IP`, `Via` and the " +
            "like), and others that send the operator's token as `Authorization: Bearer " +
            "<token>`. It has no CORS headers.",
        },
      },
    )
    .use(otherMethods);
}
