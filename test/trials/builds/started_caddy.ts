/**
 * The proxy of `compose.yaml`, with its own configuration, in front of replicas on this machine.
 *
 * @module
 */
import { afterAll } from "bun:test";
import { environmentOf } from "../../app/environment.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { freePort } from "../../free_port.ts";

const TRIES_MAX = 3_000;

/** The path of the program, or nothing where it is not installed. */
export const CADDY = Bun.which("caddy");

/** Starts it before replicas, given as `host:port`, and waits until it listens. Gives its URL. */
export async function startCaddy(replicas: ReadonlyArray<string>): Promise<string> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const { path, remove } = makeFolder();
  const child = Bun.spawn([CADDY ?? "", "run", "--config", "Caddyfile", "--adapter", "caddyfile"], {
    env: environmentOf({
      SITE: url,
      REPLICAS: replicas.join(" "),
      XDG_CONFIG_HOME: path,
      XDG_DATA_HOME: path,
    }),
    stdout: "ignore",
    stderr: "pipe",
  });
  afterAll(async () => {
    child.kill("SIGKILL");
    await child.exited;
    remove();
  });
  const logged = new Response(child.stderr).text();
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (child.exitCode !== null) throw new Error(await logged);
    try {
      await fetch(`${url}/api/v1/status`);
      return url;
    } catch {
      await Bun.sleep(20);
    }
  }
  throw new Error(`the proxy never listened on ${url}`);
}
