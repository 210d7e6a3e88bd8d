/**
 * What a call of a tool comes to: the route's answer, or its refusal, which is no fault of the
 * protocol: a model can read it and mend its call.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { parseExactJson } from "../../../core/json/mod.ts";
import { type Answer, EncodedBody, JSON_TYPE } from "../edge/answer/answer.ts";
import type { OwnCommand } from "../edge/answer/hint.ts";
import { codedError, type Refusal } from "../edge/answer/refusal.ts";
import { CodedError } from "../edge/answer/wire_error.ts";

/** The structured content of a call that failed. */
export const ToolError = Type.Object({
  ...CodedError.properties,
  retryAfterSec: Type.Optional(
    Type.Integer({ description: "Seconds to wait before the same call", examples: [1] }),
  ),
}, { description: "Why the call failed, where `isError` is true" });

/** The result of a call, as MCP describes it. Numbers of `structuredContent` are exact. */
export interface ToolResult {
  readonly content: ReadonlyArray<{ readonly type: "text"; readonly text: string }>;
  readonly structuredContent: unknown;
  readonly isError: boolean;
}

/** Returns the result of a call that was answered. */
export async function answeredResult({ body }: Answer): Promise<ToolResult> {
  if (!(body instanceof EncodedBody)) return toolResult(body, JSON.stringify(body), false);
  if (body.type !== JSON_TYPE) throw new Error("a tool cannot answer with a file");
  const text = await body.text();
  return toolResult(parseExactJson(text), text, false);
}

/** Returns the result of a call that was refused. */
export function refusedResult(refusal: Refusal, ownCommand: OwnCommand): ToolResult {
  const { reason, retryAfterSec } = refusal;
  const body = { ...codedError(refusal, ownCommand), reason, retryAfterSec };
  return toolResult(body, JSON.stringify(body), true);
}

function toolResult(structuredContent: unknown, text: string, isError: boolean): ToolResult {
  return { content: [{ type: "text", text }], structuredContent, isError };
}
