import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { Option, Redacted, Result } from "effect";
import { readEnvironment, readSettings } from "../../../app/settings/settings.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { composeText, replicas, services } from "./composed.ts";

const dockerfile = await Bun.file("Dockerfile").text();
const ofProfile = (profile: string | undefined) =>
  Object.entries(services).filter(([, service]) => service.profiles?.[0] === profile);

/** What the linter says of a file, by the schema of the Compose specification and its own rules. */
async function complaintsOf(content: string): Promise<ReadonlyArray<string>> {
  const folder = makeFolder();
  afterAll(folder.remove);
  const path = join(folder.path, "compose.yaml");
  await Bun.write(path, content);
  // Order and quotes are ours to choose: what belongs together stands together.
  const linter = new DCLinter({
    rules: {
      "require-quotes-in-ports": 0,
      "service-keys-order": 0,
      "services-alphabetical-order": 0,
      "top-level-properties-order": 0,
    },
    quiet: false,
    debug: false,
    exclude: [],
  });
  const results = linter.lintFiles([path], false);
  return results.flatMap(({ messages }) => messages.map(({ message }) => message));
}

describe("compose.yaml", () => {
  test("has nothing that its linter complains about", async () => {
    expect(await complaintsOf(composeText)).toEqual([]);
    expect(await complaintsOf(composeText.replace("read_only:", "readonly:"))).not.toEqual([]);
    expect(await complaintsOf(composeText.replace("127.0.0.1:8080:80", "8080:80"))).not.toEqual([]);
  });

  test("starts one replica with the embedded store without a profile", () => {
    expect(ofProfile(undefined).map(([name]) => name)).toEqual(["strikeline"]);
    const { environment, volumes } = services["strikeline"] ?? {};
    const settings = Result.getOrThrow(readEnvironment(environment ?? {}, readSettings));
    expect(Option.isNone(settings.storage.databaseUrl)).toBe(true);
    expect(volumes).toEqual([`data:${settings.storage.dataDir}`]);
    expect(dockerfile).toContain(`VOLUME ["${settings.storage.dataDir}"]`);
  });

  test("starts two replicas, which share a store, behind a proxy", async () => {
    expect(replicas.length).toBe(2);
    expect(Object.keys(services["proxy"]?.depends_on ?? {})).toEqual(
      replicas.map(([name]) => name),
    );
    const caddyfile = await Bun.file("Caddyfile").text();
    expect(caddyfile).toContain(`:${replicas.map(([name]) => `${name}:3000`).join(" ")}}`);
    for (const [name, { environment, depends_on: needed = {}, volumes = [] }] of replicas) {
      const { server, storage } = Result.getOrThrow(readEnvironment(environment, readSettings));
      expect(server).toMatchObject({ host: "0.0.0.0", port: 3_000, trustProxies: 1 });
      const [database, counts] = [storage.databaseUrl, storage.redisUrl].map((url) =>
        new URL(Redacted.value(Option.getOrThrow(url))).hostname
      );
      expect(Object.keys(needed)).toEqual([database ?? "", counts ?? ""]);
      // Targets that wait for the database outlive the replica, and are its own.
      expect(volumes).toEqual([`${name}:${storage.dataDir}`]);
    }
    const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = services["postgres"]?.environment ??
      {};
    expect(replicas[0]?.[1].environment["DATABASE_URL"]).toBe(
      `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@postgres:5432/${POSTGRES_DB}`,
    );
  });

  test("says how commands reach a container, which the image's program runs in", () => {
    const told = (name: string) => services[name]?.environment["STRIKELINE_COMMAND"];
    expect(dockerfile).toContain('ENTRYPOINT ["/app/strikeline"]');
    expect(told("strikeline")).toBe("docker compose exec strikeline /app/strikeline");
    // Replicas share what commands are about, so the first one takes them for all.
    const [first = ""] = replicas.map(([name]) => name);
    for (const [name] of replicas) {
      expect(told(name)).toBe(`docker compose exec ${first} /app/strikeline`);
    }
  });

  test("lets nothing but the service and the proxy be reached, on this machine alone", () => {
    for (const [name, { ports = [], networks }] of Object.entries(services)) {
      expect([name, ports.length > 0]).toEqual([name, ["strikeline", "proxy"].includes(name)]);
      for (const port of ports) expect(port).toStartWith("127.0.0.1:");
      if (name === "postgres" || name === "valkey") expect(networks).toEqual(["store"]);
    }
  });

  test("runs the image as it is meant: read-only, and with time to end", () => {
    for (const [, service] of [...ofProfile(undefined), ...replicas]) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
      expect(Number.parseInt(service.stop_grace_period ?? "")).toBeGreaterThan(45);
    }
  });
});
