/** What a newcomer does with a sandbox: its greeting, its pages and its document. @module */
import { describe, expect, test } from "bun:test";
import { partsInPlace } from "../../../app/ship/openapi_document.ts";
import { isWholeKey } from "../../../core/access/mod.ts";
import { openSandbox } from "../open_sandbox.ts";
import { runUntilSent } from "../order/place_until_sent.ts";

const sandbox = await openSandbox();
const { url } = sandbox;
const key = sandbox.said(/API key +(\S+)/);
const walletId = sandbox.said(/wallet +([0-9a-f-]{36})/);
const headers = { "x-api-key": key };

const get = async <A>(path: string) =>
  await (await fetch(`${url}/api/v1${path}`, { headers })).json() as A;

test("a sandbox greets with a key, a wallet and commands that work", async () => {
  expect(isWholeKey(key)).toBe(true);
  expect(await get("/account")).toMatchObject({
    key: { scopes: ["read", "trade"] },
    wallets: [{ id: walletId, ready: true, missing: [], claim_policy: "auto" }],
  });
  sandbox.said(/Try:\n(?: {2}curl .*\n){3}/);
  const commands = sandbox.greeting.match(/^ {2}curl .*$/gm) ?? [];
  expect(commands).toHaveLength(3);
  const { data } = await get<{
    readonly data: ReadonlyArray<{ readonly slug: string }>;
  }>("/windows/active?asset=btc");
  const [, slug = ""] = /"slug":"([^"]+)"/.exec(commands.join()) ?? [];
  expect(data.map((window) => window.slug)).toContain(slug);
  for (const command of commands) expect(await runUntilSent(command)).toEndWith("}200");
});

test("a sandbox's start page shows its key, its clock and its commands", async () => {
  const page = await (await fetch(url)).text();
  expect(page).toContain(`<code>${key}</code>`);
  expect(page).toMatch(/clock shows\s+<code>20\S+Z<\/code> and runs at speed 1\./);
  const entities = { "&#x27;": "'", "&quot;": '"', "&amp;": "&" };
  const commands = [...page.matchAll(/<pre><code>(.*)<\/code><\/pre>/g)].map(([, command = ""]) =>
    Object.entries(entities).reduce(
      (text, [entity, sign]) => text.replaceAll(entity, sign),
      command,
    )
  );
  // The window that is open by then, and the second, differ from those of the start.
  const timeless = (command: string) =>
    command.replaceAll(/btc-(?:updown-)?\d+\w-[\d-]+\d/g, "btc-window");
  expect(commands.map(timeless)).toEqual(
    (sandbox.greeting.match(/^ {2}curl .*$/gm) ?? []).map((it) => timeless(it.trim())),
  );
});

interface Windows {
  readonly data: Record<string, {
    readonly chronological_order: ReadonlyArray<{
      readonly url: string;
      readonly slug: string;
      readonly timestamp_start: number;
    }>;
  }>;
}

test("the url of a window leads to a page of the sandbox, past, open or next", async () => {
  const { now } = await get<{ readonly now: string }>("/targets/active");
  const yesterday = new Date(Date.parse(now) - 86_400_000).toISOString();
  const days = await Promise.all(
    [now, yesterday].map((at) =>
      get<Windows>(`/markets/timestamps?asset=eth&date=${at.slice(0, 10)}`)
    ),
  );
  const windows = days.flatMap(({ data }) =>
    Object.values(data).flatMap((interval) => interval.chronological_order)
  ).filter(({ timestamp_start }) => timestamp_start * 1_000 <= Date.parse(now) + 300_000);
  expect(windows.length).toBeGreaterThan(300);
  for (const { url, slug } of windows.filter((_, at) => at % 7 === 0)) {
    expect(new URL(url).hostname).toBe("127.0.0.1");
    const page = await fetch(url);
    expect([slug, page.status, page.headers.get("content-type")])
      .toEqual([slug, 200, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain(`<code>${slug}</code>`);
  }
});

test("tradeUrls of the secondary venue lead to pages of the sandbox", async () => {
  interface Markets {
    readonly results: ReadonlyArray<{
      readonly outcomeId: number;
      readonly tradeUrls: { readonly yes: string; readonly no: string };
    }>;
  }
  const { results } = await get<Markets>("/venue2/targets/timestamp");
  expect(results.length).toBeGreaterThan(0);
  for (const { outcomeId, tradeUrls } of results) {
    for (const tradeUrl of [tradeUrls.yes, tradeUrls.no]) {
      const page = await fetch(tradeUrl);
      expect([page.status, new URL(tradeUrl).hostname]).toEqual([200, "127.0.0.1"]);
      expect(await page.text()).toContain(`<code>${outcomeId}</code>`);
    }
  }
});

interface Operation {
  readonly parameters: ReadonlyArray<{
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly example: string | number;
    readonly "x-suggested"?: true;
  }>;
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly example: unknown } };
  };
}

describe("the document of a running service", async () => {
  const { paths } = partsInPlace(
    await (await fetch(`${url}/openapi.json`)).json() as {
      readonly paths: Record<string, Record<string, Operation> & { readonly get?: Operation }>;
    },
  );

  /** The address with what must be sent, as the examples have it. */
  const addressOf = (path: string, { parameters }: Operation) => {
    const filled = parameters.filter((one) => one.in === "path")
      .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
    const needed = parameters.filter((one) =>
      one.in === "query" && (one.required || one["x-suggested"] === true)
    );
    return `${filled}?${new URLSearchParams(
      needed.map(({ name, example }): [string, string] => [name, String(example)]),
    )}`;
  };

  test("has reads that always tell by X-Cache whether a provider was asked", async () => {
    const reads = Object.entries(paths).flatMap(([path, { get }]) =>
      get !== undefined && path.startsWith("/api/v1/") ? [addressOf(path, get)] : []
    );
    expect(reads.length).toBeGreaterThan(15);
    for (const address of reads) {
      const asked: ReadonlyArray<readonly [string, RequestInit]> = [
        [address, { headers }],
        [address, {}],
        [address, { headers, method: "HEAD" }],
        [`${address}&colour=1`, { headers }],
      ];
      for (const [at, init] of asked) {
        const response = await fetch(url + at, init);
        const actual = { at, status: response.status, cache: response.headers.get("x-cache") };
        expect(actual).toEqual({ ...actual, cache: expect.stringMatching(/^(HIT|MISS)$/) });
        expect(actual.status).not.toBe(500);
        await response.arrayBuffer();
      }
    }
  });

  test("has examples, of which at least 95 % are answered 2xx as they stand", async () => {
    const refused: Array<string> = [];
    let count = 0;
    for (const [path, operations] of Object.entries(paths)) {
      // A socket is not opened by a request, and metrics may be closed to this machine.
      if (path === "/api/v1/stream" || path === "/metrics") continue;
      // Nobody has sent the order of the examples.
      if (path.includes("{orderId}")) continue;
      for (const [method, operation] of Object.entries(operations)) {
        const body = operation.requestBody?.content["application/json"].example;
        const response = await fetch(url + addressOf(path, operation), {
          method: method.toUpperCase(),
          headers: {
            ...headers,
            "content-type": "application/json",
            // Whatever needs one has one, and no two have the same.
            "idempotency-key": `${method} ${path}`.replaceAll(" ", ":"),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        count++;
        const text = await response.text();
        if (!response.ok) refused.push(`${response.status} ${method} ${path} ${text}`);
      }
    }
    expect(count).toBeGreaterThanOrEqual(25);
    expect(refused.slice(Math.floor(count * 0.05))).toEqual([]);
  });
});
