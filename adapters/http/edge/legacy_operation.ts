/**
 * A declared route, as the documents tell it.
 *
 * @module
 */
import type { Operation } from "../document/operation.ts";
import { JSON_TYPE } from "./answer.ts";
import { audienceOf, type Route, tellsCacheOf } from "./route.ts";

/** Returns the operation. */
export function legacyOperation<Ports>(route: Route<Ports>): Operation {
  const { method, path, family, access, tag, summary, description, parameters, body } = route;
  const words = path.replace("/api/v1", "").split(/\W+/).filter((word) => word !== "");
  return {
    id: method.toLowerCase() +
      words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(""),
    method,
    path,
    family,
    access,
    audience: audienceOf(route),
    tag,
    summary,
    description,
    parameters,
    body: body && { liveExamples: {}, ...body },
    answers: Object.fromEntries(
      Object.entries(route.responses).map(([status, doc]) => [status, { type: JSON_TYPE, ...doc }]),
    ),
    tellsCache: tellsCacheOf(route),
    isHidden: route.isHidden === true,
  };
}
