/**
 * Hooks that count a request and answer it without a handler.
 *
 * @module
 */
import { Cause } from "effect";
import { status } from "elysia";
import type { Answer } from "./answer/answer.ts";
import type { Call, Gate } from "./gate.ts";
import type { EdgePath } from "./edge_path.ts";
import type { Refusal } from "./answer/refusal.ts";

/** Hooks for a path whose every request gets such a reply. */
export function replyHooks<Ports>(
  gate: Gate<Ports>,
  path: EdgePath,
  reply: (call: Call) => Answer | Refusal,
): object {
  function replyTo({ request }: { readonly request: Request }) {
    const call = gate.begin(path, request);
    const answer = reply(call);
    const send = () => "error" in answer ? gate.refuse(call, answer) : gate.respond(call, answer);
    // Preflights are not counted: a browser whose preflight is refused cannot read the reason.
    if (request.method === "OPTIONS") return early(send());
    const admission = gate.countCaller(call, path);
    if (!(admission instanceof Promise)) {
      return early(admission === undefined ? send() : gate.refuse(call, admission));
    }
    return early(
      admission.then((refusal) => refusal === undefined ? send() : gate.refuse(call, refusal))
        .catch((error) => gate.defect(call, Cause.die(error))),
    );
  }
  return { transform: replyTo.bind(undefined), detail: { hide: true } };
}

/** The handler of a path whose hooks answer. */
export const NEVER = () => "";

/**
 * Ends a request before its handler. The status is the response's own, whatever is said here, and
 * the response may be a promise.
 */
export function early(response: Response | Promise<Response>) {
  return status(200, response);
}
