/**
 * Whether the service can listen, or does so already.
 *
 * @module
 */
import type { ServerSettings } from "../../settings/server_settings.ts";
import { portHolder } from "../../system/port_holder.ts";
import { type Finding, trouble, well } from "./doctor_report.ts";

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
    case "EADDRINUSE": {
      const { name, isStrikeline, stop } = await portHolder({ host, port });
      return isStrikeline
        ? trouble(
          `${host}:${port} is in use by ${name}, which stores elsewhere`,
          "Set PORT to another, or DATA_DIR and DATABASE_URL to that service's",
        )
        : trouble(`${host}:${port} is in use by ${name}`, `Set PORT to another, or stop ${stop}`);
    }
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
