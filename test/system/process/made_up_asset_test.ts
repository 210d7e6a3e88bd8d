/** An asset is a row of a table: one that no other line knows is served everywhere. @module */
import process from "node:process";
import { afterAll, expect, test } from "bun:test";
import { startProgram } from "../../app/process.ts";
import { runToEnd } from "../../app/run_to_end.ts";
import { makeFolder } from "../../temporary_folder.ts";

const COMMAND = [process.execPath, "--preload", "./test/app/made_up_asset.ts", "app/strikeline.ts"];

test("an asset that is added to the table is served by every part", async () => {
  const folder = makeFolder();
  afterAll(folder.remove);
  const settings = {
    ASSETS: "btc,qux",
    DATA_DIR: folder.path,
    LEAGUES: "wsl",
    LOG_LEVEL: "error",
    PORT: "0",
  };
  const sandbox = startProgram([...COMMAND, "sandbox"], { settings });
  const url = await sandbox.waitFor(/^ *service +(http:\S+)\s/m);
  const key = await sandbox.waitFor(/API key +(sk_\S+)/);
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers: { "x-api-key": key } });
    return await response.json() as Record<string, unknown>;
  };
  expect(await get("/api/v1/targets/active?asset=qux")).toMatchObject({
    asset: "qux",
    results: [{ marketType: "5min", ok: true }, { marketType: "1hour", ok: true }],
  });
  const day = "asset=qux&date=2026-11-05&interval=1hour";
  expect(JSON.stringify(await get(`/api/v1/markets/timestamps?${day}`)))
    .toContain("qux-1h-2026-11-05-0000");
  expect(await get("/api/v1/targets/active?asset=eth")).toMatchObject({
    hint: expect.stringContaining("Use one of btc, qux"),
  });
  expect(JSON.stringify(await get("/openapi.json"))).toContain('"btc","qux"');
  expect(await get("/console/api/session")).toMatchObject({
    assets: [{ asset: "btc" }, { asset: "qux", intervals: ["5min", "1hour"] }],
  });

  const socket = new WebSocket(`${url.replace("http", "ws")}/api/v1/stream`);
  const wanted = new Set(["target", "twap", "spot"]);
  const all = Promise.withResolvers<void>();
  socket.onmessage = ({ data }) => {
    const { type, topic = "" } = JSON.parse(String(data)) as Record<string, string>;
    if (topic.split(":")[1] === "qux") wanted.delete(type ?? "");
    if (wanted.size === 0) all.resolve();
  };
  socket.onopen = () => {
    for (const channel of ["targets", "twap", "spot"]) {
      socket.send(JSON.stringify({ op: "subscribe", channel, assets: ["qux"] }));
    }
  };
  await all.promise;
  socket.close();

  const called = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "accept": "application/json, text/event-stream",
      "x-api-key": key,
    },
    body: JSON.stringify({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "get_active_windows", arguments: { asset: "qux" } },
    }),
  });
  expect(await called.text()).toContain("qux");

  const series = ["--asset", "qux", "--type", "5min"];
  const range = ["--from", "2026-11-01T00:00:00Z", "--to", "2026-11-01T01:00:00Z"];
  const filled = await runToEnd([...COMMAND, "backfill", ...series, ...range, "--sandbox"], {
    settings,
  });
  expect(filled).toMatchObject({ code: 0, printed: expect.stringMatching(/missing +0\n$/) });
});
