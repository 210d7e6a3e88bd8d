import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Effect, ManagedRuntime, Redacted, Result } from "effect";
import { makeConnection } from "../../../../adapters/postgres/engine/connection_pool.ts";
import { layerMigrated } from "../../../../adapters/postgres/engine/migrate.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { layerSqlServer } from "../../../../adapters/postgres/engine/sql_server.ts";
import { StoreUnavailable } from "../../../../adapters/postgres/engine/store_unavailable.ts";
import { newSchema, serverSkip, serverUrl } from "../fresh_schema.ts";
import { withReason } from "../../../skip_reason.ts";
import { startRewritingProxy } from "../rewriting_proxy.ts";
import { type Gate, openGate } from "../../../gate.ts";
import { until } from "../../../until.ts";

/** As long as a busy machine needs for an answer. */
const PATIENT_MS = 120_000;
/** Where no answer is to come. */
const HASTY_MS = 300;

function layerAt(url: string, timeoutMs = PATIENT_MS) {
  const options = { connectionsMax: 3, timeoutMs };
  return layerSqlServer({ url: Redacted.make(url), schema: newSchema(), ...options });
}

/** What the operator reads. */
async function failureAt(url: string, timeoutMs = HASTY_MS) {
  const failure = await Effect.runPromise(
    Effect.flip(Effect.provide(Sql, layerMigrated(layerAt(url, timeoutMs)))),
  );
  expect(failure).toBeInstanceOf(StoreUnavailable);
  return failure.message;
}

describe("a server that cannot be had", () => {
  const FORM = "DATABASE_URL is not of the form postgres://user:password@host:5432/name";
  test.each([
    ["postgres://user:secret@127.0.0.1:1/name", "127.0.0.1:1 refuses connections"],
    ["postgres://u:secret@", FORM],
    ["postgres:///name", FORM],
    ["secret", FORM],
    ["", FORM],
  ])("is refused at %p, without its password", async (url, reason) => {
    expect(await failureAt(url)).toBe(`Cannot open the store: ${reason}`);
  });

  test("is given up when it is silent", async () => {
    const silent = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
    expect(await failureAt(`postgres://u@127.0.0.1:${silent.port}/name`)).toMatch(
      /^Cannot open the store: 127.0.0.1:\d+ gives no answer within 0.3 s$/,
    );
    silent.stop(true);
  });

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("is refused if it is read-only, with what to do", serverSkip.skip),
    async () => {
      const url = new URL(serverUrl);
      url.searchParams.set("options", "-c default_transaction_read_only=on");
      expect(await failureAt(url.href, PATIENT_MS)).toBe(
        "Cannot open the store: it is read-only (a standby, or default_transaction_read_only is " +
          "on); set DATABASE_URL to the primary server, or make this one writable",
      );
    },
  );

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("is refused if it is older than version 14", serverSkip.skip),
    async () => {
      const url = new URL(serverUrl);
      const versions = Sql.use(({ query }) => query(VERSIONS));
      const [row] = await Effect.runPromise(Effect.provide(versions, layerAt(serverUrl)));
      const [number, text] = [String(row?.["number"]), String(row?.["text"])];
      const proxy = await startRewritingProxy(
        { host: url.hostname, port: Number(url.port || 5432) },
        [[number, `13${number.slice(2)}`], [text, `13${text.slice(2)}`]],
      );
      url.host = `127.0.0.1:${proxy.port}`;
      expect(await failureAt(url.href, PATIENT_MS)).toBe(
        `Cannot open the store: ${url.host} is PostgreSQL 13${
          text.slice(2).split(" ")[0]
        }; use 14 or later`,
      );
      await proxy.stop();
    },
  );
});

const VERSIONS = `
  select current_setting('server_version_num') as number, current_setting('server_version') as text
`;

const suite = serverSkip.skip === undefined ? describe : describe.skip;
suite(`a server that comes and goes (${serverSkip.skip ?? "real"})`, () => {
  let gate: Gate;
  let url: string;
  let runtime: ManagedRuntime.ManagedRuntime<Sql, unknown>;
  const open: Array<() => Promise<void>> = [];
  beforeAll(async () => {
    const server = new URL(serverUrl);
    gate = await openGate({ host: server.hostname, port: Number(server.port || 5432) });
    server.hostname = "127.0.0.1";
    server.port = String(gate.port);
    url = server.href;
    runtime = ManagedRuntime.make(layerAt(url));
    await runtime.runPromise(Sql);
  });
  afterAll(async () => {
    await runtime.dispose();
    for (const close of open) await close();
    await gate.shut();
  });
  /** A pool whose deadlines pass soon, opened however often that takes. */
  const openHasty = async () => {
    let sql: Sql["Service"] | undefined;
    await until(async () => {
      const hasty = ManagedRuntime.make(layerAt(url, HASTY_MS));
      open.push(() => hasty.dispose());
      return await hasty.runPromise(Sql).then(
        (opened) => (sql = opened) !== undefined,
        () => false,
      );
    }, "an answer before the deadline");
    const opened = sql ?? expect.unreachable();
    return <A, E>(use: (sql: Sql["Service"]) => Effect.Effect<A, E>) =>
      Effect.runPromise(use(opened));
  };
  const run = <A, E>(use: (sql: Sql["Service"]) => Effect.Effect<A, E>) =>
    runtime.runPromise(Sql.use(use));
  const one = () => run((sql) => sql.query("select 1 as one"));
  const tenAtOnce = () => Promise.all(Array.from({ length: 10 }, one));

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
    const connection = makeConnection(serverUrl, { timeoutMs: PATIENT_MS, settings: {} });
    const [row] = await connection.run({ text: "select pg_backend_pid() as pid" });
    expect(connection.isBroken()).toBe(false);
    await run((sql) => sql.query("select pg_terminate_backend($1::int)", [Number(row?.["pid"])]));
    await until(connection.isBroken);
    await connection.close(0);
  });

  test("gives up on a connection when all are busy, and loses none", async () => {
    const runHasty = await openHasty();
    const release = Promise.withResolvers<void>();
    let begun = 0;
    const holding = Effect.promise(() => {
      begun += 1;
      return release.promise;
    });
    const hold = () =>
      until(() =>
        runHasty((sql) => Effect.result(sql.transaction(() => holding))).then(Result.isSuccess)
      );
    const held = Array.from({ length: 3 }, hold);
    await until(() => begun === 3);
    const failure = await runHasty((sql) => Effect.flip(sql.query("select 1")));
    expect(failure.message).toBe("Cannot run a statement: all connections are busy");
    release.resolve();
    await Promise.all(held);
    const again = () => runHasty((sql) => Effect.result(sql.query("select 1")));
    await until(async () => Result.isSuccess(await again()), "a connection");
  });

  test("ends a statement that takes too long", async () => {
    const runHasty = await openHasty();
    const failure = await runHasty((sql) => Effect.flip(sql.query("select pg_sleep(600)")));
    expect(failure._tag).toBe("SqlFailed");
  });

  test("replaces connections that have become silent", async () => {
    const runHasty = await openHasty();
    gate.mute();
    const failures = await Promise.all([
      runHasty((sql) => Effect.flip(sql.query("select 1"))),
      runHasty((sql) => Effect.flip(sql.transaction((inside) => inside.query("select 1")))),
    ]);
    expect(failures.map(({ _tag }) => _tag)).toEqual(["SqlFailed", "SqlFailed"]);
    gate.unmute();
    // The old connections stay mute: what they were asked was lost on the way.
    const again = () => runHasty((sql) => Effect.result(sql.query("select 1")));
    await until(async () => Result.isSuccess(await again()), "another connection");
  });
});
