import { describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { REQUEST_BYTES_MAX } from "../../../app/operator/operation.ts";
import { startOperatorSocket } from "../../../app/operator/operator_socket.ts";
import { operatorWorld, SIGNING_KEY } from "../command/account/operator_world.ts";

const world = await operatorWorld("live");
const post = (path: string, body: string) =>
  fetch(`http://operator${path}`, { unix: world.unix, method: "POST", body });

describe("the operator's socket", () => {
  test("can be opened only by its owner, and is not taken from a running service", async () => {
    expect(statSync(world.unix).mode & 0o777).toBe(0o600);
    expect(await startOperatorSocket(world.folder, world.handlers)).toBeUndefined();
    expect((await post("/account/add", `{"email":"a@b.c"}`)).status).toBe(200);
  });

  test("refuses unknown operations and other methods", async () => {
    expect((await post("/account/erase", "{}")).status).toBe(404);
    expect((await post("/", "{}")).status).toBe(404);
    const get = await fetch("http://operator/account/add", { unix: world.unix });
    expect(get.status).toBe(404);
  });

  test.each([
    ["/account/add", "{}"],
    ["/account/add", "nonsense"],
    ["/account/add", ""],
    ["/account/add", `["a@b.c"]`],
    ["/account/key", `{"email":"a@b.c","scopes":[],"prefix":"sk_live_aaaaaaaa"}`],
    ["/wallet/import", `{"email":"a@b.c","signingKey":"${SIGNING_KEY}"}`],
  ])("%s refuses %s, and repeats nothing of it", async (path, body) => {
    const response = await post(path, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      ok: false,
      error: "Cannot read the request",
      hint: expect.any(String),
    });
  });

  test("does not take an API key's text, or an address that is not checksummed", async () => {
    const key = { email: "a@b.c", name: "", scopes: ["read"], lastFour: "aaaa" };
    const order = { ...key, prefix: "sk_live_aaaaaaaa", sha256: "0".repeat(64) };
    const status = async (path: string, body: object) =>
      (await post(path, JSON.stringify(body))).status;
    await post("/account/add", `{"email":"a@b.c"}`);
    expect(await status("/account/key", order)).toBe(200);
    expect(await status("/account/key", { ...order, prefix: `${order.prefix}a` })).toBe(400);
    expect(await status("/account/key", { ...order, lastFour: "aaaaa" })).toBe(400);
    expect(await status("/account/key", { ...order, sha256: "A".repeat(64) })).toBe(400);
    const wallet = {
      id: "00000000-0000-4000-8000-000000000000",
      email: "a@b.c",
      address: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
      signatureType: 0,
      funder: null,
      signingKey: { keyId: "1", box: "" },
    };
    expect(await status("/wallet/import", wallet)).toBe(400);
  });

  test("refuses a request that is too long", async () => {
    const response = await post("/account/add", " ".repeat(REQUEST_BYTES_MAX + 1));
    expect(response.status).toBe(413);
    const [order] = [world.handlers.get("/account/add")];
    const body = `{"email":"a@b.c"}${" ".repeat(REQUEST_BYTES_MAX)}`;
    expect((await order?.(new Request("http://operator/", { method: "POST", body })))?.status)
      .toBe(400);
  });

  test("replies with a line for the error, one for the hint, and its class", async () => {
    const response = await post("/account/keys", `{"email":"nobody@b.c"}`);
    expect(await response.json()).toEqual({
      ok: false,
      error: 'Cannot find an account of "nobody@b.c"',
      hint: "Add it",
      // Written by the process that shows it, for the way in which that was started.
      command: "account add nobody@b.c",
      failure: "AccountMissing",
    });
  });
});
