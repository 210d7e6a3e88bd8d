/** A service whose store fails under it, or cannot be opened: what it answers, logs and prints. */
import { afterAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import postgres from "postgres";
import { serverSkip, serverUrl } from "../adapters/postgres/fresh_schema.ts";
import { diskSkip, makeSmallDisk } from "../adapters/postgres/small_disk.ts";
import { withReason } from "../skip_reason.ts";
import { newSeed } from "./backup/stored_world.ts";
import type { Settings } from "./environment.ts";
import { openSandbox } from "./open_sandbox.ts";
import { makeFolder, startProcess, startSandbox } from "./process.ts";

const TIMEOUT_MS = 400_000;
const MIB = 1024 * 1024;

/** Waits until the service reports this status, and returns its body. */
async function healthOf(url: string, status: number): Promise<string> {
  for (let tries = 0; tries < 3_000; tries++) {
    const response = await fetch(`${url}/health`);
    const body = await response.text();
    if (response.status === status) return body;
    await Bun.sleep(100);
  }
  throw new Error(`never ${status}`);
}

/** Why a sandbox does not start. */
const refusalOf = (settings: Settings) =>
  openSandbox(settings).then(() => "it started", ({ message }: Error) => message);

async function bodyOf(url: string): Promise<Readonly<Record<string, unknown>>> {
  return await (await fetch(url)).json() as Readonly<Record<string, unknown>>;
}

/** Orders one share or so of a market that opens soon. Returns the status. */
async function placeOrder(sandbox: Awaited<ReturnType<typeof startSandbox>>): Promise<number> {
  const key = await sandbox.waitFor(/(sk_test_\w+)/);
  const walletId = await sandbox.waitFor(/wallet +([0-9a-f-]{36})/);
  const { now } = await bodyOf(`${sandbox.url}/api/v1/targets/active?asset=btc`);
  const nowSec = Math.floor(Date.parse(String(now)) / 1000);
  // An hour ahead, which a minute of a busy machine does not reach.
  const slug = `btc-updown-5m-${nowSec - nowSec % 300 + 3_600}`;
  const response = await fetch(`${sandbox.url}/api/v1/simpleOrders/easyMarketOrder`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ walletId, slug, outcome: "Up", side: "BUY", amount: 2 }),
  });
  await response.text();
  return response.status;
}

/** Windows open every five seconds, so that something is always to be written. */
const BUSY = { SANDBOX_SPEED: "60", RATE_LIMIT_PUBLIC: "0" };

describe("a running service", () => {
  test.skipIf(diskSkip !== undefined)(
    withReason("is unhealthy while its disk is full, and well again with space", diskSkip),
    async () => {
      const disk = makeSmallDisk(160 * MIB);
      const settings = { DATA_DIR: disk.path, ...BUSY };
      const sandbox = await startSandbox(settings);
      await healthOf(sandbox.url, 200);
      // A busy machine may need so long to store an order that it is not sent: 503.
      while (await placeOrder(sandbox) !== 200);
      let placed = 1;
      disk.fill();
      let status = 200;
      while ((status = await placeOrder(sandbox)) === 200) placed++;
      expect(status).toBe(503);
      // The venue has what was answered, and nothing else: nothing is sent that is not stored.
      const venue = await sandbox.waitFor(/venue-orders +(\S+)/);
      const { orders } = await bodyOf(`${venue}/__orders`);
      expect(orders).toHaveLength(placed);
      const body = JSON.parse(await healthOf(sandbox.url, 502));
      expect(body).toEqual({
        error: "Cannot use the store: it takes no writes now",
        hint: "Try again shortly",
      });
      expect(sandbox.logged()).toContain(
        '"message":"Cannot write to the store: its disk is full; free space on it"',
      );
      disk.empty();
      await healthOf(sandbox.url, 200);
      expect(sandbox.logged()).toContain('"message":"The store takes writes again"');
      sandbox.kill("SIGTERM");
      expect(await sandbox.exited).toBe(0);
      disk.fill();
      const refused = startProcess("sandbox", { ...settings, PORT: "0" });
      expect(await refused.exited).not.toBe(0);
      expect(refused.logged()).toMatch(
        /^Cannot open the store: cannot write to \S+: its disk is full; free space on it\n$/,
      );
      disk.empty();
      const again = await openSandbox(settings);
      await healthOf(again.url, 200);
      await again.stop();
    },
    TIMEOUT_MS,
  );

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("is unhealthy while its server is read-only, and well again", serverSkip.skip),
    async () => {
      const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
      const seed = newSeed();
      const [role, schema] = [`test_role_${seed}`, `strikeline_sandbox_${Number(seed)}`];
      afterAll(async () => {
        await admin.unsafe(`
          drop schema if exists "${schema}" cascade;
          revoke create on database "${new URL(serverUrl).pathname.slice(1)}" from "${role}";
          drop role "${role}"
        `);
        await admin.end();
      });
      const url = new URL(serverUrl);
      await admin.unsafe(`
        create role "${role}" login password 'test';
        grant create on database "${url.pathname.slice(1)}" to "${role}"
      `);
      /** As a failover does it: sessions end, and new ones are like this. */
      const setReadOnly = async (value: "on" | "off") => {
        await admin.unsafe(`alter role "${role}" set default_transaction_read_only = ${value}`);
        await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`;
      };
      url.username = role;
      url.password = "test";
      const folder = makeFolder();
      afterAll(folder.remove);
      const settings = { DATA_DIR: folder.path, DATABASE_URL: url.href, SANDBOX_SEED: seed };
      const sandbox = await openSandbox({ ...settings, RATE_LIMIT_PUBLIC: "0" });
      await healthOf(sandbox.url, 200);
      await setReadOnly("on");
      for (let isReported = false; !isReported; await Bun.sleep(50)) {
        isReported = (await healthOf(sandbox.url, 502)).includes("it takes no writes");
      }
      expect(await refusalOf(settings)).toMatch(
        /^Cannot open the store: it is read-only \(.*\); set DATABASE_URL to the primary .*$/,
      );
      await setReadOnly("off");
      await healthOf(sandbox.url, 200);
      await sandbox.stop();
    },
    TIMEOUT_MS,
  );

  test("keeps its store to itself, even from a process that does not see its claim", async () => {
    const folder = makeFolder();
    afterAll(folder.remove);
    const settings = { DATA_DIR: folder.path, SANDBOX_SEED: "7" };
    const first = await openSandbox(settings);
    // In another container, the claim's process id says nothing.
    const world = `${folder.path}/sandbox_7`;
    for (const name of new Bun.Glob("store.*.lock").scanSync(world)) rmSync(`${world}/${name}`);
    expect(await refusalOf(settings)).toBe(
      `Cannot open the store: ${world} is in use by a running service; stop it, or set DATA_DIR ` +
        "to another folder",
    );
    await healthOf(first.url, 200);
    await first.stop();
  }, TIMEOUT_MS);
});
