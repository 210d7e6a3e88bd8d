/**
 * Answers requests that no route matches: an unknown path or another method.
 *
 * @module
 */
import { type Answer } from "./answer/answer.ts";
import { preflightHeaders } from "./answer/cors.ts";
import { nearestName } from "../../../core/nearest_name.ts";
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
  const hint = "See /openapi.json and /docs for every path";
  const nearest = longerPath(withoutSlash, templates) ?? nearestPath(withoutSlash, templates);
  return nearest === undefined ? hint : `Did you mean ${nearest}? ${hint}`;
}

/** The first path below the one that was sent, unless nearly every path is. */
function longerPath(path: string, templates: ReadonlyArray<string>): string | undefined {
  const longer = templates.filter((template) => template.startsWith(`${path}/`));
  return longer.length > templates.length / 2 ? undefined : longer[0];
}

/** The path that is most alike in what follows the segments that are right. */
function nearestPath(path: string, templates: ReadonlyArray<string>): string | undefined {
  let right = "";
  for (const segment of path.split("/").slice(1)) {
    const longer = `${right}/${segment}`;
    if (!templates.some((template) => template.startsWith(`${longer}/`))) break;
    right = longer;
  }
  const rests = templates.flatMap((template) =>
    template.startsWith(`${right}/`) ? [template.slice(right.length + 1)] : []
  );
  const nearest = nearestName(path.slice(right.length + 1), rests, { alwaysAllowed: 1 });
  return nearest === undefined ? undefined : `${right}/${nearest}`;
}

/** Whether a path matches a template. */
function isLike(template: string, path: string): boolean {
  const wanted = template.split("/");
  const given = path.split("/");
  return wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith("{") || segment === given[index]);
}
