/**
 * Calls a route without an HTTP request of its own: what is sent is read as the route declares it.
 *
 * @module
 */
import { Effect, Result } from "effect";
import type { KeyHolder } from "../../../core/access/mod.ts";
import type { Answer } from "./answer/answer.ts";
import type { Failure } from "./answer/failure.ts";
import type { Handled, HandlerCall } from "./gate.ts";
import type { MountedRoute } from "./other_methods.ts";
import type { SentFields } from "./request/read_fields.ts";

/** A call by the holder of a key. */
export interface KeyedCall extends HandlerCall {
  readonly holder: KeyHolder;
}

/** What is sent: a path that has parameters, a query without its `?`, the fields of a body. */
export interface SentToRoute {
  readonly path?: string;
  readonly query?: string;
  readonly fields?: SentFields;
}

/** Answers as the route would, without counting anything. The handler gets the call's request. */
export type CallRoute<Ports> = (
  sent: SentToRoute,
  call: KeyedCall,
) => Effect.Effect<Answer, Failure, Ports>;

/** Returns what calls a route. Whoever calls vouches for what its handler needs. */
export function routeCaller<Ports>({ route, handler }: MountedRoute): CallRoute<Ports> {
  return ({ path = route.template, query = "", fields }, call) =>
    Effect.suspend(() => {
      const { nowMs, holder } = call;
      const body = fields === undefined ? undefined : route.readBody(fields, nowMs);
      if (body !== undefined && Result.isFailure(body)) return Effect.fail(body.failure);
      const read = route.read({ url: `http://localhost${path}?${query}` }, nowMs);
      if (Result.isFailure(read)) return Effect.fail(read.failure);
      const context = {
        ...read.success,
        body: body?.success,
        call,
        answer: same,
        answerHolder: same,
      };
      const handled = handler(context) as Handled<Ports>;
      const answer = typeof handled === "function" ? handled(holder) : handled;
      return Effect.isEffect(answer) ? answer : Effect.succeed(answer);
    });
}

function same(answer: unknown): unknown {
  return answer;
}
