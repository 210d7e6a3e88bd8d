/**
 * Calls a tool, and logs what its caller must not see.
 *
 * @module
 */
import { Effect } from "effect";
import { refusalOfCause } from "../edge/answer/failure.ts";
import { missingScope } from "../edge/limit/key_check.ts";
import { type Refusal, statusOf, UNEXPECTED } from "../edge/answer/refusal.ts";
import type { KeyedCall } from "../edge/route_caller.ts";
import { type Tool, type ToolArguments } from "./tool.ts";
import { answeredResult, refusedResult, type ToolResult } from "./tool_result.ts";

/** Calls a tool. Every failure is a result: only the protocol has faults. */
export const callTool = Effect.fnUntraced(function* <Ports>(
  tool: Tool<Ports>,
  args: ToolArguments,
  call: KeyedCall,
): Effect.fn.Return<ToolResult, never, Ports> {
  const { key } = call.holder;
  if (!key.scopes.includes(tool.scope)) return refusedResult(missingScope(tool.scope, key));
  return yield* tool.run(args, call).pipe(
    Effect.flatMap((answer) => Effect.promise(() => answeredResult(answer))),
    Effect.catchCause((cause) => {
      const refusal: Refusal = refusalOfCause(cause) ?? { ...UNEXPECTED, why: cause };
      return Effect.as(logRefusal(refusal), refusedResult(refusal));
    }),
    Effect.annotateLogs({ tool: tool.name, requestId: call.requestId }),
  );
});

/** As for any other request, what the service is to blame for is logged. */
function logRefusal(refusal: Refusal): Effect.Effect<void> {
  const status = statusOf(refusal, "coded");
  if (status < 500) return Effect.void;
  const why = refusal.why === undefined ? [] : [refusal.why];
  const line = refusal.error === UNEXPECTED.error
    ? Effect.logError("Cannot answer a call of a tool", ...why)
    : Effect.logWarning("Answered a call of a tool with a failure", ...why);
  return Effect.annotateLogs(line, { status });
}
