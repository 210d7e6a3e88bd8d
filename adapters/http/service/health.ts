/**
 * `GET /health`: whether this process can serve.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import type { StoreFailed } from "../../../core/port/mod.ts";
import { declareRoute, type Route } from "../edge/route.ts";
import { IsoWire } from "../price/wire_target.ts";

const Health = Type.Object({
  ok: Type.Boolean(),
  service: Type.String(),
  now: IsoWire,
}, { $id: "Health" });

/** 200 while the store answers. A provider that is down is the business of the status page. */
export function healthRoute<Ports>(
  checkHealth: Effect.Effect<void, StoreFailed, Ports>,
): Route<Ports> {
  return declareRoute({
    method: "GET",
    path: "/health",
    family: "plain",
    access: "public",
    // What watches over a service must not be turned away for what its neighbours ask.
    bucket: "health",
    tag: "Service",
    summary: "Whether the service can answer",
    description: "200 while the store answers. A provider that is down does not show here but " +
      "in `/api/v1/status`. Counted by address, by the public limit but apart from other requests.",
    parameters: [],
    responses: {
      200: {
        description: "The service can answer",
        schema: Health,
        example: { ok: true, service: "strikeline", now: "2026-01-01T00:00:00.000Z" },
      },
      502: { description: "The store does not answer" },
    },
    handle: ({ nowMs }) =>
      Effect.as(checkHealth, {
        body: { ok: true, service: "strikeline", now: new Date(nowMs).toISOString() },
      }),
  });
}
