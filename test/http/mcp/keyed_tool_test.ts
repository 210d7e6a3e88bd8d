import { expect, test } from "bun:test";
import { Effect, Result } from "effect";
import type { KeyedCall } from "../../../adapters/http/edge/route_caller.ts";
import type { Answer } from "../../../adapters/http/edge/answer/answer.ts";
import {
  claimPositionsTool,
  mergePositionsTool,
  splitPositionTool,
} from "../../../adapters/http/mcp/position_tools.ts";
import type { AskedRoute, Tool } from "../../../adapters/http/mcp/tool.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { DOCUMENTED } from "../account/keyed_server.ts";
import { NOW_MS } from "../edge/test_server.ts";

const WALLET = crypto.randomUUID();
const TWENTY = new JsonNumber("20");

/** Calls a tool whose route says what it was asked. */
async function callTool(
  make: (asked: AskedRoute<never>) => Tool<never>,
  { path, args }: { readonly path: string; readonly args: Readonly<Record<string, unknown>> },
) {
  const operation = DOCUMENTED.find((one) => one.path === path && one.method === "POST");
  if (operation === undefined) throw new Error(`no route ${path}`);
  const asked: unknown[] = [];
  const tool = make({
    operation,
    call: ({ fields }, { request }) => {
      asked.push([request.headers.get("idempotency-key"), Object.fromEntries(fields ?? [])]);
      return Effect.succeed<Answer>({ body: {} });
    },
  });
  const call = { nowMs: NOW_MS } as KeyedCall;
  const result = await Effect.runPromise(
    Effect.result(tool.run(new Map(Object.entries(args)), call)),
  );
  return { asked, refused: Result.isFailure(result) ? String(result.failure) : undefined };
}

const CLAIM = "/api/v1/positions/claim";

test("the key of a claim is the header of its route, and no field of its body", async () => {
  const args = { walletId: WALLET, idempotencyKey: "monday" };
  const { asked, refused } = await callTool(claimPositionsTool, { path: CLAIM, args });
  expect([asked, refused]).toEqual([[["monday", { walletId: WALLET }]], undefined]);
});

test.each([
  [claimPositionsTool, "claim", {}],
  [splitPositionTool, "split", { slug: "a-market", size: TWENTY }],
  [mergePositionsTool, "merge", { slug: "a-market", size: TWENTY }],
])("without a key, or with one that is none, nothing is asked", async (make, name, fields) => {
  const wrong = ["", "two words", "Schlüssel", "ключ", "k".repeat(129)];
  for (const key of [{}, ...wrong.map((idempotencyKey) => ({ idempotencyKey }))]) {
    const args = { walletId: WALLET, ...fields, ...key };
    const path = `/api/v1/positions/${name}`;
    const { asked, refused } = await callTool(make, { path, args });
    expect([asked, refused !== undefined]).toEqual([[], true]);
    expect(refused).toContain("idempotencyKey");
  }
});
