/**
 * A database of its own on a PostgreSQL server: live mode has one schema a database.
 *
 * @module
 */
import process from "node:process";

/** A database, and how to remove it. */
export interface OwnDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

/** Creates an empty database beside the one of a URL. */
export async function makeOwnDatabase(databaseUrl: string): Promise<OwnDatabase> {
  const name = `strikeline_bench_${process.pid}`;
  const server = new Bun.SQL(databaseUrl, { max: 1 });
  await server.unsafe(`create database ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await server.unsafe(`drop database ${name} with (force)`);
      await server.close();
    },
  };
}
