/** Every read of a running service's document, requested as documented. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { openSandbox } from "./open_sandbox.ts";
import { makeFolder } from "./process.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly example: string | number;
  readonly "x-suggested"?: true;
}

interface Operation {
  readonly parameters: ReadonlyArray<Parameter>;
  readonly security?: ReadonlyArray<unknown>;
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly example: unknown } };
  };
}

const folder = makeFolder();
const KEY = "sk_test_document_walk";
const service = await openSandbox({ DATA_DIR: folder.path, SANDBOX_API_KEY: KEY });
const { paths } = await (await fetch(`${service.url}/openapi.json`)).json() as {
  readonly paths: Record<string, Record<string, Operation> & { readonly get?: Operation }>;
};
const reads = Object.entries(paths).flatMap(([path, { get }]) =>
  get !== undefined && path.startsWith("/api/v1/") ? [[path, get] as const] : []
);
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** The address with what must be sent, as the examples have it. */
function addressOf(path: string, { parameters }: Operation): string {
  const filled = parameters.filter((one) => one.in === "path")
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
  const needed = parameters.filter((one) =>
    one.in === "query" && (one.required || one["x-suggested"] === true)
  );
  return `${filled}?${new URLSearchParams(
    needed.map(({ name, example }): [string, string] => [name, String(example)]),
  )}`;
}

describe("every GET under /api/v1 that the document has", () => {
  test("reports by X-Cache whether a provider was asked, whatever the answer is", async () => {
    expect(reads.length).toBeGreaterThan(15);
    for (const [path, operation] of reads) {
      const address = addressOf(path, operation);
      const withKey = { headers: { "x-api-key": KEY } };
      const asked: ReadonlyArray<readonly [string, RequestInit]> = [
        [address, withKey],
        [address, {}],
        [address, { ...withKey, method: "HEAD" }],
        [`${address}&colour=1`, withKey],
      ];
      for (const [at, init] of asked) {
        const response = await fetch(`${service.url}${at}`, init);
        const actual = { at, status: response.status, cache: response.headers.get("x-cache") };
        expect(actual).toEqual({ ...actual, cache: expect.stringMatching(/^(HIT|MISS)$/) });
        expect(actual.status).not.toBe(500);
        await response.arrayBuffer();
      }
    }
  }, 300_000);
});

test("at least 95 % of the document's examples are answered 2xx, as they stand", async () => {
  const refused: Array<string> = [];
  let count = 0;
  for (const [path, operations] of Object.entries(paths)) {
    // A socket is not opened by a request, and metrics may be closed to this machine.
    if (path === "/api/v1/stream" || path === "/metrics") continue;
    for (const [method, operation] of Object.entries(operations)) {
      const body = operation.requestBody?.content["application/json"].example;
      const response = await fetch(service.url + addressOf(path, operation), {
        method: method.toUpperCase(),
        headers: { "x-api-key": KEY, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      count++;
      const text = await response.text();
      if (!response.ok) refused.push(`${response.status} ${method} ${path} ${text}`);
    }
  }
  expect(count).toBeGreaterThanOrEqual(25);
  expect(refused.slice(Math.floor(count * 0.05))).toEqual([]);
}, 300_000);

test("ids and slugs are those of this world", async () => {
  const examples = paths["/api/v1/venue2/targets/active"]?.get?.parameters ?? [];
  const slug = examples.find(({ name }) => name === "slug")?.example ?? "";
  const found = await fetch(`${service.url}/api/v1/venue2/targets/active?slug=${slug}`, {
    headers: { "x-api-key": KEY },
  });
  expect([slug, found.status]).toEqual([slug, 200]);
});
