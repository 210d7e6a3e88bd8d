/** Holds an answer to what the service documents. @module */
import type { ValidateFunction } from "ajv";
import type { DocumentedService } from "./documented.ts";
import type { FuzzRequest } from "./request_maker.ts";
import type { WireAnswer } from "./wire_client.ts";

/** What the runtime answers by itself, to what it does not take for HTTP. */
const OF_THE_RUNTIME = new Set([400, 413, 414, 431, 501, 505]);

/** Returns what is wrong with an answer, or undefined if nothing is. */
export function wrongIn(
  request: FuzzRequest,
  answer: WireAnswer,
  service: DocumentedService,
): string | undefined {
  const { status, headers, body } = answer;
  const isOurs = headers.has("x-request-id");
  if (!isOurs) {
    return OF_THE_RUNTIME.has(status) ? undefined : `status ${status} without X-Request-Id`;
  }
  if (status === 500) return "status 500: a defect";
  if (/\bat [^\n]*\.(ts|js):\d+|node_modules|\/adapters\//.test(body)) return "shows its insides";
  const path = pathOf(request.target);
  const operations = service.at(path);
  const isHead = request.method === "HEAD";
  const asked = isHead ? "GET" : request.method;
  const operation = operations.find(({ method }) => method === asked);
  if (operations.length === 0) return wrongElsewhere(request, answer);
  if (operation === undefined) {
    const fine = request.method === "OPTIONS" ? status === 204 : status === 405;
    if (!fine) return `status ${status} for another method of ${operations[0]?.template}`;
    return headers.has("allow") ? undefined : "no Allow for another method";
  }
  if (!operation.answers.has(status)) return `status ${status} is not documented`;
  const [type] = headers.get("content-type")?.split(";") ?? [];
  if (type !== undefined && !operation.types.has(type)) return `${type} is not documented`;
  const check = isHead || type === "text/csv" ? undefined : operation.answers.get(status);
  return check && wrongBody(body, check);
}

/**
 * The path as every reader of addresses has it: a backslash is a slash, and dots lead upwards. What
 * a browser would keep to itself, from # on, is a part of it when it is sent.
 */
function pathOf(target: string): string {
  return URL.parse(target.replaceAll("#", "%23"), "http://fuzz")?.pathname ?? target;
}

/** A path that nothing documents: pages, and everything that does not exist. */
function wrongElsewhere(
  { method }: FuzzRequest,
  { status, body, headers }: WireAnswer,
): string | undefined {
  const isPage = status === 200 && !headers.get("content-type")?.startsWith("application/json");
  if (isPage || (method === "OPTIONS" && status === 204)) return undefined;
  // A part that cannot be decoded, and a page by another method.
  if (status !== 404 && status !== 400 && status !== 405) return `status ${status} for no path`;
  return method === "HEAD" || isError(body) ? undefined : `no error in ${body.slice(0, 200)}`;
}

function isError(body: string): boolean {
  try {
    const { error, hint } = JSON.parse(body) as Record<string, unknown>;
    return typeof error === "string" && (hint === undefined || typeof hint === "string");
  } catch {
    return false;
  }
}

function wrongBody(body: string, check: ValidateFunction): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return `a body that is no JSON: ${body.slice(0, 200)}`;
  }
  if (check(value)) return undefined;
  const [first] = check.errors ?? [];
  return `a body that is not as documented: ${first?.instancePath} ${first?.message}: ` +
    body.slice(0, 300);
}
