import { afterAll, beforeAll, expect, test } from "bun:test";
import { Effect, Redacted } from "effect";
import {
  type ChainClient,
  makeChainClient,
} from "../../../../adapters/polymarket/chain/chain_client.ts";
import { makeRpcClient } from "../../../../adapters/polymarket/chain/rpc_client.ts";
import { wasNothingSent } from "../../../../adapters/outbound/mod.ts";
import { makeStillClock, ms } from "../../../simulator/kit/support.ts";
import { runStill } from "../../../still_run.ts";
import { DEV_ADDRESS } from "../clob/dev_wallet.ts";

/** A node of another chain, which counts its questions; `answers` come before its own. */
const answers: Array<() => Response> = [];
const asked: Array<string> = [];
const node = Bun.serve({
  port: 0,
  fetch: async (request) => {
    const { method } = await request.json() as { readonly method: string };
    asked.push(method);
    return answers.shift()?.() ?? Response.json({ jsonrpc: "2.0", id: 1, result: "0x1" });
  },
});
let url = "";
beforeAll(() => void (url = `http://127.0.0.1:${node.port}/v2/n0dekey1?token=n0dekey1`));
afterAll(() => node.stop(true));

const use = <A, E>(question: (client: ChainClient) => Effect.Effect<A, E>, rpcUrl = url) =>
  runStill(
    makeStillClock(ms("2026-11-20T12:00:00Z")),
    Effect.flatMap(
      makeRpcClient({ rpcUrl: Redacted.make(rpcUrl) }),
      (rpc) => question(makeChainClient(rpc)),
    ),
  );
const ask = (rpcUrl = url) => use(({ nonce }) => Effect.flip(nonce(DEV_ADDRESS, "latest")), rpcUrl);
const polygon = () => Response.json({ jsonrpc: "2.0", id: 1, result: "0x89" });

test("asks a node of another chain nothing else", async () => {
  asked.length = 0;
  const failure = await ask();
  expect([failure.reason, String(failure.cause)])
    .toEqual(["refused", "Error: POLYGON_RPC_URL is a node of chain 1, not of 137"]);
  expect(asked).toEqual(["eth_chainId"]);
});

test("names no node's address in a failure, which tells that nothing was sent", async () => {
  const failure = await ask("http://127.0.0.1:1/v2/n0dekey1");
  expect(failure).toMatchObject({ reason: "unreachable", wanted: "the key's nonce" });
  expect(wasNothingSent(failure)).toBe(true);
  expect(Bun.inspect(failure, { depth: 9 })).not.toContain("n0dekey");
});

const limits: ReadonlyArray<readonly [what: string, answer: () => Response, waitSec: number]> = [
  [
    "a status",
    () => new Response("slow down", { status: 429, headers: { "retry-after": "9" } }),
    9,
  ],
  [
    "a code with status 200",
    () => Response.json({ id: 1, error: { code: -32005, message: "limit exceeded" } }),
    5,
  ],
];
test.each(limits)("takes %s as a limit", async (_, answer, waitSec) => {
  answers.push(polygon, answer);
  expect(await ask()).toMatchObject({ reason: "limited", retryAfterSec: waitSec });
});

const broken: ReadonlyArray<readonly [reason: string, answer: () => Response]> = [
  ["refused", () => new Response("no such key", { status: 401 })],
  ["refused", () => Response.json({ id: 1, error: { code: -32601, message: "no" } })],
  ["refused", () => Response.json({ error: { code: -32000, message: "no" } }, { status: 400 })],
  ["unreadable", () => Response.json({ jsonrpc: "2.0", id: 1, result: "5" })],
  ["unreadable", () => new Response("<html>")],
];
test.each(broken)("fails as %s where the answer is no number", async (reason, answer) => {
  answers.push(polygon, answer);
  const failure = await ask();
  expect(failure.reason as string).toBe(reason);
});

test("quotes no key that a node repeats, neither in its words nor beside a status", async () => {
  const words = "key n0dekey1 is not allowed";
  const repeats = [
    () => Response.json({ error: { code: -32_000, message: words } }),
    () => new Response(words, { status: 403 }),
    () => new Response(words),
  ];
  for (const answer of repeats) {
    answers.push(polygon, answer);
    expect(Bun.inspect(await ask(), { depth: 9 })).not.toContain("n0dekey1");
  }
});

test("quotes no name, password or decoded key of its address either", async () => {
  const address = new URL(url.replace("n0dekey1?", "c%24sh%2Dkey?"));
  Object.assign(address, { username: "n0dename", password: "n0dep4ss" });
  for (const secret of ["n0dename", "n0dep4ss", "c$sh-key"]) {
    answers.push(polygon, () => Response.json({ error: { code: -1, message: `no ${secret}` } }));
    expect(Bun.inspect(await ask(address.href), { depth: 9 })).not.toContain(secret);
  }
});

test("is not sure of a request that the node gave up", async () => {
  for (const status of [408, 409, 425, 500]) {
    answers.push(polygon, ...Array.from({ length: 3 }, () => () => new Response("", { status })));
    expect(await ask()).toMatchObject({ reason: "unreachable" });
  }
});

test("takes a block for final under sixteen others where the node knows of none", async () => {
  const block = (number: number) =>
    Response.json({ result: { number: `0x${number.toString(16)}`, baseFeePerGas: "0x1" } });
  const unknown = () => Response.json({ error: { code: -32_000, message: "unknown block" } });
  const none = () => Response.json({ result: null });
  const final = () => use(({ finalBlock }) => finalBlock);
  answers.push(polygon, () => block(98));
  expect(await final()).toBe(98n);
  for (const answer of [unknown, none]) {
    answers.push(polygon, answer, () => block(100));
    expect(await final()).toBe(84n);
  }
});
