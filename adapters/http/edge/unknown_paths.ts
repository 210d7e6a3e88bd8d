/**
 * Answers every path that no plugin has.
 *
 * @module
 */
import type { AnyElysia } from "elysia";
import { isPreflight } from "./answer/cors.ts";
import { UNEXPECTED } from "./answer/refusal.ts";
import type { Gate } from "./gate.ts";
import { pathOf } from "./request/path_values.ts";
import type { EdgePath } from "./edge_path.ts";
import { NEVER, replyHooks } from "./reply_hooks.ts";
import { otherMethod, unknownPath } from "./unrouted.ts";

/** Allowed by a preflight of an unknown path, so that a page can read the 404 that follows. */
const ANY_METHOD = "GET, HEAD, POST, PUT, DELETE, OPTIONS";

/** Ends a server. `templates` are the paths that a client may ask. */
export function answerUnknownPaths<Ports>(
  app: AnyElysia,
  gate: Gate<Ports>,
  templates: ReadonlyArray<string>,
): void {
  const unmatched: EdgePath = {
    family: "coded",
    tellsCache: false,
    quotaScope: "none",
    audience: "public",
    isCompressed: true,
    meter: gate.metrics.meter("other", "unmatched"),
  };
  app.all(
    "*",
    NEVER,
    replyHooks(
      gate,
      unmatched,
      ({ request }) =>
        isPreflight(request)
          ? otherMethod({ allow: ANY_METHOD, audience: "public" }, request)
          : unknownPath(pathOf(request.url), templates),
    ),
  );
  app.onError(({ request }) => gate.refuse(gate.begin(unmatched, request), UNEXPECTED));
}
