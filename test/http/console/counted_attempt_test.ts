import { describe, expect, test } from "bun:test";
import { consoleWorld, EMAIL, PASSWORD } from "./console_server.ts";

const { state, serve } = consoleWorld();

describe("a counted attempt", () => {
  test("of a sign-up is not counted while too many are hashed", async () => {
    const browser = (await serve()).browser();
    state.areHashesBusy = true;
    for (let n = 0; n < 15; n++) expect((await browser.signUp(EMAIL)).status).toBe(503);
    state.areHashesBusy = false;
    expect((await browser.signUp(EMAIL)).status).toBe(200);
  });

  test("that is not hashed forgives none before it", async () => {
    const server = await serve();
    await server.browser().signUp(EMAIL);
    expect(await server.browser().failSignIn(6)).toEqual(Array(6).fill(401));
    state.machineMs += 1_000;
    state.areHashesBusy = true;
    // Nor does it wait anew: nothing was checked.
    for (let n = 0; n < 3; n++) expect((await server.browser().signIn(EMAIL)).status).toBe(503);
    state.areHashesBusy = false;
    expect(await server.browser("198.51.100.2").failSignIn(2)).toEqual([401, 429]);
    const { headers } = await server.browser("198.51.100.3").signIn(EMAIL);
    expect(headers.get("retry-after")).toBe("2");
  });

  test("that succeeds does not make an address wait anew", async () => {
    const server = await serve();
    const browser = server.browser();
    await browser.signUp(EMAIL);
    for (let n = 0; n < 21; n++) expect(await browser.failSignIn(1, `${n}@b.c`)).toEqual([401]);
    expect((await browser.signIn(EMAIL)).status).toBe(429);
    state.machineMs += 1_000;
    for (let n = 0; n < 3; n++) expect((await browser.signIn(EMAIL)).status).toBe(200);
    expect(await browser.failSignIn(2, "late@b.c")).toEqual([401, 429]);
  });

  test("that succeeds takes back itself alone, and none that failed meanwhile", async () => {
    const server = await serve();
    const browser = server.browser();
    await browser.signUp(EMAIL);
    for (let n = 0; n < 20; n++) {
      state.meanwhile = () => server.browser().failSignIn(1, `${n}@b.c`);
      expect((await browser.signIn(EMAIL)).status).toBe(200);
    }
    expect(await browser.failSignIn(2, "last@b.c")).toEqual([401, 429]);
  });

  test("at an account that waits costs its address nothing", async () => {
    const server = await serve();
    await server.browser("192.0.2.9").signUp("other@b.c");
    await server.browser().signUp(EMAIL);
    await server.browser().failSignIn(6);
    expect(await server.browser().failSignIn(30)).toEqual(Array(30).fill(429));
    expect((await server.browser().signIn("other@b.c")).status).toBe(200);
  });
});

describe("a current password that is sent", () => {
  type Browser = ReturnType<Awaited<ReturnType<typeof serve>>["browser"]>;
  /** Changes the password to the same one, so many times, and returns the statuses. */
  const change = async (browser: Browser, times: number, current_password: string) => {
    const body = { password: PASSWORD, current_password };
    const statuses: Array<number> = [];
    for (let n = 0; n < times; n++) {
      statuses.push((await browser.send("PUT", "password", { body })).status);
    }
    return statuses;
  };

  test("is no failure where it is right, or was not hashed", async () => {
    const browser = (await serve()).browser();
    await browser.signUp(EMAIL);
    expect(await change(browser, 8, PASSWORD)).toEqual(Array(8).fill(200));
    expect(await change(browser, 5, "not this one")).toEqual(Array(5).fill(403));
    state.areHashesBusy = true;
    expect(await change(browser, 8, PASSWORD)).toEqual(Array(8).fill(503));
    state.areHashesBusy = false;
    expect(await change(browser, 1, "not this one")).toEqual([403]);
    const hashes = state.hashes;
    expect(await change(browser, 1, PASSWORD)).toEqual([429]);
    expect(state.hashes).toBe(hashes);
  });

  test("counts for its address where it is wrong", async () => {
    const server = await serve();
    for (let n = 0; n < 4; n++) {
      const browser = server.browser();
      await browser.signUp(`${n}@b.c`);
      expect(await change(browser, 5, "not this one")).toEqual(Array(5).fill(403));
    }
    expect(await server.browser().failSignIn(2, "late@b.c")).toEqual([401, 429]);
  });
});
