import { afterEach, describe, expect, test } from "bun:test";
import { Effect, Layer, ManagedRuntime, Redacted } from "effect";
import postgres from "postgres";
import { layerGameStore } from "../../../adapters/postgres/game_store.ts";
import { layerLeadership, LEASE_MS } from "../../../adapters/postgres/leadership.ts";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { GameStore, Leadership } from "../../../core/port/mod.ts";
import { MachineTime } from "../../../core/use_case/mod.ts";
import { changesOf, gameRecord } from "../../contract/game_fixture.ts";
import { leadershipContract } from "../../contract/leadership_contract.ts";
import { dropSchema } from "../../bench/drop_schema.ts";
import { newSchema, serverSkip, serverUrl } from "./fresh_schema.ts";
import { until } from "../../until.ts";

/** A time that stands until it is moved, and the sleeps on it. */
function makeStandingTime() {
  let nowMs = 0;
  const sleepers: Array<() => void> = [];
  return {
    layer: Layer.succeed(MachineTime, {
      nowMs: Effect.sync(() => nowMs),
      sleep: () => Effect.callback<void>((resume) => void sleepers.push(() => resume(Effect.void))),
    }),
    pass: (ms: number) => void (nowMs += ms),
    /** Ends the sleep before the next renewal. */
    wake: () => sleepers.splice(0).forEach((wake) => wake()),
    isAsleep: () => sleepers.length > 0,
  };
}

function layerOf(schema: string, { url = serverUrl, timeoutMs = 120_000, time = layerNone } = {}) {
  const options = { schema, connectionsMax: 2, timeoutMs };
  return Layer.provide(
    Layer.merge(Layer.provide(layerLeadership, time), layerGameStore),
    layerMigrated(layerSqlServer({ url: Redacted.make(url), ...options })),
  );
}
/** The machine's time. */
const layerNone: Layer.Layer<never> = Layer.empty;

const ownSchema = newSchema();
leadershipContract({
  name: "embedded PostgreSQL",
  layer: Layer.provide(
    layerLeadership,
    layerMigrated(layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline_test" })),
  ),
});
leadershipContract({ name: "PostgreSQL server", layer: layerOf(ownSchema), ...serverSkip });

const suite = serverSkip.skip === undefined ? describe : describe.skip;
suite(`processes that share a PostgreSQL server (${serverSkip.skip ?? "real"})`, () => {
  const open: Array<{ readonly end: () => Promise<void> }> = [];
  const schemas = new Set([ownSchema]);
  afterEach(async () => {
    for (const { end } of open.splice(0).reverse()) await end();
    for (const schema of schemas) await dropSchema(serverUrl, schema);
    schemas.clear();
  });

  const makeSchema = () => {
    const schema = newSchema();
    schemas.add(schema);
    return schema;
  };

  /** One process with its own pool, whose renewals come when the test says so. */
  const start = async (schema: string, options: Parameters<typeof layerOf>[1] = {}) => {
    const time = makeStandingTime();
    const runtime = ManagedRuntime.make(layerOf(schema, { time: time.layer, ...options }));
    const end = () => runtime.dispose();
    open.push({ end });
    await runtime.runPromise(Leadership);
    const isLeading = () => runtime.runPromise(Leadership.use(({ isLeading }) => isLeading));
    return {
      end,
      pass: time.pass,
      isLeading,
      renew: async () => {
        await until(time.isAsleep);
        time.wake();
        await until(time.isAsleep, "the end of the renewal");
        return await isLeading();
      },
      write: () =>
        runtime.runPromise(
          GameStore.use((store) =>
            Effect.result(store.write(changesOf({ games: [gameRecord({})] })))
          ),
        ),
      note: () =>
        runtime.runPromise(
          GameStore.use((store) =>
            Effect.result(
              store.noteReadings({
                readings: [],
                troubles: [],
                forgetBefore: { year: 2026, month: 1, day: 1 },
              }),
            )
          ),
        ),
    };
  };

  /** Says when the lease of a schema ends, on the clock of the store. */
  const endLease = async (schema: string, untilText: "epoch" | "infinity") => {
    const sql = postgres(serverUrl, { max: 1, connection: { search_path: schema } });
    await sql`update leases set until = ${untilText}::text::timestamptz`;
    await sql.end();
  };

  /** Waits until a session waits for the row of the last write. */
  const untilWaiting = async () => {
    const sql = postgres(serverUrl, { max: 1 });
    const isWaiting = () =>
      sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%from games_head for update%'`;
    await until(async () => (await isWaiting()).length > 0, "a session that waits");
    await sql.end();
  };

  test("have one leader at a time, and one for each schema", async () => {
    const schema = makeSchema();
    const all = await Promise.all(Array.from({ length: 4 }, () => start(schema)));
    const other = await start(makeSchema());
    const leading = await Promise.all(all.map(({ isLeading }) => isLeading()));
    expect(leading.filter(Boolean).length).toBe(1);
    expect(await other.isLeading()).toBe(true);
  });

  test("keep their leader while it renews, and have another one when it ends", async () => {
    const schema = makeSchema();
    const [first, second] = [await start(schema), await start(schema)];
    expect([await first.isLeading(), await second.isLeading()]).toEqual([true, false]);
    for (let renewals = 0; renewals < 5; renewals++) {
      await endLease(schema, "epoch");
      expect(await first.renew()).toBe(true);
      await endLease(schema, "infinity");
      expect(await second.renew()).toBe(false);
    }
    await first.end();
    expect(await second.renew()).toBe(true);
    expect(await (await start(schema)).isLeading()).toBe(false);
  });

  test("refuse the writes of a leader that hung until another one took over", async () => {
    const schema = makeSchema();
    const [first, second] = [await start(schema), await start(schema)];
    expect([await first.isLeading(), await second.isLeading()]).toEqual([true, false]);
    expect(await first.write()).toMatchObject({ _tag: "Success" });
    // As if the first one had renewed nothing until the lease was over.
    await endLease(schema, "epoch");
    expect(await second.renew()).toBe(true);
    expect(await second.write()).toMatchObject({ _tag: "Success" });
    expect(await first.write()).toMatchObject({
      failure: { message: expect.stringContaining("another process leads by now") },
    });
    expect(await second.write()).toMatchObject({ _tag: "Success" });
  });

  test(
    "refuse what a leader noted while another one wrote, which took over meanwhile",
    async () => {
      const schema = makeSchema();
      const first = await start(schema);
      expect(await first.isLeading()).toBe(true);
      const sql = postgres(serverUrl, { max: 1, connection: { search_path: schema } });
      open.push({ end: () => sql.end() });
      let noted: ReturnType<typeof first.note> | undefined;
      await sql.begin(async (inside) => {
        await inside`update games_head set revision = revision`;
        noted = first.note();
        // It waits for the write, or else has asked too early whether it leads.
        await Promise.race([noted, untilWaiting()]);
        await inside`update leases set holder = 'another process'`;
      });
      expect(await noted).toMatchObject({ _tag: "Failure" });
    },
  );

  test("do not lead for longer than a lease that they could not renew", async () => {
    const first = await start(makeSchema());
    expect(await first.isLeading()).toBe(true);
    first.pass(LEASE_MS - 1);
    expect(await first.isLeading()).toBe(true);
    first.pass(1);
    expect(await first.isLeading()).toBe(false);
    expect(await first.renew()).toBe(true);
  });
});
