/** Requests for orders that must be refused before anything is sent. @module */
import { expect } from "bun:test";
import { type BodyTexts, orderClient } from "./order_client.ts";

/** Sends it, and checks that it is refused, not sent to the venue, and no key is used up. */
export async function refused(
  fields: BodyTexts,
  expected: { readonly status: number } = { status: 400 },
) {
  const { place, exchange } = await orderClient();
  return await refusedBy({ place, exchange }, fields, expected);
}

/** The same, of a client. Returns the answer's `error`, `hint` and `code`. */
export async function refusedBy(
  { place, exchange }: Pick<Awaited<ReturnType<typeof orderClient>>, "place" | "exchange">,
  fields: BodyTexts,
  { status }: { readonly status: number },
) {
  const key = { "idempotency-key": "k" };
  for (const headers of [{}, key]) {
    for (const dryRun of [undefined, "true"]) {
      const answer = await place({ dryRun, ...fields }, headers);
      expect(answer.status).toBe(status);
      expect(answer.text.length).toBeLessThan(700);
      expect(answer.headers.has("idempotent-replayed")).toBe(false);
    }
  }
  const { body } = await place(fields);
  expect(exchange.receivedOrders).toHaveLength(0);
  const { status: after, headers } = await place({}, key);
  expect([after, headers.has("idempotent-replayed")]).toEqual([200, false]);
  return [body["error"], body["hint"], body["code"]] as [string, string, string];
}
