import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { consolePlugin } from "../../../adapters/http/console/console.ts";
import { pluginOperations } from "../edge/quiet_plugin.ts";
import { CONSOLE_OPTIONS } from "./console_options.ts";
import { consoleWorld, PASSWORD } from "./console_server.ts";

const { serve } = consoleWorld();

/** Every route that changes something, with a body that it takes. */
const CHANGES: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
  ["POST", "sign-up", { email: "b@b.c", password: PASSWORD }],
  ["POST", "sign-in", { email: "a@b.c", password: PASSWORD }],
  ["POST", "link", { token: "x" }],
  ["POST", "demo", {}],
  ["POST", "sign-out", {}],
  ["PUT", "password", { password: "other words of mine", current_password: PASSWORD }],
  ["DELETE", "sessions"],
  ["DELETE", "sessions/1"],
  ["POST", "keys", { name: "", scopes: ["read"] }],
  ["DELETE", "keys/1"],
  ["POST", "setup/wallet-key", {}],
  ["POST", "setup/wallet", {}],
  ["POST", "setup/own-wallet", { private_key: "11".repeat(32), signature_type: 0 }],
  ["POST", "setup/provision", { wallet_id: "1" }],
  ["POST", "setup/limits", { wallet_id: "1", max_order_usdc: 1, max_daily_usdc: 1 }],
  ["POST", "setup/relay", { wallet_id: "1" }],
];
const READS = ["session", "sessions", "keys", "recording", "recording/1", "setup", "setup/region"];
const getOf = (path: string) => `GET ${path}`;

/** What another site's request has. */
const ELSEWHERE: ReadonlyArray<Record<string, string>> = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site", origin: "http://localhost" },
  { "sec-fetch-site": "" },
];

async function signedIn() {
  const sandbox = { speed: 1, seed: 1 };
  const server = await serve({ sandbox, demoEmail: Option.some("demo@b.c") });
  const browser = server.browser();
  await browser.signUp("a@b.c");
  return { server, browser };
}

test("every route of the console is asked here", () => {
  const options = { ...CONSOLE_OPTIONS, demoEmail: Option.some("demo@b.c") };
  const declared = pluginOperations((gate) =>
    consolePlugin(gate, options, () => expect.unreachable())
  )
    .filter(({ path }) => path.startsWith("/console/api/"))
    .map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, "1")}`);
  const asked = [...CHANGES.map(([method, path]) => `${method} ${path}`), ...READS.map(getOf)]
    .map((one) => one.replace(" ", " /console/api/"));
  expect(asked.toSorted()).toEqual(declared.toSorted());
});

describe("a request of another site", () => {
  test.each(ELSEWHERE.map((headers) => [headers]))("with %j is refused", async (headers) => {
    const { browser } = await signedIn();
    const asked: ReadonlyArray<readonly [string, string, unknown?]> = [
      ...CHANGES,
      ...READS.map((path) => ["GET", path] as const),
    ];
    for (const [method, path, body] of asked) {
      const answer = await browser.send(method, path, { body, headers });
      expect([method, path, answer.status, answer.body.code, answer.set])
        .toEqual([method, path, 403, "forbidden", null]);
      expect(answer.headers.has("access-control-allow-origin")).toBe(false);
    }
    expect((await browser.get("session")).body.session).not.toBeNull();
    expect((await browser.get("keys")).body.keys).toEqual([]);
  });

  test("that no browser describes is known by its origin", async () => {
    const { server } = await signedIn();
    const statusOf = async (headers: Record<string, string>) => {
      const request = new Request("http://localhost/console/api/sign-in", {
        method: "POST",
        headers: { host: "localhost:3000", "content-type": "application/json", ...headers },
        body: JSON.stringify({ email: "a@b.c", password: PASSWORD }),
      });
      return (await server.handle(request)).status;
    };
    const statuses = [];
    for (
      const headers of [
        {},
        { origin: "http://localhost:3000" },
        { origin: "https://localhost:3000" },
        { origin: "http://localhost:3001" },
        { origin: "http://evil.example" },
        { origin: "null" },
        { origin: "" },
      ] as ReadonlyArray<Record<string, string>>
    ) statuses.push(await statusOf(headers));
    expect(statuses).toEqual([200, 200, 200, 403, 403, 403, 403]);
  });

  test("that the user made by hand may read, and change nothing", async () => {
    const { browser } = await signedIn();
    const headers = { "sec-fetch-site": "none" };
    expect((await browser.send("GET", "session", { headers })).status).toBe(200);
    expect((await browser.send("DELETE", "sessions", { headers })).status).toBe(403);
  });

  test("gets no leave by a preflight", async () => {
    const { server } = await signedIn();
    for (const path of ["session", "keys", "sign-in", "keys/1"]) {
      const request = new Request(`http://localhost/console/api/${path}`, {
        method: "OPTIONS",
        headers: { origin: "http://evil.example", "access-control-request-method": "POST" },
      });
      const { status, headers } = await server.handle(request);
      expect([status, [...headers.keys()].filter((name) => name.startsWith("access-control"))])
        .toEqual([204, []]);
    }
  });
});

test("bodies are JSON, and answers are kept by nobody", async () => {
  const { browser } = await signedIn();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
    const headers = { "content-type": type };
    expect((await browser.send("POST", "sign-out", { body: {}, headers })).status).toBe(415);
  }
  for (const path of READS) {
    expect((await browser.get(path)).headers.get("cache-control")).toBe("no-store");
  }
});

test("the page spends a bucket of its own", async () => {
  const quota = Option.some({ requests: 2, windowSec: 1 });
  const browser = (await serve({ quota })).browser();
  const remaining = [];
  for (let n = 0; n < 61; n++) {
    const { status, headers } = await browser.get("session");
    remaining.push([status, headers.get("x-ratelimit-remaining")]);
  }
  expect(remaining.slice(0, 2)).toEqual([[200, "59"], [200, "58"]]);
  expect(remaining.slice(-2)).toEqual([[200, "0"], [429, "0"]]);
});
