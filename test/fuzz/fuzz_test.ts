/** A short run of `bun run fuzz`, and what its checks find in answers that are wrong. @module */
import { describe, expect, test } from "bun:test";
import { openSandbox } from "../app/open_sandbox.ts";
import { makeFolder } from "../app/process.ts";
import { wrongIn } from "./answer_check.ts";
import { DocumentedService, type RawDocument } from "./documented.ts";
import { wrongGrowth } from "./memory.ts";
import { Random } from "./random.ts";
import { bytesOf, type FuzzRequest, makeRequest } from "./request_maker.ts";
import { findingsOf, runFuzz } from "./run_fuzz.ts";

const KEY = "sk_test_fuzz";
const REQUESTS = 2_000;
const folder = makeFolder();
const sandbox = await openSandbox({
  DATA_DIR: folder.path,
  SANDBOX_API_KEY: KEY,
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_KEYED: "0",
});
const url = new URL(sandbox.url);
const service = new DocumentedService(
  await (await fetch(new URL("/openapi.json", url))).json() as RawDocument,
);

/** `FUZZ_SEED` repeats a run. */
const seed = Number(Bun.env["FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

test(`requests, bytes and frames by the seed ${seed} find nothing`, async () => {
  const logs = await runFuzz({ url, apiKey: KEY, seed, requests: REQUESTS });
  expect(findingsOf(logs)).toEqual([]);
  const counts = logs.map((log) => log.counts());
  expect(counts.map(({ sent }) => sent)).toEqual([REQUESTS, REQUESTS / 20, REQUESTS / 10]);
  // Enough of them were understood, and enough were not.
  const [{ outcomes } = { outcomes: new Map<string, number>() }] = counts;
  for (const status of ["200", "400", "401", "404", "405"]) {
    expect(outcomes.get(status)).toBeGreaterThan(REQUESTS / 200);
  }
}, 300_000);

describe("the requests", () => {
  const made = (index: number) =>
    makeRequest({ service, seed: 7, apiKey: KEY, nowMs: Date.UTC(2026, 10, 23) }, index);

  test("are the same for the same seed and number, and others for others", () => {
    const texts = (indexes: ReadonlyArray<number>) =>
      indexes.map((index) => bytesOf(made(index), "x").toString("latin1"));
    const numbers = Array.from({ length: 500 }, (_, index) => index);
    expect(texts(numbers)).toEqual(texts(numbers));
    expect(new Set(texts(numbers)).size).toBeGreaterThan(400);
  });

  test("ask for every operation of the document", () => {
    const asked = new Set<string>();
    for (let index = 0; index < 5_000; index++) {
      const { method, target } = made(index);
      for (const one of service.at(URL.parse(target, "http://x")?.pathname ?? "")) {
        if (one.method === method) asked.add(`${method} ${one.template}`);
      }
    }
    const all = service.operations.map(({ method, template }) => `${method} ${template}`);
    expect([...asked].toSorted()).toEqual(all.toSorted());
  });

  test("are framed: none of their parts ends a line, whatever it has", () => {
    for (let index = 0; index < 2_000; index++) {
      const request = { ...made(index), body: undefined };
      const head = bytesOf(request, "x").toString("latin1");
      expect(head.split("\r\n").length).toBe(request.headers.length + 4);
      expect(head).not.toMatch(/[^\r]\n|\r[^\n]/);
    }
  });
});

describe("the checks", () => {
  const request = (target: string, method = "GET"): FuzzRequest => ({
    kind: "valid",
    method,
    target,
    headers: [],
    body: undefined,
  });
  const ours = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
    status,
    headers: new Map(Object.entries({ "x-request-id": "1", ...headers })),
    body: JSON.stringify(body),
    tookMs: 1,
  });
  const healthy = { ok: true, service: "strikeline", now: "2026-11-23T05:00:00.000Z" };

  test.each<[string, FuzzRequest, ReturnType<typeof ours>]>([
    ["a documented body", request("/health"), ours(200, healthy)],
    ["a path that is spelled with a backslash", request("\\health"), ours(200, healthy)],
    ["another method", request("/health", "PUT"), ours(405, { error: "x" }, { allow: "GET" })],
    ["a fragment as a part of the path", request("/health#"), ours(404, { error: "x" })],
    ["no such path", request("/nothing"), ours(404, { error: "x", code: "not_found" })],
  ])("accept %s", (_, request, answer) => {
    expect(wrongIn(request, answer, service)).toBeUndefined();
  });

  test.each<[string, FuzzRequest, ReturnType<typeof ours>, string]>([
    ["a defect", request("/health"), ours(500, { error: "x" }), "status 500"],
    ["a status of none", request("/health"), ours(418, {}), "status 418 is not documented"],
    ["another body", request("/health"), ours(200, { ok: "yes" }), "not as documented"],
    ["no method told", request("/health", "PUT"), ours(405, { error: "x" }), "no Allow"],
    [
      "an answer where nothing is",
      request("/nothing"),
      ours(200, { a: 1 }, {
        "content-type": "application/json",
      }),
      "status 200 for no path",
    ],
    [
      "its insides",
      request("/health"),
      ours(502, {
        error: "x at run (/srv/adapters/http/run.ts:7:1)",
      }),
      "insides",
    ],
    ["nobody's answer", request("/health"), {
      ...ours(200, healthy),
      headers: new Map(),
    }, "without X-Request-Id"],
  ])("find %s", (_, request, answer, what) => {
    expect(wrongIn(request, answer, service)).toContain(what);
  });

  test("find memory that is not given back", () => {
    const before = { heap: 1e8, resident: 3e8 };
    expect(wrongGrowth(before, { heap: 1.1e8, resident: 4e8 })).toBeUndefined();
    // 60 bytes of each of a million requests.
    expect(wrongGrowth(before, { heap: 1.6e8, resident: 4e8 })).toContain("heap grew");
    expect(wrongGrowth(before, { heap: 1e8, resident: 6e8 })).toContain("resident grew");
    expect(wrongGrowth(before, { heap: NaN, resident: 4e8 })).toContain("heap grew");
  });
});

test("a seed repeats its choices, and its streams differ", () => {
  const choices = (seed: number, stream: number) => {
    const random = new Random(seed, stream);
    return Array.from({ length: 20 }, () => random.below(1_000));
  };
  expect(choices(1, 2)).toEqual(choices(1, 2));
  expect(choices(1, 2)).not.toEqual(choices(1, 3));
  expect(choices(1, 2)).not.toEqual(choices(2, 2));
});
