/**
 * The paths of the metadata service.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../answer.ts";
import { type Catalog } from "./catalog.ts";
import { invalid, notFound } from "./failure.ts";
import { marketAnswer } from "./market_answer.ts";

/** An endpoint's question: what stands in the path's variable part, and the query. */
export interface Asked {
  readonly value: string;
  readonly query: URLSearchParams;
}

/** Answers, or refuses; both are answers of the venue. */
export type Endpoint = (catalog: Catalog, asked: Asked) => Result.Result<Answer, Answer>;

const ok = (body: unknown): Answer => ({ status: 200, body });

const SLUG = /^[\w.-]{1,255}$/;
const NUMBER = /^\d{1,18}$/;

function checked(by: "slug" | "id", value: string): Result.Result<string, Answer> {
  const isRight = (by === "slug" ? SLUG : NUMBER).test(value);
  return isRight ? Result.succeed(value) : Result.fail(invalid("slug is invalid"));
}

const event = (by: "slug" | "id"): Endpoint => (catalog, { value }) =>
  Result.flatMap(checked(by, value), (name) => {
    const found = catalog.event(by, name);
    return found === undefined ? Result.fail(notFound(by)) : Result.succeed(ok(found));
  });

const market = (by: "slug" | "id"): Endpoint => (catalog, { value, query }) =>
  Result.flatMap(checked(by, value), (name) => {
    const found = catalog.market(by, name);
    if (found === undefined) return Result.fail(notFound(by));
    const includesTags = query.get("include_tag") === "true";
    return Result.succeed(ok(marketAnswer(found, { includesTags })));
  });

const readyz: Endpoint = () => Result.succeed(ok({ db: "ok", replica: "ok", cache: "ok" }));

/** `*` stands for the variable part. The first that fits answers. */
const ENDPOINTS: ReadonlyArray<readonly [pattern: string, endpoint: Endpoint]> = [
  ["/readyz", readyz],
  ["/events/slug/*", event("slug")],
  ["/events/*", event("id")],
  ["/markets/slug/*", market("slug")],
  ["/markets/*", market("id")],
];

/** The endpoint of a path, and what stands in its variable part. */
export function findEndpoint(
  path: string,
): { readonly endpoint: Endpoint; readonly value: string } | undefined {
  const parts = path.split("/");
  for (const [pattern, endpoint] of ENDPOINTS) {
    const wanted = pattern.split("/");
    const fits = wanted.length === parts.length &&
      wanted.every((part, i) => part === parts[i] || (part === "*" && parts[i] !== ""));
    if (fits) return { endpoint, value: decoded(parts[wanted.indexOf("*")] ?? "") };
  }
  return undefined;
}

/** What cannot be decoded stays as it is, and is no slug. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
