import { afterAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readdirSync, writeFileSync } from "node:fs";
import postgres from "postgres";
import { l1Headers } from "../../adapters/polymarket/clob/l1_auth.ts";
import { account } from "./account/account_process.ts";
import { withReason } from "../skip_reason.ts";
import { serverSkip, serverUrl } from "../adapters/postgres/fresh_schema.ts";
import { findSecret } from "./account/find_secret.ts";
import { COMMAND_NAME } from "./command_line.ts";
import type { Settings } from "./environment.ts";
import { openSandbox } from "./open_sandbox.ts";
import { makeFolder, startProcess, startSandbox } from "./process.ts";
import type { Ended } from "./run_to_end.ts";

const TIMEOUT_MS = 400_000;

const sealed = () => randomBytes(32).toString("base64");
const newSeed = () => String(randomBytes(4).readUInt32BE());
const keyOf = ({ printed }: Ended) => printed.trim();
const walletOf = ({ printed }: Ended) => /^wallet +(\S+)/m.exec(printed)?.[1] ?? "";
const factOf = ({ printed }: Ended, name: string) =>
  new RegExp(`^${name} +(.*)$`, "m").exec(printed)?.[1];

/** A folder, a unique seed, and a command line of that world. */
function newWorld(more: Settings = {}) {
  const folder = makeFolder();
  afterAll(folder.remove);
  const settings: Settings = { DATA_DIR: folder.path, SANDBOX_SEED: newSeed(), ...more };
  const run = (line: string, { stdin = "", ...others }: Settings = {}) =>
    account(line, { settings: { ...settings, ...others }, stdin });
  return { folder: folder.path, settings, run };
}

async function whoAmI(url: string, key: string) {
  const response = await fetch(`${url}/api/v1/account`, { headers: { "x-api-key": key } });
  return { status: response.status, body: await response.json() as Record<string, unknown> };
}

async function stop(running: ReturnType<typeof startProcess>): Promise<void> {
  running.kill("SIGTERM");
  expect(await running.exited).toBe(0);
}

/** Everything that the service reports of itself, and several of its refusals. */
async function askAll(url: string, key: string): Promise<string> {
  const paths = ["/metrics", "/api/v1/status", "/health", "/openapi.json", "/api/v1/nowhere"];
  const requests: ReadonlyArray<readonly [path: string, init: RequestInit]> = [
    ...paths.map((path) => [path, { headers: { "x-api-key": key } }] as const),
    ["/api/v1/account", { headers: { "x-api-key": `${key}x` } }],
    ["/api/v1/account", { method: "PUT", headers: { "x-api-key": key }, body: "{}" }],
    ["/api/v1/account?wallet=x", { headers: { "x-api-key": key } }],
  ];
  const answers = await Promise.all(requests.map(async ([path, init]) => {
    const response = await fetch(url + path, init);
    return `${JSON.stringify([...response.headers])} ${await response.text()}`;
  }));
  return answers.join("\n");
}

/** The wallet's API key, asked of the venue as the service does. */
async function venueCredentials(
  venueUrl: string,
  { address, secret }: { readonly address: string; readonly secret: Buffer },
) {
  const timestampSec = Math.floor(Date.now() / 1000);
  const headers = l1Headers({ address, timestampSec, nonce: 0 }, secret);
  const response = await fetch(`${venueUrl}/auth/derive-api-key`, { headers });
  return await response.json() as { apiKey: string; secret: string; passphrase: string };
}

describe("account, beside a sandbox that is running", () => {
  test("makes a key that works immediately and stops within 10 s of being revoked", async () => {
    const { settings, run } = newWorld();
    const sandbox = await openSandbox(settings);
    const made = await run("key bot@x.y --scopes read --sandbox");
    expect([made.code, made.logged]).toEqual([0, expect.anything()]);
    expect(made.printed).toMatch(/^sk_test_\w{49}\n$/);
    expect(made.logged).toContain(`'${sandbox.url}/api/v1/account'`);
    const key = keyOf(made);
    const me = await whoAmI(sandbox.url, key);
    expect(me.status).toBe(200);
    expect(me.body).toMatchObject({ account: { email: "bot@x.y" }, key: { scopes: ["read"] } });

    // Without saying which, the sandbox is found; a use is logged a moment after.
    const listed = await run("keys bot@x.y");
    expect(listed.logged).toContain("which is running in");
    expect(listed.printed).toContain(key.slice(0, 16));

    const revoked = await run(`revoke ${key.slice(0, 16)} --sandbox`);
    expect(revoked.printed).toContain("Revoked sk_test_");
    const revokedMs = performance.now();
    while ((await whoAmI(sandbox.url, key)).status !== 401) {
      expect(performance.now() - revokedMs).toBeLessThan(10_000);
      await Bun.sleep(250);
    }
    const again = await run(`revoke ${key.slice(0, 16)} --sandbox`);
    expect(again.code).toBe(0);
    expect(again.printed).toStartWith("Already revoked since 20");
    await sandbox.stop();
  }, TIMEOUT_MS);

  test("imports and provisions a wallet, whose secrets are nowhere unencrypted", async () => {
    const { folder, settings, run } = newWorld({ LOG_LEVEL: "debug" });
    const sandbox = await startSandbox(settings);
    const key = keyOf(await run("key bot@x.y --sandbox"));
    const secret = randomBytes(32);
    const stdin = `${secret.toString("hex")}\n`;
    const imported = await run("wallet import bot@x.y --type 0 --sandbox", { stdin });
    expect(imported.code).toBe(0);
    const id = walletOf(imported);
    const again = await run("wallet import bot@x.y --type 0 --sandbox", { stdin });
    expect([again.code, walletOf(again)]).toEqual([0, id]);
    expect(again.logged).toContain("already has this wallet");
    const provisioned = await run(`wallet provision ${id} --sandbox`);
    expect(provisioned.code).toBe(0);
    expect(factOf(provisioned, "missing")).toBe("nothing");
    expect(factOf(provisioned, "balance")).toBe("10000.00 USDC");
    for (const kind of ["ordinary V1", "neg-risk V1"]) {
      expect(factOf(provisioned, kind)).toMatch(/^ready +ready +-$/);
      expect(factOf(await run(`wallet show ${id} --sandbox`), kind)).toMatch(/^ready +ready +-$/);
    }
    const me = await whoAmI(sandbox.url, key);
    expect(me.body["wallets"]).toMatchObject([{ id, ready: true }]);

    const refused = await run(`wallet import bot@x.y --type 0 ${secret.toString("hex")}`);
    expect(refused.code).toBe(1);
    const other = { stdin, WALLET_KEY: sealed() };
    const foreign = await run("wallet import bot@x.y --type 0 --sandbox", other);
    expect(foreign.code).toBe(1);
    expect(foreign.logged).toContain("the same WALLET_KEY");
    const asked = await askAll(sandbox.url, key);
    const credentials = await venueCredentials(
      await sandbox.waitFor(/venue-orders +(\S+)/),
      { address: factOf(imported, "address") ?? "", secret },
    );
    await stop(sandbox);

    const seen = [imported, again, provisioned, refused, foreign]
      .map(({ printed, logged }) => printed + logged)
      .join("") + sandbox.printed() + sandbox.logged() + JSON.stringify(me.body) + asked;
    await Bun.write(`${folder}/seen`, seen);
    expect(await findSecret(folder, secret)).toEqual([]);
    // The search finds what is there: the address is stored in clear.
    const address = Buffer.from(factOf(imported, "address") ?? "");
    expect((await findSecret(folder, address)).length).toBeGreaterThan(0);
    // An API key is kept as its digest, and the venue's secrets are sealed like the key.
    for (const other of [key, credentials.secret, credentials.passphrase]) {
      expect(await findSecret(folder, Buffer.from(other))).toEqual([]);
    }
    expect((await findSecret(folder, Buffer.from(credentials.apiKey))).length).toBeGreaterThan(0);
  }, TIMEOUT_MS);
});

describe("account, if nothing is running", () => {
  test("needs a sandbox that stores its data", async () => {
    const ended = await account("add a@b.c --sandbox", { settings: { SANDBOX_SEED: "987654321" } });
    expect(ended.code).toBe(1);
    expect(ended.logged).toBe(
      "Cannot find a running sandbox in .data/sandbox_987654321\n" +
        `Start it: ${COMMAND_NAME} sandbox. ` +
        "Without DATA_DIR or DATABASE_URL it stores nothing on disk\n",
    );
  }, TIMEOUT_MS);

  const worksOn = async (server: Settings) => {
    const { folder, settings, run } = newWorld(server);
    for (const line of ["keys bot@x.y", "key bot@x.y"]) {
      const ended = await run(`${line} --sandbox`);
      expect([ended.code, ended.printed]).toEqual([1, ""]);
      expect(ended.logged).toMatch(
        /^Cannot open a store: nothing is stored of sandbox_\d+ in .*\n.* add <email> --sandbox\n$/,
      );
    }
    // Nothing was created on the way.
    expect(readdirSync(folder)).toEqual([]);
    const added = await run("add other@x.y --sandbox");
    expect(added.printed).toBe("Opened the account other@x.y\n");
    expect(added.logged).toMatch(/^Made a new store in (\/|the schema strikeline_sandbox_).*\n$/);
    expect((await run("keys bot@x.y --sandbox")).logged).toStartWith("Cannot find an account of");
    const key = keyOf(await run("key bot@x.y --sandbox"));
    const stdin = randomBytes(32).toString("hex");
    const id = walletOf(await run("wallet import bot@x.y --type 0 --sandbox", { stdin }));
    expect((await run("keys bot@x.y --sandbox")).printed).toContain(key.slice(0, 16));
    const early = await run(`wallet provision ${id} --sandbox`);
    expect(early.code).toBe(1);
    expect(early.logged).toContain("no running service");
    const sandbox = await openSandbox(settings);
    expect((await whoAmI(sandbox.url, key)).body["wallets"]).toMatchObject([{ id }]);
    expect(factOf(await run(`wallet provision ${id} --sandbox`), "missing")).toBe("nothing");
    await sandbox.stop();
  };

  test(
    "works on an embedded store, for the sandbox to find when it starts",
    () => worksOn({}),
    TIMEOUT_MS,
  );

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("works on a server, for the sandbox to find when it starts", serverSkip.skip),
    async () => {
      const seed = newSeed();
      try {
        await worksOn({ DATABASE_URL: serverUrl, SANDBOX_SEED: seed });
      } finally {
        await dropSchema(`strikeline_sandbox_${seed}`);
      }
    },
    TIMEOUT_MS,
  );

  test("says where a folder cannot be made", async () => {
    const { folder, run } = newWorld();
    // Root may write to a folder without rights, and not to a file as a folder.
    writeFileSync(`${folder}/file`, "");
    const ended = await run("add bot@x.y --live", { DATA_DIR: `${folder}/file` });
    expect([ended.code, ended.printed]).toEqual([1, ""]);
    expect(ended.logged).toMatch(/^Cannot create a folder under DATA_DIR: .*\n$/);
  }, TIMEOUT_MS);

  test("reseals everything, reports what it cannot open, and reimports lost keys", async () => {
    const { run } = newWorld();
    const [former, next] = [sealed(), sealed()];
    const stdin = randomBytes(32).toString("hex");
    const line = "wallet import bot@x.y --type 0 --sandbox";
    await run("add bot@x.y --sandbox");
    const id = walletOf(await run(line, { stdin, WALLET_KEY: former }));
    const early = await run("rotate --sandbox", { WALLET_KEY: next });
    expect(early.code).toBe(1);
    expect(factOf(early, "unreadable")).toBe("1");
    expect(early.logged).toContain(`Wallet ${id}: Cannot open a secret`);
    const both = { WALLET_KEY: next, WALLET_KEY_PREVIOUS: former };
    const rotated = await run("rotate --sandbox", both);
    expect(factOf(rotated, "resealed")).toBe("1");
    expect(factOf(await run("rotate --sandbox", both), "resealed")).toBe("0");
    const shown = await run(`wallet show ${id} --sandbox`, { WALLET_KEY: next });
    expect(factOf(shown, "sealed under")).toBe(`key ${factOf(rotated, "current key")}`);
    const lost = await run(line, { stdin, WALLET_KEY: sealed() });
    expect(lost.logged).toContain("its unreadable signing key was replaced");
    expect(walletOf(lost)).toBe(id);
    const wrong = await run("rotate --sandbox", { WALLET_KEY: "nonsense" });
    expect(wrong.code).toBe(1);
    expect(wrong.logged).toContain("openssl rand");
    expect(wrong.logged).not.toContain("nonsense");
  }, TIMEOUT_MS);
});

describe("account, in live mode", () => {
  test("makes live keys, and wallets only with a WALLET_KEY", async () => {
    const { settings, run } = newWorld();
    const live = startProcess("start", { PORT: "0", ...settings });
    const url = await live.waitFor(/answers on (http:\S+)/);
    expect((await run("key me@x.y")).logged).toContain(`${COMMAND_NAME} account add me@x.y`);
    expect((await run("add me@x.y")).code).toBe(0);
    const key = keyOf(await run("key me@x.y"));
    expect(key).toStartWith("sk_live_");
    expect((await whoAmI(url, key)).status).toBe(200);
    const stdin = randomBytes(32).toString("hex");
    expect(await run("wallet import me@x.y --type 0", { stdin })).toEqual({
      code: 1,
      printed: "",
      logged: "Cannot seal or open secrets: WALLET_KEY is not set\n" +
        "Set it to 32 random bytes, as made by: openssl rand -base64 32\n",
    });
    // The service has none either, and the command must not lead to another key.
    const alone = await run("wallet import me@x.y --type 0", { stdin, WALLET_KEY: sealed() });
    expect(alone.code).toBe(1);
    expect(alone.logged).toStartWith(
      "Cannot seal or open secrets: WALLET_KEY is not set in the running service\nRestart ",
    );
    await stop(live);
    expect((await run("keys me@x.y --live")).printed).toContain(key.slice(0, 16));
  }, TIMEOUT_MS);
});

async function dropSchema(schema: string): Promise<void> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await sql`drop schema if exists ${sql(schema)} cascade`;
  await sql.end();
}
