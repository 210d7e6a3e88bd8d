import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Effect, ManagedRuntime, Redacted } from "effect";
import { makeConnection } from "../../../adapters/postgres/connection_pool.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { StoreUnavailable } from "../../../adapters/postgres/store_unavailable.ts";
import { newSchema, serverSkip, serverUrl } from "./fresh_schema.ts";
import { type Gate, openGate } from "../../gate.ts";
import { until } from "../../until.ts";

/** Long enough for a statement on a busy machine, since most tests wait for it once or twice. */
const TIMEOUT_MS = 3_000;

function layerAt(url: string) {
  const options = { connectionsMax: 3, timeoutMs: TIMEOUT_MS };
  return layerSqlServer({ url: Redacted.make(url), schema: newSchema(), ...options });
}

/** What the operator reads, and how long it took. */
async function failureAt(url: string) {
  const startedAtMs = performance.now();
  const failure = await Effect.runPromise(Effect.flip(Effect.provide(Sql, layerAt(url))));
  expect(failure).toBeInstanceOf(StoreUnavailable);
  return { message: failure.message, tookMs: performance.now() - startedAtMs };
}

describe("a server that cannot be had", () => {
  test("is refused by its address", async () => {
    const { message, tookMs } = await failureAt("postgres://user:secret@127.0.0.1:1/name");
    expect(message).toBe("Cannot open the store: 127.0.0.1:1 refuses connections");
    expect(tookMs).toBeLessThan(TIMEOUT_MS);
  });

  test.each(["not a url", "", "postgres:///name"])("is refused by its URL %p", async (url) => {
    expect((await failureAt(url)).message).toBe(
      "Cannot open the store: DATABASE_URL is not of the form " +
        "postgres://user:password@host:5432/name",
    );
  });

  test("never has its password in the message", async () => {
    for (const url of ["postgres://u:secret@127.0.0.1:1/n", "postgres://u:secret@", "secret"]) {
      expect((await failureAt(url)).message).not.toContain("secret");
    }
  });

  test("is given up when it is silent", async () => {
    const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    const { message, tookMs } = await failureAt(`postgres://u@127.0.0.1:${silent.port}/name`);
    expect(message).toMatch(/^Cannot open the store: 127.0.0.1:\d+ gives no answer within 3 s$/);
    expect(tookMs).toBeLessThan(4 * TIMEOUT_MS);
    silent.stop(true);
  });
});

const suite = serverSkip.skip === undefined ? describe : describe.skip;
suite(`a server that comes and goes (${serverSkip.skip ?? "real"})`, () => {
  let gate: Gate;
  let runtime: ManagedRuntime.ManagedRuntime<Sql, unknown>;
  beforeAll(async () => {
    const server = new URL(serverUrl);
    gate = await openGate({ host: server.hostname, port: Number(server.port || 5432) });
    server.hostname = "127.0.0.1";
    server.port = String(gate.port);
    runtime = ManagedRuntime.make(layerAt(server.href));
    await runtime.runPromise(Sql);
  });
  afterAll(async () => {
    await runtime.dispose();
    await gate.shut();
  });
  const run = <A, E>(use: (sql: Sql["Service"]) => Effect.Effect<A, E>) =>
    runtime.runPromise(Sql.use(use));
  const one = () => run((sql) => sql.query("select 1 as one"));
  const tenAtOnce = () => Promise.all(Array.from({ length: 10 }, one));

  test("serves", async () => expect((await tenAtOnce()).length).toBe(10));

  test("compiles no statement", async () => {
    const rows = await runtime.runPromise(Sql.use(({ query }) => query("show jit")));
    expect(rows).toEqual([{ jit: "off" }]);
  });

  test("fails at once while it is gone, and serves again when it is back", async () => {
    await gate.shut();
    for (let i = 0; i < 5; i++) {
      const failure = await run((sql) => Effect.flip(sql.query("select 1")));
      expect(failure._tag).toBe("SqlFailed");
    }
    await gate.open();
    await until(() => one().then(() => true, () => false), "it serves again");
    expect((await tenAtOnce()).length).toBe(10);
  });

  test("survives a backend that is killed inside a transaction", async () => {
    const failure = await run((sql) =>
      Effect.flip(sql.transaction(Effect.fnUntraced(function* (inside) {
        const [row] = yield* inside.query("select pg_backend_pid() as pid");
        // Until it is gone, so that it cannot answer before it is ended.
        yield* sql.query("select pg_terminate_backend($1::int, 5000)", [Number(row?.["pid"])]);
        yield* inside.query("select 1");
      })))
    );
    expect(failure._tag).toBe("SqlFailed");
    expect((await tenAtOnce()).length).toBe(10);
  });

  test("knows of a connection that was cut while it rested", async () => {
    const connection = makeConnection(serverUrl, { timeoutMs: TIMEOUT_MS, settings: {} });
    const [row] = await connection.run({ text: "select pg_backend_pid() as pid" });
    expect(connection.isBroken()).toBe(false);
    await run((sql) => sql.query("select pg_terminate_backend($1::int)", [Number(row?.["pid"])]));
    await until(connection.isBroken);
    await connection.close(0);
  });

  test("gives up on a connection when all are busy, and loses none", async () => {
    const busy = Array.from({ length: 3 }, () => run((sql) => sql.query("select pg_sleep(0.4)")));
    const waiting = Array.from({ length: 30 }, one);
    expect((await Promise.all(waiting)).length).toBe(30);
    await Promise.all(busy);
    const hung = Array.from(
      { length: 3 },
      () => run((sql) => Effect.exit(sql.transaction(() => Effect.sleep(2 * TIMEOUT_MS)))),
    );
    const failure = await run((sql) => Effect.flip(sql.query("select 1")));
    expect(failure.message).toBe("Cannot run a statement: all connections are busy");
    await Promise.all(hung);
    expect((await tenAtOnce()).length).toBe(10);
  });

  test("ends a statement that takes too long", async () => {
    const startedAtMs = performance.now();
    const failure = await run((sql) => Effect.flip(sql.query("select pg_sleep(20)")));
    expect(failure._tag).toBe("SqlFailed");
    expect(performance.now() - startedAtMs).toBeLessThan(4 * TIMEOUT_MS);
    expect((await tenAtOnce()).length).toBe(10);
  });

  test("replaces connections that have become silent", async () => {
    await tenAtOnce();
    gate.mute();
    const failures = await Promise.all([
      run((sql) => Effect.flip(sql.query("select 1"))),
      run((sql) => Effect.flip(sql.transaction((inside) => inside.query("select 1")))),
    ]);
    expect(failures.map(({ _tag }) => _tag)).toEqual(["SqlFailed", "SqlFailed"]);
    gate.unmute();
    // The old connections stay mute: what they were asked was lost on the way.
    expect((await tenAtOnce()).length).toBe(10);
  });
});
