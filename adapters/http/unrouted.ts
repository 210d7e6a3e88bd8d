/**
 * What a request is told that no route answers: an unknown path or another method.
 *
 * @module
 */
import { type Answer } from "./answer.ts";
import { preflightHeaders } from "./cors.ts";
import { nearestName } from "./nearest_name.ts";
import { type Refusal } from "./refusal.ts";

/** Quoted paths are cut here. */
const QUOTED_CHARS_MAX = 120;

/** A known path was asked with a method that it does not have. */
export function otherMethod(allow: string, request: Request): Answer | Refusal {
  if (request.method === "OPTIONS") {
    return { status: 204, body: null, headers: { allow, ...preflightHeaders(allow) } };
  }
  return {
    status: 405,
    error: `Cannot use method ${request.method} here`,
    hint: `Use ${allow}`,
    headers: { allow },
  };
}

/** Nobody knows the path. `templates` are the known ones. */
export function unknownPath(path: string, templates: ReadonlyArray<string>): Refusal {
  const quoted = path.length > QUOTED_CHARS_MAX ? `${path.slice(0, QUOTED_CHARS_MAX)}...` : path;
  return { status: 404, error: `Cannot find ${quoted}`, hint: hintFor(path, templates) };
}

function hintFor(path: string, templates: ReadonlyArray<string>): string {
  const withoutSlash = path.replace(/\/+$/, "");
  if (withoutSlash !== path && templates.some((template) => isLike(template, withoutSlash))) {
    return `Ask for ${withoutSlash}, without the slash at the end`;
  }
  const nearest = nearestName(path, templates);
  return nearest === undefined
    ? "Every path is described in /openapi.json and /docs"
    : `Did you mean ${nearest}? Every path is described in /openapi.json and /docs`;
}

/** Whether a path fits a template. */
function isLike(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  return wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith("{") || segment === given[index]);
}
