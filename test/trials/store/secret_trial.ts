/** Where the secrets of a wallet must never be found. @module */
import { afterAll, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { l1Headers } from "../../../adapters/polymarket/clob/l1_auth.ts";
import { account } from "../../app/command/account/account_process.ts";
import { findSecret, spellingsOf } from "../../app/command/account/find_secret.ts";
import { RARE_GAMES, type Settings } from "../../app/environment.ts";
import { startProcess, startSandbox } from "../../app/process.ts";
import { runToEnd } from "../../app/run_to_end.ts";
import { makeFolder } from "../../temporary_folder.ts";

const folder = makeFolder();
afterAll(folder.remove);

/** The wallet's API key, asked of the venue as the service does. */
async function venueCredentials(
  venueUrl: string,
  { address, secret }: { readonly address: string; readonly secret: Uint8Array },
) {
  const timestampSec = Math.floor(Date.now() / 1000);
  const headers = l1Headers({ address, timestampSec, nonce: 0 }, secret);
  const response = await fetch(`${venueUrl}/auth/derive-api-key`, { headers });
  return await response.json() as { apiKey: string; secret: string; passphrase: string };
}

/** Everything that the service reports of itself, and several of its refusals. */
async function askAll(url: string, key: string): Promise<string> {
  const paths = ["/metrics", "/api/v1/status", "/health", "/openapi.json", "/api/v1/account"];
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

test("a wallet is imported and provisioned, and its secrets are nowhere unencrypted", async () => {
  const settings: Settings = { ...RARE_GAMES, DATA_DIR: folder.path, SANDBOX_SEED: "38" };
  const sandbox = await startSandbox({ ...settings, LOG_LEVEL: "debug" });
  const run = (line: string, { stdin = "", ...more }: Settings = {}) =>
    account(`${line} --sandbox`, { settings: { ...settings, ...more }, stdin });
  const key = (await run("key bot@x.y")).printed.trim();
  const secret = randomBytes(32);
  const stdin = `${secret.toString("hex")}\n`;
  const imported = await run("wallet import bot@x.y --type 0", { stdin });
  expect(imported.code).toBe(0);
  const [, id = ""] = /^wallet +(\S+)/m.exec(imported.printed) ?? [];
  const [, address = ""] = /^address +(\S+)/m.exec(imported.printed) ?? [];
  const provisioned = await run(`wallet provision ${id}`);
  expect(provisioned.printed).toMatch(/^missing +nothing$/m);
  const refused = await run(`wallet import bot@x.y --type 0 ${secret.toString("hex")}`);
  expect(refused.code).toBe(1);
  const other = { stdin, WALLET_KEY: randomBytes(32).toString("base64") };
  const foreign = await run("wallet import bot@x.y --type 0", other);
  expect([foreign.code, foreign.logged]).toEqual([
    1,
    expect.stringContaining("the same WALLET_KEY"),
  ]);
  const asked = await askAll(sandbox.url, key);
  expect(asked).toContain(id);
  const venue = await sandbox.waitFor(/venue-orders +(\S+)/);
  const credentials = await venueCredentials(venue, { address, secret });
  sandbox.kill("SIGTERM");
  expect(await sandbox.exited).toBe(0);

  const seen = [imported, provisioned, refused, foreign]
    .map(({ printed, logged }) => printed + logged)
    .join("") + sandbox.printed() + sandbox.logged() + asked;
  await Bun.write(`${folder.path}/seen`, seen);
  expect(await findSecret(folder.path, secret)).toEqual([]);
  // An API key is kept as its digest, and the venue's secrets are sealed like the key. The venue of
  // the sandbox, which made them, keeps its own beside the service's store.
  const isOfService = (path: string) => !/\bworld\.sqlite/.test(path);
  for (const text of [key, credentials.secret, credentials.passphrase]) {
    expect((await findSecret(folder.path, Buffer.from(text))).filter(isOfService)).toEqual([]);
  }
  // The search finds what is there: these are stored in clear.
  for (const text of [address, credentials.apiKey]) {
    expect((await findSecret(folder.path, Buffer.from(text))).length).toBeGreaterThan(0);
  }
});

test("a process that has provisioned a wallet holds no secret of it in its heap", async () => {
  const file = `${folder.path}/heap`;
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const walletId = crypto.randomUUID();
  const [clobUrl, gammaUrl] = await Promise.all(
    ["venue-orders", "venue-metadata"].map((name) =>
      startProcess("simulate", {}, [name]).waitFor(/simulator on (\S+)/)
    ),
  );
  const script = "test/app/command/account/heap_process.ts";
  const command = [process.execPath, script, clobUrl ?? "", gammaUrl ?? "", walletId, file];
  const { printed, logged } = await runToEnd(command, { stdin: secret });
  const address = printed.trim();
  expect([address, logged]).toEqual([expect.stringMatching(/^0x[0-9a-fA-F]{40}$/), ""]);

  const heap = Buffer.from(await Bun.file(file).arrayBuffer());
  expect(spellingsOf(secret).filter((spelling) => heap.includes(spelling))).toEqual([]);
  const credentials = await venueCredentials(clobUrl ?? "", { address, secret });
  expect(credentials.passphrase.length).toBeGreaterThan(0);
  expect([heap.includes(credentials.secret), heap.includes(credentials.passphrase)])
    .toEqual([false, false]);
  // The search finds what the process does hold on to.
  for (const text of [walletId, address, credentials.apiKey]) {
    expect(heap.includes(text)).toBe(true);
  }
});
