/**
 * `GET /health`: whether this process can serve.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import type { StoreFailed } from "../../../core/port/mod.ts";
import { isoNow } from "../edge/iso_now.ts";
import { declareRoute, type Route } from "../edge/route.ts";
import { IsoWire } from "../wire/answer.ts";

const Health = Type.Object({
  ok: Type.Boolean(),
  service: Type.String(),
  now: IsoWire,
}, { $id: "Health" });

/**
 * 200 while the store answers and takes writes. A provider that is down is the business of the
 * status page.
 */
export function healthRoute<Ports>(
  checkHealth: Effect.Effect<void, StoreFailed, Ports>,
): Route<Ports> {
  return declareRoute({
    method: "GET",
    path: "/health",
    family: "plain",
    access: "public",
    // What watches over a service must not be turned away for what its neighbours ask, nor by a
    // strict public limit: then a healthy service would count as down.
    bucket: "health",
    tag: "Service",
    summary: "Whether the service can answer",
    description: "200 while the store answers and takes writes. A provider that is down does not " +
      "show here but in `/api/v1/status`. Counted by address apart from other requests, by " +
      "the public limit or one request a second, whichever is more, and at least 60 in a period.",
    parameters: [],
    responses: {
      200: {
        description: "The service can answer",
        schema: Health,
        example: { ok: true, service: "strikeline", now: "2026-01-01T00:00:00.000Z" },
      },
      502: { description: "The store does not answer, or takes no writes" },
    },
    handle: ({ nowMs }) =>
      Effect.as(checkHealth, {
        body: { ok: true, service: "strikeline", now: isoNow(nowMs) },
      }),
  });
}
