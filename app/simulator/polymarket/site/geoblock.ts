/**
 * `GET /api/geoblock`: whether the venue takes orders from the caller's address.
 *
 * Source: the venue documents it. Whether the edge server that refuses all requests to the order
 * book lets this one pass was not observed: here it does.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { readFields } from "../../kit/control_body.ts";
import { type Control } from "../../kit/simulator.ts";
import { type CallerRegion, readRegion } from "../venue/caller_region.ts";

/** An address that is nobody's: of those for documentation. */
const IP = "203.0.113.7";

/** Answers for the region of all callers. */
export function geoblock({ region }: CallerRegion): Answer {
  const isBlocked = region !== "open";
  const place = isBlocked ? { country: "US", region: "NY" } : { country: "AR", region: "C" };
  return { status: 200, body: { blocked: isBlocked, ip: IP, ...place } };
}

/** Makes `PUT /__mode` `{"region"}`: the order book of the process sees the same region. */
export function makeRegionControl(caller: CallerRegion): Control {
  return (body) =>
    Result.gen(function* () {
      caller.region = yield* readRegion(yield* readFields(body, ["region"]));
    });
}
