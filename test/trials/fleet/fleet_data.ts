/**
 * What one fleet keeps in Redis: found by the fleet's id, so that nobody else's data is touched.
 *
 * @module
 */
import { RedisClient } from "bun";
import { Effect, Redacted } from "effect";
import { readFleetId } from "../../../adapters/postgres/fleet_id.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { fleetKey } from "../../../adapters/redis/fleet_key.ts";

/** Where a fleet keeps its data. */
export interface FleetServers {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly schema: string;
}

/** Reads the id of a fleet, which its schema holds. */
export function readFleet({ databaseUrl, schema }: FleetServers): Promise<string> {
  const url = Redacted.make(databaseUrl);
  const layer = layerSqlServer({ url, schema, connectionsMax: 1 });
  return Effect.runPromise(Effect.provide(readFleetId, layer));
}

/** Deletes the keys of a fleet. Returns how many there were. */
export async function forgetFleet(
  { redisUrl }: FleetServers,
  fleet: string,
): Promise<number> {
  if (fleet === "") return 0;
  const redis = new RedisClient(redisUrl);
  try {
    let count = 0;
    let cursor = "0";
    do {
      const match = `${fleetKey(fleet, "").replaceAll(/[[\]?*\\]/g, "\\$&")}*`;
      const scan = [cursor, "MATCH", match, "COUNT", "1000"];
      const [next, keys] = await redis.send("SCAN", scan) as [string, Array<string>];
      if (keys.length > 0) count += Number(await redis.send("DEL", keys));
      cursor = next;
    } while (cursor !== "0");
    return count;
  } finally {
    redis.close();
  }
}
