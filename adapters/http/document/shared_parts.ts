/**
 * Parameters and answers that several operations of the OpenAPI document have: each is written
 * once.
 *
 * @module
 */
import { JSON_TYPE } from "../edge/answer/answer.ts";
import type { PlainSchema } from "./openapi_schema.ts";
import { REFERENCE } from "./schema_examples.ts";

/** An operation as it is written. */
export interface WrittenOperation {
  parameters: ReadonlyArray<PlainSchema>;
  responses: Readonly<Record<string, PlainSchema>>;
}

type Parts = Record<string, PlainSchema>;

/**
 * Replaces parts that two operations or more have by references, and returns what these refer to,
 * by name. The parameter `walletId` is `WalletId`, another one of that name `WalletId2`; an answer
 * is named after the schema of its body, or else after its status, such as `Answer304`.
 */
export function shareParts(operations: ReadonlyArray<WrittenOperation>) {
  const parameters: Parts = {};
  const responses: Parts = {};
  const allParameters = operations.flatMap((one) => one.parameters);
  const allResponses = operations.flatMap((one) => Object.values(one.responses));
  const parameter = sharer(allParameters, { parts: parameters, kind: "parameters" });
  const response = sharer(allResponses, { parts: responses, kind: "responses" });
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((one) => parameter(one, String(one["name"])));
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map((
        [status, one],
      ) => [status, response(one, nameOf(one, status))]),
    );
  }
  return { parameters, responses };
}

/** Makes a function that writes a part in place where it is the only one, or has no name. */
function sharer(
  all: ReadonlyArray<PlainSchema>,
  { parts, kind }: { readonly parts: Parts; readonly kind: string },
) {
  const uses = Map.groupBy(all, (one) => JSON.stringify(one));
  const names = new Map<string, string>();
  return (part: PlainSchema, name: string | undefined): PlainSchema => {
    const text = JSON.stringify(part);
    if (name === undefined || (uses.get(text)?.length ?? 0) < 2) return part;
    const known = names.get(text) ?? freeName(pascal(name), parts);
    names.set(text, known);
    parts[known] = part;
    return { $ref: `#/components/${kind}/${known}` };
  };
}

/** Returns the name of an answer; undefined of a reference, which stays. */
function nameOf({ $ref, content = {} }: PlainSchema, status: string): string | undefined {
  if ($ref !== undefined) return undefined;
  const { [JSON_TYPE]: body } = content as Record<string, { schema: { $ref?: string } }>;
  return body?.schema.$ref?.slice(REFERENCE.length) ?? `answer-${status}`;
}

function freeName(wanted: string, taken: Parts): string {
  for (let count = 1;; count++) {
    const name = count === 1 ? wanted : `${wanted}${count}`;
    if (!(name in taken)) return name;
  }
}

function pascal(name: string): string {
  return name.split(/[-_]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}
