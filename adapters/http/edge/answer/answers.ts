/**
 * The answers of a route, as it declares them: its own, and those that the edge gives for it.
 *
 * @module
 */
import type { TSchema } from "@sinclair/typebox";
import type { Family } from "./refusal.ts";
import { ERROR_BY_FAMILY } from "./wire_error.ts";

/** The answers of a route by status. An error is a text, which says when it is given. */
type OwnAnswers = Readonly<Record<number, TSchema | string>>;

/** The error schema of a family. */
type ErrorOf<F extends Family> = (typeof ERROR_BY_FAMILY)[F];

/** The schemas of a route's answers, for Elysia and for Eden. */
export type Answers<F extends Family, Own extends OwnAnswers> =
  & {
    readonly [Status in keyof Own]: Own[Status] extends TSchema ? Own[Status] : ErrorOf<F>;
  }
  & { readonly [Status in Exclude<400 | 429 | 500, keyof Own>]: ErrorOf<F> };

/**
 * Declares the answers of a route. The edge's own, such as 401, are documented by the edge.
 *
 * ```ts
 * response: answers("plain", { 200: EventFee, 502: "The venue could not be reached" }),
 * ```
 */
export function answers<const F extends Family, const Own extends OwnAnswers>(
  family: F,
  own: Own,
): Answers<F, Own> {
  const error = ERROR_BY_FAMILY[family];
  const declared = Object.entries(own).map(([status, schema]) =>
    [status, typeof schema === "string" ? { ...error, description: schema } : schema] as const
  );
  return Object.fromEntries(declared) as unknown as Answers<F, Own>;
}
