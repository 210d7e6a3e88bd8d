import { expect, test } from "bun:test";
import { ApiError, NoAnswer } from "../../../app/client/typescript/mod.ts";
import { certain } from "../../../app/console/positions/road_off.ts";
import { AnswerFailure } from "../../../app/console/service/answer_failure.ts";
import { isOpen } from "../../../app/console/wallets/order_attempt.ts";
import { RoadOff } from "../../../core/port/chain_road.ts";

/** A 503 to a key that may have been sent before. */
const refused = (error: string) => {
  const cause = new ApiError({
    ...{ error, code: "unavailable", hint: "The operator turns it on", status: 503 },
    ...{ requestId: "r", retryAfterSec: undefined },
  });
  const key = "k";
  return certain(
    Promise.reject(
      new NoAnswer({ request: "POST x", idempotencyKey: key, idempotencyKeys: [key], cause }),
    ),
  ).catch((thrown) => AnswerFailure.of(thrown));
};

test("a road that is not set up is certain to have sent nothing", async () => {
  const { message } = new RoadOff({ setting: "POLYGON_RPC_URL" });
  const failure = await refused(message);
  expect(failure).toMatchObject({ message, hint: "The operator turns it on", requestId: "r" });
  expect(isOpen(failure)).toBe(false);
});

test("any other 503 leaves open what was sent", async () => {
  expect(isOpen(await refused("Cannot read the store"))).toBe(true);
});

test("an answer is what it is", async () => {
  expect(await certain(Promise.resolve(5))).toBe(5);
});
