/**
 * `POST /order` and `POST /orders`.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { parseJson } from "../../kit/json.ts";
import { type KeyedCall } from "./keyed_call.ts";
import { type L2Caller } from "./l2_request.ts";
import { placedAnswer, refusedInBatch } from "./order_answer.ts";
import { type Limited, type OrderCallParts } from "./order_call_parts.ts";
import { admit, verify } from "./order_entry.ts";
import { crossesInBatch, REFUSAL, tooMany } from "./refusal.ts";
import { isPostOnlyBody } from "./signed_order.ts";

const POST_MAX = 15;

/** An answer, and the id of the order if it was read. */
interface Placing {
  readonly answer: Answer;
  readonly id?: string;
}

/** Returns the calls by method and path. */
export function placeCalls(
  parts: OrderCallParts,
  limited: Limited,
): ReadonlyMap<string, KeyedCall> {
  const { engine, state } = parts;
  const placeOne = async (body: unknown, caller: L2Caller): Promise<Placing> => {
    const refusal = state.refuseOrder(isPostOnlyBody(body));
    if (refusal !== undefined) return { answer: refusal };
    const verified = await verify(body, { caller, parts });
    if (Result.isFailure(verified)) return { answer: verified.failure };
    const { id } = verified.success;
    const entry = admit(verified.success, parts);
    if (Result.isFailure(entry)) return { answer: entry.failure, id };
    const placed = await engine.place(entry.success);
    if (Result.isFailure(placed)) return { answer: placed.failure, id };
    parts.onTaken(placed.success.placed);
    return { answer: { status: 200, body: placedAnswer(placed.success) }, id };
  };
  /** Orders are placed one after the other. The answer is a success whatever they became. */
  const placeMany = async (bodies: ReadonlyArray<unknown>, caller: L2Caller): Promise<Answer> => {
    const refusal = state.refuseOrder(bodies.every(isPostOnlyBody));
    if (refusal !== undefined) return refusal;
    const answers: unknown[] = [];
    for (const body of bodies) {
      const placing = await placeOne(body, caller);
      const { status, body: said } = placing.answer;
      answers.push(status === 200 ? said : refusedInBatch(errorOf(placing)));
    }
    return { status: 200, body: answers };
  };

  const calls: ReadonlyArray<readonly [string, KeyedCall]> = [
    ["POST /order", (keyed) => {
      const body = parseJson(keyed.request.body);
      const what = { counted: "orders", count: 1 } as const;
      return limited(keyed, what, async () => (await placeOne(body, keyed.caller)).answer);
    }],
    ["POST /orders", (keyed) => {
      const body = parseJson(keyed.request.body);
      if (!Array.isArray(body) || body.length === 0) return REFUSAL.payload;
      if (body.length > POST_MAX) return tooMany(body.length, POST_MAX);
      const what = { counted: "orders", count: body.length } as const;
      return limited(keyed, what, () => placeMany(body, keyed.caller));
    }],
  ];
  return new Map(calls);
}

/** Returns the text of a refusal as an entry of a batch has it. */
function errorOf({ answer, id }: Placing): string {
  if (answer === REFUSAL.crosses && id !== undefined) return crossesInBatch(id);
  return (answer.body as { readonly error: string }).error;
}
