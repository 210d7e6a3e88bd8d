import { afterAll, describe, expect, test } from "bun:test";
import process from "node:process";
import { listenAs, portHolder, PortTaken } from "../../../app/system/port_holder.ts";
import { readProcess } from "../../../app/system/system_process.ts";
import { withReason } from "../../skip_reason.ts";

const host = "127.0.0.1";
const other = Bun.serve({ hostname: host, port: 0, fetch: () => new Response("hi") });
const service = Bun.serve({
  hostname: "::1",
  port: 0,
  fetch: () => Response.json({ ok: true, service: "strikeline" }),
});
const ports = { other: other.port ?? 0, service: service.port ?? 0 };
afterAll(() => Promise.all([other.stop(true), service.stop(true)]));

/** Only there the system tells without a program that may be missing. */
const skip = process.platform === "linux" ? undefined : "skipped: this is no Linux";

describe.skipIf(skip !== undefined)(withReason("who has a port", skip), () => {
  test("is told by its program and process id", async () => {
    expect(await portHolder({ host, port: ports.other })).toEqual({
      name: `bun (pid ${process.pid})`,
      isStrikeline: false,
      stop: `it: kill ${process.pid}`,
    });
  });

  test("is known to be Strikeline by what it answers", async () => {
    expect(await portHolder({ host: "::1", port: ports.service })).toMatchObject({
      name: `Strikeline (bun, pid ${process.pid})`,
      isStrikeline: true,
    });
  });

  test("is said with how to stop it, and which setting chooses another port", async () => {
    const at = { what: "port 1", setting: "PORT", host, port: ports.other };
    const listen = () => Bun.serve({ ...at, hostname: host, fetch: () => new Response() });
    const taken = await Promise.try(() => listenAs(at, listen)).catch((error: unknown) => error);
    expect(await (taken as PortTaken).explain()).toBe(
      `Cannot listen: port 1 is taken by bun (pid ${process.pid}); set PORT to another, ` +
        `or stop it: kill ${process.pid}`,
    );
  });
});

test("nothing fails where the system does not tell who has a port", async () => {
  // None has it.
  expect(await portHolder({ host, port: 1 })).toEqual({
    name: "another program",
    isStrikeline: false,
    stop: "that",
  });
});

test("a process is read with its parent, and one that has ended is none", async () => {
  expect(readProcess(process.pid)).toMatchObject({ pid: process.pid, parentPid: process.ppid });
  const child = Bun.spawn(["true"]);
  await child.exited;
  expect(readProcess(child.pid)).toBeUndefined();
});
