import { expect, test } from "bun:test";
import { Effect, Result } from "effect";
import type { KeyedCall } from "../../../adapters/http/edge/route_caller.ts";
import type { Answer } from "../../../adapters/http/edge/answer/answer.ts";
import { claimPositionsTool, splitOrMergeTool } from "../../../adapters/http/mcp/position_tools.ts";
import type { AskedRoute, Tool } from "../../../adapters/http/mcp/tool.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { DOCUMENTED } from "../account/keyed_server.ts";
import { NOW_MS } from "../edge/test_server.ts";

const WALLET = crypto.randomUUID();
const TWENTY = new JsonNumber("20");

const CLAIM = "/api/v1/positions/claim";
const SPLIT = "/api/v1/positions/split";
const MERGE = "/api/v1/positions/merge";

/** Calls a tool whose routes say what they were asked. */
async function callTool(
  make: (asked: (path: string) => AskedRoute<never>) => Tool<never>,
  args: Readonly<Record<string, unknown>>,
) {
  const asked: unknown[] = [];
  const tool = make((path) => {
    const operation = DOCUMENTED.find((one) => one.path === path && one.method === "POST");
    if (operation === undefined) throw new Error(`no route ${path}`);
    return {
      operation,
      call: ({ fields }, { request }) => {
        const key = request.headers.get("idempotency-key");
        asked.push([path, key, Object.fromEntries(fields ?? [])]);
        return Effect.succeed<Answer>({ body: {} });
      },
    };
  });
  const call = { nowMs: NOW_MS } as KeyedCall;
  const result = await Effect.runPromise(
    Effect.result(tool.run(new Map(Object.entries(args)), call)),
  );
  return { asked, refused: Result.isFailure(result) ? String(result.failure) : undefined };
}

type MakeTool = Parameters<typeof callTool>[0];
const claim: MakeTool = (asked) => claimPositionsTool(asked(CLAIM));
const splitOrMerge: MakeTool = (asked) =>
  splitOrMergeTool({ split: asked(SPLIT), merge: asked(MERGE) });

test("the key of a claim is the header of its route, and no field of its body", async () => {
  const args = { walletId: WALLET, idempotencyKey: "monday" };
  const { asked, refused } = await callTool(claim, args);
  expect([asked, refused]).toEqual([[[CLAIM, "monday", { walletId: WALLET }]], undefined]);
});

test.each([["split", SPLIT], ["merge", MERGE]])("what to %s is asked of its route", async (
  action,
  path,
) => {
  const pair = { walletId: WALLET, slug: "a-market", size: TWENTY };
  const { asked, refused } = await callTool(splitOrMerge, {
    action,
    ...pair,
    idempotencyKey: "monday",
  });
  expect([asked, refused]).toEqual([[[path, "monday", pair]], undefined]);
});

test("what is neither to be split nor merged is refused", async () => {
  const pair = { walletId: WALLET, slug: "a-market", size: TWENTY, idempotencyKey: "monday" };
  for (const args of [pair, { ...pair, action: "sell" }]) {
    const { asked, refused } = await callTool(splitOrMerge, args);
    expect([asked, refused]).toEqual([[], expect.stringContaining("action")]);
  }
});

test.each([
  [claim, {}],
  [splitOrMerge, { action: "split", slug: "a-market", size: TWENTY }],
])("without a key, or with one that is none, nothing is asked", async (make, fields) => {
  const wrong = ["", "two words", "Schlüssel", "ключ", "k".repeat(129)];
  for (const key of [{}, ...wrong.map((idempotencyKey) => ({ idempotencyKey }))]) {
    const { asked, refused } = await callTool(make, { walletId: WALLET, ...fields, ...key });
    expect([asked, refused !== undefined]).toEqual([[], true]);
    expect(refused).toContain("idempotencyKey");
  }
});
