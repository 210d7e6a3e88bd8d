import { afterAll, describe, expect, test } from "bun:test";
import { account } from "./account/account_process.ts";
import { keyStatus } from "./key_status.ts";
import { openSandbox } from "./open_sandbox.ts";
import { makeFolder } from "./process.ts";

const TIMEOUT_MS = 400_000;
const EMAIL = "someone@example.com";
const PASSWORD = "several words of mine";

/** A folder, and a browser for the services in it. */
function newWorld() {
  const folder = makeFolder();
  afterAll(folder.remove);
  const settings = { DATA_DIR: folder.path };
  let cookie = "";
  const send = async (url: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${url}/console/api/${path}`, {
      method,
      headers: { cookie, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const set = response.headers.get("set-cookie");
    if (set !== null) cookie = String(set.split(";")[0]);
    const text = await response.text();
    // deno-lint-ignore no-explicit-any
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) as any };
  };
  const run = (line: string) => account(line, { settings: { ...settings, SANDBOX_SEED: "1" } });
  return { settings, send, run };
}

describe("the console of a running service", () => {
  test("signs up, uses keys, and shows their use after a restart too", async () => {
    const { settings, send } = newWorld();
    const { url, stop } = await openSandbox(settings);
    expect((await send(url, "GET", "session")).body).toMatchObject({
      world: "sandbox",
      sandbox: { speed: 1, seed: 1 },
      sign_up: "open",
      demo: true,
      session: null,
    });
    const { body } = await send(url, "POST", "sign-up", { email: EMAIL, password: PASSWORD });
    expect(await keyStatus(url, body.session.key)).toBe(200);
    const { body: key } = await send(url, "POST", "keys", { name: "bot", scopes: ["read"] });
    for (let n = 0; n < 3; n++) expect(await keyStatus(url, key.key)).toBe(200);
    await stop();
    const again = await openSandbox(settings);
    // The session lasts, and so does its key.
    expect((await send(again.url, "GET", "session")).body.session).toEqual(body.session);
    expect(await keyStatus(again.url, body.session.key)).toBe(200);
    const { body: { keys, limit } } = await send(again.url, "GET", "keys");
    expect(limit).toEqual({ requests: 600, window_sec: 60 });
    const requests = keys[0].usage.map((minute: { requests: number }) => minute.requests);
    expect(requests.reduce((sum: number, count: number) => sum + count, 0)).toBe(3);
    await send(again.url, "POST", "sign-out", {});
    expect(await keyStatus(again.url, body.session.key)).toBe(401);
    await again.stop();
  }, TIMEOUT_MS);

  test("lets in with a link of the command line, which also revokes keys at once", async () => {
    const { settings, send, run } = newWorld();
    const { url, stop } = await openSandbox({ ...settings, SIGNUP: "closed" });
    expect((await send(url, "POST", "sign-up", { email: EMAIL, password: PASSWORD })).status)
      .toBe(403);
    const { printed, code } = await run(`link ${EMAIL}`);
    const link = /^(http:\S+)\/console\/link#([\w-]{43})\n$/.exec(printed);
    expect([code, link?.[1]]).toEqual([0, url]);
    const token = link?.[2];
    expect((await send(url, "POST", "link", { token })).status).toBe(200);
    expect((await send(url, "POST", "link", { token })).status).toBe(401);
    const { body: key } = await send(url, "POST", "keys", { name: "bot", scopes: ["read"] });
    expect(await keyStatus(url, key.key)).toBe(200);
    expect((await run(`keys ${EMAIL}`)).printed).toMatch(/read +20\S+Z +\S+ +- +bot\n$/);
    await run(`revoke ${key.prefix}`);
    expect(await keyStatus(url, key.key)).toBe(401);
    await stop();
  }, TIMEOUT_MS);

  test("makes a link while the service is not running, and says to start it", async () => {
    const { run } = newWorld();
    await run(`add ${EMAIL} --live`);
    const { printed, logged, code } = await run(`link ${EMAIL} --live`);
    expect(code).toBe(0);
    expect(printed).toMatch(/^http:\/\/127\.0\.0\.1:3000\/console\/link#[\w-]{43}\n$/);
    expect(logged).toContain("The service is not running: start it first");
    const unknown = await run("link nobody@example.com --live");
    expect([unknown.code, unknown.printed]).toEqual([1, ""]);
    expect(unknown.logged).toContain(" account add nobody@example.com");
  }, TIMEOUT_MS);
});
