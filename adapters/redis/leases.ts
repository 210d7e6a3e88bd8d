/**
 * Leases in Redis: each is held by one replica, which loses it if it does not renew it in time.
 *
 * @module
 */
import { Effect } from "effect";
import { keepLeases } from "../../core/use_case/time/mod.ts";
import type { RedisConnection } from "./connection.ts";

/** The connection, and how leases are named. */
export interface RedisLeasesOptions {
  readonly connection: Pick<RedisConnection, "send">;
  /** Names this process in its fleet. */
  readonly holder: string;
  readonly keyOf: (lease: string) => string;
}

/** A holder that hangs for longer is replaced. */
export const LEASE_MS = 3_000;
/** How often leases are renewed, and free ones are taken. */
export const RENEW_EVERY_MS = 500;

/** Takes the free ones of these leases, renews our own, and returns 1 or 0 for each. */
const RENEW = `
  local held = {}
  for i, key in ipairs(KEYS) do
    local holder = redis.call('GET', key)
    if not holder or holder == ARGV[1] then
      redis.call('SET', key, ARGV[1], 'PX', ARGV[2])
      held[i] = 1
    else
      held[i] = 0
    end
  end
  return held`;

/** Gives up our own ones of these leases. */
const RELEASE = `
  for _, key in ipairs(KEYS) do
    if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
  end`;

/** Keeps leases for the life of the scope. A replica that cannot reach Redis works alone. */
export function keepRedisLeases({ connection, holder, keyOf }: RedisLeasesOptions) {
  const run = (script: string, names: ReadonlyArray<string>, ...parameters: Array<string>) =>
    Effect.tryPromise(() =>
      connection.send("EVAL", [
        script,
        String(names.length),
        ...names.map(keyOf),
        holder,
        ...parameters,
      ])
    );
  return keepLeases({
    take: (names) =>
      Effect.map(
        run(RENEW, names, String(LEASE_MS)),
        (held) => names.map((_, index) => Array.isArray(held) && held[index] === 1),
      ),
    release: (names) => run(RELEASE, names),
    leaseMs: LEASE_MS,
    renewEveryMs: RENEW_EVERY_MS,
    worksAlone: true,
  });
}
