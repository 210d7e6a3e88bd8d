/** What `docker compose up proxy` does, where no Docker is: the same programs and environments. */
import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import postgres from "postgres";
import { connect } from "../../../app/client/typescript/mod.ts";
import { serverSkip, serverUrl } from "../../adapters/postgres/fresh_schema.ts";
import { redisSkip, redisUrl } from "../../adapters/redis/redis_server.ts";
import { freePort } from "../../free_port.ts";
import { withReason } from "../../skip_reason.ts";
import { COMMAND_LINE } from "../../app/command_line.ts";
import type { Settings } from "../../app/environment.ts";
import { NOWHERE } from "../../app/nowhere.ts";
import { startProcess } from "../../app/process.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { runToEnd } from "../../app/run_to_end.ts";
import { replicas } from "../../app/ship/composed.ts";
import { CADDY, startCaddy } from "./started_caddy.ts";

const skip = serverSkip.skip ?? redisSkip.skip ??
  (CADDY === null ? "skipped: there is no caddy here" : undefined);

/** Makes an empty database, as a container of PostgreSQL has. It is dropped after the tests. */
async function makeDatabase(): Promise<string> {
  const name = `strikeline_${crypto.randomUUID().replaceAll("-", "")}`;
  const sql = postgres(serverUrl, { max: 1 });
  await sql`create database ${sql(name)}`;
  afterAll(async () => {
    await sql`drop database ${sql(name)} with (force)`;
    await sql.end();
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The environments of the replicas, with addresses of this machine for the names in containers. */
async function environments(): Promise<ReadonlyArray<Settings>> {
  const database = await makeDatabase();
  return await Promise.all(replicas.map(async ([, { environment }]) => {
    const folder = makeFolder();
    afterAll(folder.remove);
    const ofContainer = {
      PORT: String(await freePort()),
      DATA_DIR: join(folder.path, environment["DATA_DIR"] ?? ""),
      DATABASE_URL: database,
      REDIS_URL: redisUrl,
    };
    expect(Object.keys(environment)).toEqual(expect.arrayContaining(Object.keys(ofContainer)));
    return { ...environment, ...ofContainer, ...NOWHERE };
  }));
}

const run = (settings: Settings, ...args: ReadonlyArray<string>) =>
  runToEnd([...COMMAND_LINE, ...args], { settings });

describe("the replicas of compose.yaml, started", () => {
  test.skipIf(skip !== undefined)(
    withReason("are one service behind the proxy, and one of them can be stopped", skip),
    async () => {
      const all = await environments();
      const processes = all.map((settings) => startProcess("start", settings));
      await Promise.all(processes.map(({ waitFor }) => waitFor(/Strikeline answers on (\S+)/)));
      for (const settings of all) expect((await run(settings, "health")).code).toBe(0);
      const [first = {}, second = {}] = all;
      expect((await run(first, "account", "add", "me@x.y")).code).toBe(0);
      const { printed } = await run(second, "account", "key", "me@x.y");
      const headers = { "x-api-key": printed.trim() };

      const proxy = await startCaddy(all.map(({ PORT }) => `127.0.0.1:${PORT}`));
      const statusOf = async (path: string) => (await fetch(proxy + path, { headers })).status;
      expect(await statusOf("/health")).toBe(200);
      expect(await statusOf("/api/v1/account")).toBe(200);
      const status = await (await fetch(`${proxy}/api/v1/status`)).json() as {
        readonly fleet: { readonly state: string };
        readonly limits: { readonly store: string };
      };
      expect([status.fleet.state, status.limits.store]).toEqual(["shared", "redis"]);
      const isOpen = Promise.withResolvers<void>();
      const stream = connect(proxy, {
        onState: ({ state }) => state === "open" && isOpen.resolve(),
      });
      void stream.targets()[Symbol.asyncIterator]().next();
      await isOpen.promise;
      stream.close();

      processes[0]?.kill("SIGTERM");
      expect(await processes[0]?.exited).toBe(0);
      for (let count = 0; count < 10; count++) {
        expect(await statusOf("/api/v1/account")).toBe(200);
      }
    },
  );
});
