import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { INTERVALS } from "../../../core/market/mod.ts";
import { openAccount } from "../../../core/use_case/account/mod.ts";
import { consoleWorld, EMAIL, MINUTE_MS, PASSWORD } from "./console_server.ts";

const { state, run, serve } = consoleWorld();
const HOUR_MS = 60 * MINUTE_MS;

/** A browser that is signed in, its session's key, and its server. */
async function signedIn(options: Parameters<typeof serve>[0] = {}, email = EMAIL) {
  const server = await serve(options);
  const browser = server.browser();
  const { body, set } = await browser.signUp(email);
  return { server, browser, set, session: body.session, key: String(body.session.key) };
}

describe("the session's cookie", () => {
  test("is for the console alone, and hidden from scripts and other sites", async () => {
    const { set } = await signedIn();
    expect(set).toMatch(
      /^strikeline_session=[\w-]{43}; Path=\/console; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    );
  });

  test("is sent over TLS alone, where that is in front", async () => {
    const { set, browser } = await signedIn({ hasTlsInFront: true });
    expect(set).toEndWith("; SameSite=Strict; Secure");
    expect((await browser.post("sign-out")).set)
      .toBe("strikeline_session=; Path=/console; Max-Age=0; HttpOnly; SameSite=Strict; Secure");
  });

  test("of a sandbox is not the one of a live service on another port", async () => {
    const { set } = await signedIn({ keyMode: "test" });
    expect(set).toStartWith("strikeline_sandbox_session=");
  });

  test("goes with the session, by whatever name that is ended", async () => {
    const { browser, session } = await signedIn();
    expect(session.needs_current_password).toBe(true);
    expect((await browser.send("DELETE", `sessions/${session.id}`)).set)
      .toStartWith("strikeline_session=; Path=/console; Max-Age=0;");
  });

  test("opens nothing of the interface, and an API key nothing of the console", async () => {
    const { server, browser, key } = await signedIn();
    const cookie = String(browser.cookie());
    const asked = await server.handle(
      new Request("http://localhost/api/v1/trade", { headers: { cookie } }),
    );
    expect(asked.status).toBe(401);
    const other = server.browser();
    for (const headers of [{ "x-api-key": key }, { authorization: `Bearer ${key}` }]) {
      const { body } = await other.send("GET", "session", { headers });
      expect(body.session).toBeNull();
      expect((await other.send("GET", "keys", { headers })).status).toBe(401);
    }
  });

  test("of no session, or of another shape, is none, and is removed", async () => {
    const browser = (await serve()).browser();
    for (const value of ["x".repeat(43), "x", "", "é"]) {
      browser.setCookie(`strikeline_session=${encodeURIComponent(value)}`);
      expect((await browser.get("keys")).status).toBe(401);
      const { body, set } = await browser.get("session");
      expect([body.session, set?.includes("Max-Age=0") ?? false])
        .toEqual([null, value.length === 43]);
    }
  });
});

test("a page is told which windows other venues have too", async () => {
  const { body } = await (await serve()).browser().get("session");
  const found = body.assets.filter((one: typeof body) => one.elsewhere.length > 0);
  expect(found).toEqual([{
    asset: "doge",
    intervals: [...INTERVALS],
    elsewhere: [{ venue: "kalshi", interval: "15min" }],
  }]);
});

describe("a session", () => {
  test("is renewed at most once an hour, with its cookie", async () => {
    const { browser, session } = await signedIn();
    state.machineMs += HOUR_MS - 1;
    expect((await browser.get("session")).set).toBeNull();
    state.machineMs += 1;
    const renewed = await browser.get("sessions");
    expect(renewed.set).toMatch(/^strikeline_session=[\w-]{43}; .* Max-Age=2592000;/);
    expect((await browser.get("session")).set).toBeNull();
    expect(Date.parse(renewed.body.sessions[0].expires_at) - Date.parse(session.expires_at))
      .toBe(HOUR_MS);
  });

  test("has a key of its own, the same with every answer", async () => {
    const { browser, server, key, session } = await signedIn();
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{49}$/);
    expect(await server.keyStatus(key)).toBe(200);
    expect((await browser.get("session")).body.session).toEqual(session);
    const other = server.browser();
    const { body } = await other.signIn(EMAIL);
    expect(body.session.key).not.toBe(key);
    expect((await browser.get("keys")).body.keys).toEqual([]);
  });

  test("that is signed out of is over at once, and so is its key", async () => {
    const { browser, server, key } = await signedIn();
    const cookie = browser.cookie();
    expect(await server.keyStatus(key)).toBe(200);
    const { status, set, body } = await browser.post("sign-out");
    expect([status, body]).toEqual([204, undefined]);
    expect(set).toBe("strikeline_session=; Path=/console; Max-Age=0; HttpOnly; SameSite=Strict");
    expect(await server.keyStatus(key)).toBe(401);
    browser.setCookie(cookie);
    expect((await browser.get("keys")).status).toBe(401);
    expect((await browser.post("sign-out")).status).toBe(401);
  });

  test("is replaced when its browser signs in again", async () => {
    const { browser, server, key } = await signedIn();
    await browser.signIn(EMAIL);
    expect(await server.keyStatus(key)).toBe(401);
    expect((await browser.get("sessions")).body.sessions).toHaveLength(1);
    const stays = browser.cookie();
    expect((await browser.signIn(EMAIL, "not this one")).status).toBe(401);
    expect(browser.cookie()).toBe(stays);
    expect((await browser.get("sessions")).status).toBe(200);
  });
});

describe("the sessions of an account", () => {
  test("are listed with browser and address, newest first", async () => {
    const { browser, server, session } = await signedIn();
    state.machineMs += 1_000;
    const other = server.browser("2001:db8::7");
    await other.signIn(EMAIL);
    const { body } = await browser.get("sessions");
    expect(body.now).toBe(new Date(state.machineMs).toISOString());
    expect(body.sessions).toEqual([
      expect.objectContaining({ address: "2001:db8:0:0::/64", current: false }),
      {
        id: session.id,
        created_at: session.created_at,
        last_seen_at: session.created_at,
        expires_at: session.expires_at,
        user_agent: "Test/1.0",
        address: "198.51.100.1",
        current: true,
      },
    ]);
  });

  test("are ended one by one or all but the current one, at once with their keys", async () => {
    const { browser, server, key } = await signedIn();
    const others = [server.browser(), server.browser(), server.browser()];
    const sessions = [];
    for (const other of others) sessions.push((await other.signIn(EMAIL)).body.session);
    for (const { key } of sessions) expect(await server.keyStatus(key)).toBe(200);
    expect((await browser.send("DELETE", `sessions/${sessions[0].id}`)).status).toBe(204);
    expect((await browser.send("DELETE", `sessions/${sessions[0].id}`)).status).toBe(404);
    expect(await server.keyStatus(sessions[0].key)).toBe(401);
    expect(await server.keyStatus(sessions[1].key)).toBe(200);
    expect((await browser.send("DELETE", "sessions")).body).toEqual({ ended: 2 });
    expect(await server.keyStatus(sessions[1].key)).toBe(401);
    expect((await others[2]?.get("keys"))?.status).toBe(401);
    expect(await server.keyStatus(key)).toBe(200);
  });

  test("of another account are unknown", async () => {
    const { server, session } = await signedIn();
    const other = server.browser();
    await other.signUp("other@example.com");
    expect((await other.get("sessions")).body.sessions).toHaveLength(1);
    const { status, body } = await other.send("DELETE", `sessions/${session.id}`);
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect((await other.send("DELETE", "sessions")).body).toEqual({ ended: 0 });
    expect(await server.keyStatus(session.key)).toBe(200);
  });
});

describe("a password", () => {
  test("is changed with the current one, and ends the other sessions", async () => {
    const { browser, server, key } = await signedIn();
    const other = server.browser();
    const { body: { session: { key: otherKey } } } = await other.signIn(EMAIL);
    const put = (body: unknown) => browser.send("PUT", "password", { body });
    const password = "other words of mine";
    const refused = [
      await put({ password }),
      await put({ password, current_password: "not this one" }),
      await put({ password: "short", current_password: PASSWORD }),
      await put({ password: EMAIL, current_password: PASSWORD }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 400, 400]);
    expect(await server.keyStatus(otherKey)).toBe(200);
    const { status, body } = await put({ password, current_password: PASSWORD });
    expect([status, body.session.key]).toEqual([200, key]);
    expect([await server.keyStatus(otherKey), await server.keyStatus(key)]).toEqual([401, 200]);
    expect((await server.browser().signIn(EMAIL)).status).toBe(401);
    expect((await server.browser().signIn(EMAIL, password)).status).toBe(200);
  });

  test("is set freely by an account that has none", async () => {
    const demoEmail = Option.some(EMAIL);
    const server = await serve({ demoEmail, sandbox: { speed: 1, seed: 1 } });
    await run(openAccount({ id: "1", email: EMAIL }));
    const browser = server.browser();
    await browser.post("demo");
    const { body } = await browser.send("PUT", "password", { body: { password: PASSWORD } });
    expect(body.session.has_password).toBe(true);
  });
});
