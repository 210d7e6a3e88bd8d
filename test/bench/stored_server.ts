/**
 * A reference: a process that opens an embedded store and serves, with the same libraries as ours.
 * Takes the folder of the store.
 *
 * @module
 */
import process from "node:process";
import { PGlite } from "@electric-sql/pglite";
import { Elysia } from "elysia";

const [folder = ""] = Bun.argv.slice(2);
const store = await PGlite.create(folder);

new Elysia()
  .get("/health", async () => (await store.query("select 'ok' as said")).rows)
  .listen({ hostname: "127.0.0.1", port: Number(process.env["PORT"]) });
