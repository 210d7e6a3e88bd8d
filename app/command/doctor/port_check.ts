/**
 * Whether the service can listen, or does so already.
 *
 * @module
 */
import { serviceUrl } from "../../wiring/service_url.ts";
import type { ServerSettings } from "../../settings/server_settings.ts";
import { type Finding, trouble, well } from "./doctor_report.ts";

const TIMEOUT_MS = 2_000;

/** Checks the port; `ownUrl` is that of the running service, if one runs on the same data. */
export async function checkPort(
  { host, port }: Pick<ServerSettings, "host" | "port">,
  ownUrl: string | null,
): Promise<Finding> {
  if (port === 0) return well("any free port will be taken");
  if (ownUrl !== null && new URL(ownUrl).port === String(port)) {
    return well(`the running service answers on ${ownUrl}`);
  }
  const beside = ownUrl === null ? "" : `; the running service answers on ${ownUrl}`;
  const code = await listenOnce(host, port);
  switch (code) {
    case undefined:
      return well(`${host}:${port} is free${beside}`);
    case "EADDRINUSE":
      return await isStrikeline(host, port)
        ? trouble(
          `${host}:${port} is in use by a Strikeline that stores elsewhere`,
          "Set PORT to another, or DATA_DIR and DATABASE_URL to that service's",
        )
        : trouble(
          `${host}:${port} is in use by another program`,
          "Set PORT to another, or stop that program",
        );
    case "EACCES":
      return trouble(`${host}:${port} is not allowed for this user`, "Set PORT to 1024 or more");
    default:
      return trouble(
        `cannot listen on ${host} (${code})`,
        "Set HOST to an address of this machine, such as 127.0.0.1 or 0.0.0.0",
      );
  }
}

/** Listens for a moment. Returns the code of the error, or undefined. */
async function listenOnce(hostname: string, port: number): Promise<string | undefined> {
  try {
    await Bun.serve({ hostname, port, fetch: () => new Response() }).stop(true);
    return undefined;
  } catch (cause) {
    return String((cause as { readonly code?: unknown }).code ?? "unknown");
  }
}

async function isStrikeline(host: string, port: number): Promise<boolean> {
  try {
    const response = await fetch(`${serviceUrl({ host, port })}/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await response.json() as { readonly service?: unknown } | null;
    return body?.service === "strikeline";
  } catch {
    return false;
  }
}
