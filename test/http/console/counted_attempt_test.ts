import { describe, expect, test } from "bun:test";
import { consoleWorld, EMAIL } from "./console_server.ts";

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
});
