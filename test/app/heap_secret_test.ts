import { expect, test } from "bun:test";
import { join } from "node:path";
import { l1Headers } from "../../adapters/polymarket/clob/l1_auth.ts";
import { spellingsOf } from "./account/find_secret.ts";
import { makeFolder, startProcess } from "./process.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

const startSimulator = (name: string) =>
  startProcess("simulate", {}, [name]).waitFor(/simulator on (\S+)/);

test("a process that has provisioned a wallet holds no secret of it in its heap", async () => {
  const folder = makeFolder();
  const file = join(folder.path, "heap");
  const signingKey = crypto.getRandomValues(new Uint8Array(32));
  const walletId = crypto.randomUUID();
  const clobUrl = await startSimulator("venue-orders");
  const gammaUrl = await startSimulator("venue-metadata");
  const child = Bun.spawn(
    [process.execPath, "test/app/account/heap_process.ts", clobUrl, gammaUrl, walletId, file],
    { cwd: ROOT, stdin: signingKey, stdout: "pipe", stderr: "inherit" },
  );
  const address = (await new Response(child.stdout).text()).trim();
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);

  const heap = Buffer.from(await Bun.file(file).arrayBuffer());
  folder.remove();
  // The search finds what the process does hold on to.
  for (const text of [walletId, address]) expect(heap.includes(text)).toBe(true);
  expect(spellingsOf(signingKey).filter((spelling) => heap.includes(spelling))).toEqual([]);

  const timestampSec = Math.floor(Date.now() / 1000);
  const response = await fetch(`${clobUrl}/auth/derive-api-key`, {
    headers: l1Headers({ address, timestampSec, nonce: 0 }, signingKey),
  });
  const { apiKey, secret, passphrase } = await response.json() as Record<string, string>;
  expect(heap.includes(apiKey ?? "")).toBe(true);
  for (const text of [secret, passphrase]) {
    expect([text?.length ?? 0, heap.includes(text ?? "")]).toEqual([expect.any(Number), false]);
  }
}, 300_000);
