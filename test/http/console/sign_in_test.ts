import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { makeLink, openAccount, pruneSignIns } from "../../../core/use_case/account/mod.ts";
import { consoleWorld, DAY_MS, EMAIL, linkDigest, MINUTE_MS, PASSWORD } from "./console_server.ts";

const { state, run, serve } = consoleWorld();
const REFUSED = {
  error: "Cannot sign in: the e-mail address or the password is wrong",
  code: "unauthorized",
};

describe("signing up", () => {
  test("opens an account and begins its session", async () => {
    const browser = (await serve()).browser();
    const { status, body, headers } = await browser.signUp(" Someone@Example.com");
    expect(status).toBe(200);
    expect(body.session).toMatchObject({ has_password: true, account: { email: EMAIL } });
    expect(headers.get("cache-control")).toBe("no-store");
    const { body: again } = await browser.get("session");
    expect(again).toEqual(body);
  });

  test("is refused for an address that has an account, and for weak passwords", async () => {
    const browser = (await serve()).browser();
    await browser.signUp(EMAIL);
    const other = (await serve()).browser();
    const answers = [
      await other.signUp(EMAIL),
      await other.signUp("b@b.c", "short"),
      await other.signUp("b@b.c", "password1234"),
      await other.signUp("nobody"),
      await other.post("sign-up", { email: "b@b.c", password: 123456789012 }),
      await other.post("sign-up", { email: "b@b.c", password: null }),
      await other.post("sign-up", { email: null, password: PASSWORD }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [409, "bad_request"],
      ...Array(6).fill([400, "bad_request"]),
    ]);
    expect(JSON.stringify(answers)).not.toContain("123456789012");
    expect((await other.get("session")).body.session).toBeNull();
    expect(state.hashes).toBe(2);
  });

  test("of one address costs a growing wait", async () => {
    const browser = (await serve()).browser();
    for (let n = 0; n < 11; n++) expect((await browser.signUp(`${n}@b.c`)).status).toBe(200);
    const { status, headers } = await browser.signUp("late@b.c");
    expect([status, headers.get("retry-after"), state.hashes]).toEqual([429, "1", 11]);
    state.machineMs += 1_000;
    expect((await browser.signUp("late@b.c")).status).toBe(200);
  });
});

describe("signing in", () => {
  test("takes the password, in whatever case the address is written", async () => {
    const server = await serve();
    await server.browser().signUp(EMAIL);
    const { status, body } = await server.browser().signIn("SOMEONE@example.com ");
    expect([status, body.session.account.email]).toEqual([200, EMAIL]);
  });

  test("says and costs the same for a wrong password, no password and no account", async () => {
    const server = await serve();
    await server.browser().signUp(EMAIL);
    await run(openAccount({ id: "1", email: "no@password.example" }));
    for (const email of [EMAIL, "no@password.example", "no@account.example"]) {
      const before = state.hashes;
      const { status, body, set } = await server.browser().signIn(email, "not this one");
      expect([status, body, set]).toEqual([401, expect.objectContaining(REFUSED), null]);
      expect(state.hashes - before).toBe(1);
    }
  });

  test("waits longer and longer for an account, from whichever address it is tried", async () => {
    const server = await serve();
    await server.browser().signUp(EMAIL);
    const hashes = state.hashes;
    for (let n = 0; n < 6; n++) {
      expect(await server.browser(`198.51.100.${n}`).failSignIn(1)).toEqual([401]);
    }
    const waits: Array<string | null> = [];
    for (const waitSec of [1, 2, 4]) {
      // The right password waits too, and costs no hash.
      const right = await server.browser(`192.0.2.${waitSec}`).signIn(EMAIL);
      expect([right.status, right.body.code]).toEqual([429, "rate_limited"]);
      waits.push(right.headers.get("retry-after"));
      state.machineMs += waitSec * 1_000 - 1;
      expect((await server.browser("192.0.2.200").signIn(EMAIL)).status).toBe(429);
      state.machineMs += 1;
      expect(await server.browser(`203.0.113.${waitSec}`).failSignIn(1)).toEqual([401]);
    }
    expect([waits, state.hashes - hashes]).toEqual([["1", "2", "4"], 9]);
    // Another account, and the same one with a link, need not wait.
    expect((await server.browser().signUp("other@example.com")).status).toBe(200);
    state.machineMs += 900_000;
    expect((await server.browser().signIn(EMAIL)).status).toBe(200);
    expect(await server.browser().failSignIn(6)).toEqual(Array(6).fill(401));
  });

  test("waits for an account that does not exist, as for one that does", async () => {
    const browser = (await serve()).browser();
    expect(await browser.failSignIn(7, "no@account.example")).toEqual([...Array(6).fill(401), 429]);
  });

  test("waits for an address, whichever accounts it tries, and own ones do not help", async () => {
    const server = await serve();
    const browser = server.browser();
    await browser.signUp(EMAIL);
    for (let n = 0; n < 21; n++) {
      expect(await browser.failSignIn(1, `${n}@b.c`)).toEqual([401]);
      if (n < 20) expect((await browser.signIn(EMAIL)).status).toBe(200);
    }
    expect((await browser.signIn(EMAIL)).status).toBe(429);
    expect((await server.browser("198.51.100.2").signIn(EMAIL)).status).toBe(200);
  });

  test("refuses what no store keeps as a fault of the caller's", async () => {
    const browser = (await serve()).browser();
    expect((await browser.signIn("a\0@b.c")).status).toBe(400);
    expect((await browser.signUp("a@b\0.c")).status).toBe(400);
  });

  test("of many at the same time computes no more hashes than failures are free", async () => {
    const server = await serve();
    await server.browser().signUp(EMAIL);
    const hashes = state.hashes;
    const statuses = await Promise.all(
      Array.from({ length: 30 }, () => server.browser().failSignIn(1).then(([status]) => status)),
    );
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(state.hashes - hashes).toBeLessThanOrEqual(6);
  });

  test("is 503 while too many are hashed, which is nobody's failure", async () => {
    const server = await serve();
    await server.browser().signUp(EMAIL);
    state.areHashesBusy = true;
    for (let n = 0; n < 30; n++) {
      const { status, headers, body } = await server.browser().signIn(EMAIL);
      expect([status, headers.get("retry-after"), body.code]).toEqual([503, "1", "unavailable"]);
    }
    state.areHashesBusy = false;
    expect((await server.browser().signIn(EMAIL)).status).toBe(200);
  });

  test("forgets failures after a day, and none before that", async () => {
    const server = await serve();
    await server.browser().signUp(EMAIL);
    await server.browser().failSignIn(6);
    await server.browser("192.0.2.1").failSignIn(1, "other@b.c");
    state.machineMs += DAY_MS - 1;
    await run(pruneSignIns());
    expect(await server.browser().failSignIn(2)).toEqual([401, 429]);
    state.machineMs += DAY_MS;
    await run(pruneSignIns());
    expect(await server.browser().failSignIn(6)).toEqual(Array(6).fill(401));
  });

  test("takes a password however its characters are composed", async () => {
    const apart = "cafe\u0301 several words";
    const server = await serve();
    const browser = server.browser();
    await browser.signUp(EMAIL, apart);
    for (const password of [apart, apart.normalize("NFC")]) {
      expect((await server.browser().signIn(EMAIL, password)).status).toBe(200);
    }
    const body = { password: `${apart} 2`, current_password: apart };
    expect((await browser.send("PUT", "password", { body })).status).toBe(200);
    expect((await server.browser().signIn(EMAIL, `${apart.normalize("NFC")} 2`)).status).toBe(200);
  });

  test("does not hash what is far too long or empty, whoever has an account", async () => {
    const server = await serve();
    await server.browser().signUp(EMAIL);
    const hashes = state.hashes;
    for (const email of [EMAIL, "no@account.example"]) {
      for (const password of ["x".repeat(5_000), ""]) {
        expect((await server.browser().signIn(email, password)).status).toBe(401);
      }
    }
    expect(state.hashes).toBe(hashes);
  });
});

describe("a one-time link", () => {
  const TOKEN = "t".repeat(43);
  const link = async (token = TOKEN) => {
    await run(openAccount({ id: "1", email: EMAIL }));
    await run(makeLink({ email: EMAIL, sha256: linkDigest(token) }));
  };

  test("signs in once, and sets a password", async () => {
    await link();
    const server = await serve();
    const browser = server.browser();
    const { status, body } = await browser.post("link", { token: TOKEN });
    expect([status, body.session.has_password]).toEqual([200, false]);
    const again = await server.browser().post("link", { token: TOKEN });
    expect([again.status, again.body.code]).toEqual([401, "unauthorized"]);
    const set = await browser.send("PUT", "password", { body: { password: PASSWORD } });
    expect([set.status, set.body.session.has_password]).toEqual([200, true]);
    expect((await server.browser().signIn(EMAIL)).status).toBe(200);
  });

  test("costs an address nothing when it works", async () => {
    const server = await serve();
    for (let n = 0; n < 25; n++) {
      const token = String(n).padStart(43, "t");
      await link(token);
      expect((await server.browser().post("link", { token })).status).toBe(200);
    }
  });

  test("replaces a forgotten password for 15 minutes", async () => {
    const server = await serve();
    await server.browser().signUp(EMAIL);
    await run(makeLink({ email: EMAIL, sha256: linkDigest(TOKEN) }));
    const browser = server.browser();
    await browser.post("link", { token: TOKEN });
    const put = (password: string) => browser.send("PUT", "password", { body: { password } });
    state.machineMs += 15 * MINUTE_MS - 1;
    expect((await put("other words of mine")).status).toBe(200);
    expect((await server.browser().signIn(EMAIL)).status).toBe(401);
    expect((await server.browser().signIn(EMAIL, "other words of mine")).status).toBe(200);
    state.machineMs += 1;
    expect((await put("more words of mine")).status).toBe(403);
  });

  test("that is guessed costs the address a growing wait", async () => {
    const browser = (await serve()).browser();
    const statuses = [];
    for (let n = 0; n < 22; n++) statuses.push((await browser.post("link", { token: "x" })).status);
    expect(statuses).toEqual([...Array(21).fill(401), 429]);
  });
});

describe("the demo account", () => {
  test("of a sandbox is entered without a password, once it is there", async () => {
    const sandbox = { speed: 60, seed: 7 };
    const server = await serve({ sandbox, demoEmail: Option.some("demo@sandbox.invalid") });
    const browser = server.browser();
    expect((await browser.get("session")).body).toMatchObject({
      world: "sandbox",
      sandbox,
      demo: false,
    });
    expect((await browser.post("demo")).status).toBe(404);
    await run(openAccount({ id: "1", email: "demo@sandbox.invalid" }));
    const { status, body } = await browser.post("demo");
    expect([status, body.demo, body.session.account.email])
      .toEqual([200, true, "demo@sandbox.invalid"]);
  });

  test("is unknown to a live service", async () => {
    const browser = (await serve()).browser();
    expect((await browser.post("demo")).status).toBe(404);
    expect((await browser.get("session")).body).toMatchObject({
      world: "live",
      sandbox: null,
      demo: false,
    });
  });
});
