/**
 * Whether the server that counts requests for all replicas answers.
 *
 * @module
 */
import { Option, Redacted } from "effect";
import { connectToRedis } from "../../../adapters/redis/connection.ts";
import type { StorageSettings } from "../../settings/storage_settings.ts";
import { type Finding, off, trouble, well } from "./doctor_report.ts";

/** As long as the service waits for a connection. */
const TIMEOUT_MS = 2_000;
/** How an answer begins that is an error of Redis: such as `ERR`, `WRONGPASS`, `NOAUTH`. */
const REFUSAL = /^[A-Z]{3,} /;

/** Asks for an answer. Without a setting it is off, which suits a single service. */
export async function checkRedis(
  { redisUrl }: Pick<StorageSettings, "redisUrl">,
): Promise<Finding> {
  if (Option.isNone(redisUrl)) {
    return off("each service counts requests by itself", "Set REDIS_URL if you run replicas");
  }
  const url = Redacted.value(redisUrl.value);
  const { host, pathname } = new URL(url);
  const connection = connectToRedis({ url, timeoutMs: TIMEOUT_MS });
  try {
    await connection.send("PING", []);
    return well(`${host} answers`);
  } catch (cause) {
    // Never the URL, which may have a password.
    const reason = cause instanceof Error ? cause.message.split("\n")[0] ?? "" : "no answer";
    const what = /DB index|database number/.test(reason)
      ? `has no database "${pathname.slice(1)}"`
      : REFUSAL.test(reason)
      ? "refuses us"
      : "does not answer";
    return trouble(
      `${host} ${what} (${reason}); each service counts by itself meanwhile`,
      what === "does not answer"
        ? "Start Redis, or check the host and port of REDIS_URL"
        : "Check the user, the password and the database number of REDIS_URL, such as the 0 of " +
          "redis://user:password@host:6379/0",
    );
  } finally {
    connection.close();
  }
}
