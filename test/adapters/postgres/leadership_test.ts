import { afterEach, describe, expect, test } from "bun:test";
import { Effect, Layer, ManagedRuntime, Redacted } from "effect";
import postgres from "postgres";
import { layerGameStore } from "../../../adapters/postgres/game_store.ts";
import { layerLeadership } from "../../../adapters/postgres/leadership.ts";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { GameStore, Leadership } from "../../../core/port/mod.ts";
import { changesOf, gameRecord } from "../../contract/game_fixture.ts";
import { leadershipContract } from "../../contract/leadership_contract.ts";
import { dropSchema } from "../../bench/drop_schema.ts";
import { newSchema, serverSkip, serverUrl } from "./fresh_schema.ts";
import { openGate } from "../../gate.ts";

/** Of a server that is silent. All others have as long as a busy machine needs. */
const SILENT_MS = 700;
const POLL_MS = 20;
const TEST_TIMEOUT_MS = 300_000;

function layerOf(schema: string, { url = serverUrl, timeoutMs = 120_000 } = {}) {
  const options = { schema, connectionsMax: 2, timeoutMs };
  return Layer.provide(
    Layer.merge(layerLeadership, layerGameStore),
    layerMigrated(layerSqlServer({ url: Redacted.make(url), ...options })),
  );
}

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

  /** One process with its own pool. */
  const start = async (schema: string, options: Parameters<typeof layerOf>[1] = {}) => {
    const runtime = ManagedRuntime.make(layerOf(schema, options));
    const end = () => runtime.dispose();
    open.push({ end });
    await runtime.runPromise(Leadership);
    return {
      end,
      isLeading: () => runtime.runPromise(Leadership.use((leadership) => leadership.isLeading)),
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
  type Started = Awaited<ReturnType<typeof start>>;

  /** A process that the test can stop and kill. */
  const startProcess = (schema: string) => {
    const command = [process.execPath, `${import.meta.dir}/leading_process.ts`, serverUrl, schema];
    const child = Bun.spawn(command, { stdout: "pipe", stdin: "pipe" });
    open.push({
      end: async () => {
        child.kill("SIGKILL");
        await child.exited;
      },
    });
    const reader = child.stdout.getReader();
    const decoder = new TextDecoder();
    let text = "";
    const nextLine = async () => {
      while (!text.includes("\n")) text += decoder.decode((await reader.read()).value);
      const [line = "", ...rest] = text.split("\n");
      text = rest.join("\n");
      return line;
    };
    return {
      child,
      nextLine,
      write: async () => {
        child.stdin.write("write\n");
        await child.stdin.flush();
        return await nextLine();
      },
    };
  };

  /** Waits until a session waits for the row of the last write. */
  const untilWaiting = async () => {
    const sql = postgres(serverUrl, { max: 1 });
    const isWaiting = () =>
      sql`select 1 from pg_stat_activity
        where wait_event_type = 'Lock' and query like '%from games_head for update%'`;
    while ((await isWaiting()).length === 0) await Bun.sleep(POLL_MS);
    await sql.end();
  };

  const untilLeading = async ({ isLeading }: Started) => {
    while (!await isLeading()) await Bun.sleep(POLL_MS);
  };

  test("have one leader at a time, and one for each schema", async () => {
    const schema = makeSchema();
    const all = await Promise.all(Array.from({ length: 4 }, () => start(schema)));
    const other = await start(makeSchema());
    for (let round = 0; round < 3; round++) {
      const leading = await Promise.all(all.map(({ isLeading }) => isLeading()));
      expect(leading.filter(Boolean).length).toBe(1);
      expect(await other.isLeading()).toBe(true);
    }
  }, TEST_TIMEOUT_MS);

  test("keep their leader while it lives, and have another one soon after it ends", async () => {
    const schema = makeSchema();
    const first = await start(schema);
    const second = await start(schema);
    expect(await first.isLeading()).toBe(true);
    // For longer than a lease that is not renewed.
    await Bun.sleep(3_500);
    expect([await first.isLeading(), await second.isLeading()]).toEqual([true, false]);
    await first.end();
    await untilLeading(second);
    const third = await start(schema);
    expect(await third.isLeading()).toBe(false);
  }, TEST_TIMEOUT_MS);

  test("have another leader after theirs is killed", async () => {
    const schema = makeSchema();
    const first = startProcess(schema);
    expect(await first.nextLine()).toBe("leading");
    const second = await start(schema);
    expect(await second.isLeading()).toBe(false);
    first.child.kill("SIGKILL");
    await untilLeading(second);
  }, TEST_TIMEOUT_MS);

  test("refuse the writes of a leader that hung until another one took over", async () => {
    const schema = makeSchema();
    const first = startProcess(schema);
    expect(await first.nextLine()).toBe("leading");
    expect(await first.write()).toBe("written");
    const second = await start(schema);
    first.child.kill("SIGSTOP");
    await untilLeading(second);
    expect(await second.write()).toMatchObject({ _tag: "Success" });
    first.child.kill("SIGCONT");
    expect(await first.write()).toContain("Cannot store games: another process leads by now");
    expect(await second.write()).toMatchObject({ _tag: "Success" });
  }, TEST_TIMEOUT_MS);

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
    TEST_TIMEOUT_MS,
  );

  test("do not lead for longer than a lease while the server is silent", async () => {
    const server = new URL(serverUrl);
    const gate = await openGate({ host: server.hostname, port: Number(server.port || 5432) });
    open.push({ end: () => gate.shut() });
    server.hostname = "127.0.0.1";
    server.port = String(gate.port);
    const schema = makeSchema();
    const first = await start(schema, { url: server.href, timeoutMs: SILENT_MS });
    expect(await first.isLeading()).toBe(true);
    const second = await start(schema);
    gate.mute();
    await untilLeading(second);
    expect(await first.isLeading()).toBe(false);
    gate.unmute();
    await second.end();
    await untilLeading(first);
  }, TEST_TIMEOUT_MS);
});
