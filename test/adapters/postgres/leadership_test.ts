import { afterEach, describe, expect, test } from "bun:test";
import { Effect, Layer, ManagedRuntime, Redacted } from "effect";
import { layerLeadership } from "../../../adapters/postgres/leadership.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { Leadership } from "../../../core/port/mod.ts";
import { leadershipContract } from "../../contract/leadership_contract.ts";
import { newSchema, serverSkip, serverUrl } from "./fresh_schema.ts";
import { openGate } from "./gate.ts";

const TIMEOUT_MS = 700;
/** How soon another one leads after a process has ended. */
const TAKEN_OVER_MS = 1_000;
const POLL_MS = 20;
const TEST_TIMEOUT_MS = 300_000;

function layerOf(schema: string, url = serverUrl): Layer.Layer<Leadership | Sql, unknown> {
  const options = { schema, connectionsMax: 2, timeoutMs: TIMEOUT_MS };
  return Layer.provideMerge(
    layerLeadership,
    layerSqlServer({ url: Redacted.make(url), ...options }),
  );
}

leadershipContract({
  name: "embedded PostgreSQL",
  layer: Layer.provide(
    layerLeadership,
    layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline_test" }),
  ),
});
leadershipContract({ name: "PostgreSQL server", layer: layerOf(newSchema()), ...serverSkip });

const suite = serverSkip.skip === undefined ? describe : describe.skip;
suite(`processes that share a PostgreSQL server (${serverSkip.skip ?? "real"})`, () => {
  const open: Array<{ readonly end: () => Promise<void> }> = [];
  afterEach(async () => {
    for (const { end } of open.splice(0)) await end();
  });

  /** One process: its own pool, and its own connection for locks. */
  const start = (schema: string, url?: string) => {
    const runtime = ManagedRuntime.make(layerOf(schema, url));
    const end = () => runtime.dispose();
    open.push({ end });
    return {
      end,
      isLeading: () => runtime.runPromise(Leadership.use((leadership) => leadership.isLeading)),
      query: (text: string, parameters: ReadonlyArray<string> = []) =>
        runtime.runPromise(Sql.use((sql) => sql.query(text, parameters))),
    };
  };
  type Started = ReturnType<typeof start>;

  const untilLeading = async ({ isLeading }: Started) => {
    const startedMs = performance.now();
    while (!await isLeading()) await Bun.sleep(POLL_MS);
    return performance.now() - startedMs;
  };
  /** Ends the session that holds the lead of a schema, and waits for its end. */
  const killLeader = async ({ query }: Started, schema: string) => {
    const killed = await query(
      `with lead as (select hashtextextended($1, 0) as key)
       select pg_terminate_backend(pid, 5000) as is_gone from pg_locks, lead
       where locktype = 'advisory' and granted and objsubid = 1
         and classid::bigint = (key >> 32) & 4294967295 and objid::bigint = key & 4294967295`,
      [`strikeline:${schema}:lead`],
    );
    expect(killed).toEqual([{ is_gone: true }]);
  };

  test("have one leader at a time", async () => {
    const schema = newSchema();
    const all = Array.from({ length: 5 }, () => start(schema));
    for (let round = 0; round < 3; round++) {
      const leading = await Promise.all(all.map(({ isLeading }) => isLeading()));
      expect(leading.filter(Boolean).length).toBe(1);
    }
  });

  test("have one leader for each schema", async () => {
    const [one, other] = [start(newSchema()), start(newSchema())];
    expect([await one.isLeading(), await other.isLeading()]).toEqual([true, true]);
  });

  test("keep their leader while it lives, and have another one soon after it ends", async () => {
    const schema = newSchema();
    const [first, second] = [start(schema), start(schema)];
    expect(await first.isLeading()).toBe(true);
    for (let asked = 0; asked < 10; asked++) expect(await second.isLeading()).toBe(false);
    expect(await first.isLeading()).toBe(true);
    await first.end();
    expect(await untilLeading(second)).toBeLessThan(TAKEN_OVER_MS);
    expect(await start(schema).isLeading()).toBe(false);
  });

  test("have another leader soon after theirs is killed", async () => {
    const schema = newSchema();
    const second = start(schema);
    const command = [process.execPath, `${import.meta.dir}/leading_process.ts`, serverUrl, schema];
    const first = Bun.spawn(command, { stdout: "pipe" });
    open.push({ end: () => Promise.resolve(first.kill("SIGKILL")) });
    const { value } = await first.stdout.getReader().read();
    expect(new TextDecoder().decode(value)).toBe("leading\n");
    expect(await second.isLeading()).toBe(false);
    first.kill("SIGKILL");
    expect(await untilLeading(second)).toBeLessThan(TAKEN_OVER_MS);
  }, TEST_TIMEOUT_MS);

  test("lose the lead with their session to the first candidate that asks", async () => {
    const schema = newSchema();
    const [first, second] = [start(schema), start(schema)];
    expect(await first.isLeading()).toBe(true);
    await killLeader(second, schema);
    expect(await second.isLeading()).toBe(true);
    for (let asked = 0; asked < 3; asked++) expect(await first.isLeading()).toBe(false);
    await second.end();
    expect(await untilLeading(first)).toBeLessThan(TAKEN_OVER_MS);
  });

  test("take the lead again if no other candidate did", async () => {
    const schema = newSchema();
    const first = start(schema);
    expect(await first.isLeading()).toBe(true);
    await killLeader(first, schema);
    expect(await untilLeading(first)).toBeLessThan(TAKEN_OVER_MS);
    expect(await start(schema).isLeading()).toBe(false);
  });

  test("do not lead while the server is unreachable or silent", async () => {
    const server = new URL(serverUrl);
    const gate = await openGate({ host: server.hostname, port: Number(server.port || 5432) });
    open.push({ end: () => gate.shut() });
    server.hostname = "127.0.0.1";
    server.port = String(gate.port);
    const schema = newSchema();
    const first = start(schema, server.href);
    expect(await first.isLeading()).toBe(true);
    await gate.shut();
    for (let asked = 0; asked < 3; asked++) expect(await first.isLeading()).toBe(false);
    await gate.open();
    expect(await untilLeading(first)).toBeLessThan(TAKEN_OVER_MS);
    gate.mute();
    const startedMs = performance.now();
    expect(await first.isLeading()).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(TIMEOUT_MS + TAKEN_OVER_MS);
    gate.unmute();
  }, TEST_TIMEOUT_MS);

  test("ask no server for a lock on behalf of a process that has ended", async () => {
    const schema = newSchema();
    const program = Sql.pipe(Effect.provide(layerOf(schema)));
    const sql = await Effect.runPromise(program);
    const failure = await Effect.runPromise(Effect.flip(sql.hold("lead")));
    expect(failure.message).toBe("Cannot run a statement: the store is closed");
    expect(await start(schema).isLeading()).toBe(true);
  });
});
