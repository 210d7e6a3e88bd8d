/**
 * Answers requests that no route matches: an unknown path or another method.
 *
 * @module
 */
import { type Answer } from "./answer/answer.ts";
import { preflightHeaders } from "./answer/cors.ts";
import { withNearest } from "../../../core/nearest_name.ts";
import { type Refusal } from "./answer/refusal.ts";
import { type Audience } from "./edge_path.ts";

/** Quoted paths are cut at this length. */
const QUOTED_CHARS_MAX = 120;

/** Answers a known path with a method that it does not have. */
export function otherMethod(
  { allow, audience }: { readonly allow: string; readonly audience: Audience },
  request: Request,
): Answer | Refusal {
  if (request.method === "OPTIONS") {
    const granted = audience === "same_origin" ? {} : preflightHeaders(allow);
    return { status: 204, body: null, headers: { allow, ...granted } };
  }
  return {
    status: 405,
    error: `Cannot use method ${request.method} here`,
    hint: `Use ${allow}`,
    headers: { allow },
  };
}

/** Refuses an unknown path. `templates` are the known ones. */
export function unknownPath(path: string, templates: ReadonlyArray<string>): Refusal {
  const quoted = path.length > QUOTED_CHARS_MAX ? `${path.slice(0, QUOTED_CHARS_MAX)}...` : path;
  return { status: 404, error: `Cannot find ${quoted}`, hint: hintFor(path, templates) };
}

function hintFor(path: string, templates: ReadonlyArray<string>): string {
  const withoutSlash = path.replace(/\/+$/, "");
  if (withoutSlash !== path && templates.some((template) => isLike(template, withoutSlash))) {
    return `Request ${withoutSlash}, without the trailing slash`;
  }
  return withNearest(path, templates, "See /openapi.json and /docs for every path");
}

/** Whether a path matches a template. */
function isLike(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  return wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith("{") || segment === given[index]);
}
