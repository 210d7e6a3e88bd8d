/** A store whose server stops to take writes under a running service, as in a failover. @module */
import { afterAll, test } from "bun:test";
import { Effect, Layer, ManagedRuntime, Option, Redacted, Result } from "effect";
import postgres from "postgres";
import { layerMachineTime } from "../../adapters/process/machine_time.ts";
import { layerStore } from "../../app/wiring/store.ts";
import { schemaOf } from "../../app/wiring/world_folder.ts";
import { TargetStore } from "../../core/port/target_store.ts";
import { serverSkip, serverUrl } from "../adapters/postgres/fresh_schema.ts";
import { withReason } from "../skip_reason.ts";
import { makeFolder } from "../temporary_folder.ts";
import { until } from "../until.ts";

test.skipIf(serverSkip.skip !== undefined)(
  withReason(
    "a store reports that it takes no writes while its server is read-only, and is well again",
    serverSkip.skip,
  ),
  async () => {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    const world = `sandbox_${seed}` as const;
    const role = `test_role_${seed}`;
    const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
    const url = new URL(serverUrl);
    const database = url.pathname.slice(1);
    const folder = makeFolder();
    await admin.unsafe(`
      create role "${role}" login password 'test';
      grant create on database "${database}" to "${role}"
    `);
    url.username = role;
    url.password = "test";
    const databaseUrl = Option.some(Redacted.make(url.href));
    const runtime = ManagedRuntime.make(
      layerStore({ databaseUrl, redisUrl: Option.none() }, { world, folder: folder.path }).pipe(
        Layer.provide(layerMachineTime),
      ),
    );
    afterAll(async () => {
      await runtime.dispose();
      await admin.unsafe(`
        drop schema if exists "${schemaOf(world)}" cascade;
        revoke create on database "${database}" from "${role}";
        drop role "${role}"
      `);
      await admin.end();
      folder.remove();
    });
    const ping = async () => {
      const pinged = await runtime.runPromise(
        Effect.result(TargetStore.use((store) => store.ping)),
      );
      return Result.isFailure(pinged) ? pinged.failure.message : "well";
    };
    /** Sessions end, and new ones are like this. */
    const setReadOnly = async (value: "on" | "off") => {
      await admin.unsafe(`alter role "${role}" set default_transaction_read_only = ${value}`);
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`;
    };
    await until(async () => await ping() === "well");
    await setReadOnly("on");
    await until(async () => await ping() === "Cannot use the store: it takes no writes now");
    await setReadOnly("off");
    await until(async () => await ping() === "well");
  },
);
