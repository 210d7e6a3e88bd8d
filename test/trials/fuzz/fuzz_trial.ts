/** Made-up requests and frames against a sandbox of its own. @module */
import { afterAll, expect, test } from "bun:test";
import { makeFolder } from "../../temporary_folder.ts";
import { makeServiceProcess } from "../../stage/service_process.ts";
import { option, sized, trialSeed } from "../size.ts";
import { tell } from "../tell.ts";
import { DocumentedService, type RawDocument } from "./documented.ts";
import { fuzzRequests } from "./fuzz_requests.ts";
import { fuzzStream } from "./fuzz_stream.ts";

const seed = trialSeed();
/** With TRIAL_REQUESTS=1, TRIAL_FROM repeats one request that was found. */
const from = option("TRIAL_FROM") ?? 0;
const requests = option("TRIAL_REQUESTS") ?? sized({ short: 2_000, whole: 300_000 });

/** One frame to so many requests. */
const FRAMES_PART = 10;
/** A part ends early with so many. */
const FINDINGS_MAX = 20;
const API_KEY = "sk_test_fuzz";
const folder = makeFolder();
const sandbox = makeServiceProcess({
  DATA_DIR: folder.path,
  SANDBOX_API_KEY: API_KEY,
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_KEYED: "0",
  LOG_LEVEL: "error",
});
await sandbox.start();
afterAll(async () => {
  sandbox.signal("SIGKILL");
  await sandbox.ended();
  folder.remove();
});
const url = new URL(sandbox.url);
const service = new DocumentedService(
  await (await fetch(new URL("/openapi.json", url))).json() as RawDocument,
);

test(`what is sent of the seed ${seed} is answered as the service documents`, async () => {
  const { now } = await (await fetch(new URL("/health", url))).json() as { readonly now: string };
  const part = { url, seed, apiKey: API_KEY, findingsMax: FINDINGS_MAX };
  const asked = { ...part, service, nowMs: Date.parse(now), count: requests };
  const logs = await Promise.all([
    fuzzRequests(asked, from),
    fuzzStream({ ...part, count: Math.ceil(requests / FRAMES_PART) }),
  ]);
  for (const { done, sent, findings, slowestMs } of logs) {
    const longest = slowestMs === 0 ? {} : { longestMs: slowestMs };
    tell({ done, count: sent, wrong: findings.length, ...longest });
  }
  expect(logs.flatMap(({ findings }) => findings)).toEqual([]);
  expect((await fetch(new URL("/health", url))).status).toBe(200);
  // Enough of them were understood, and enough were not.
  const few = ["200", "400", "401", "404", "405"].filter((status) =>
    (logs[0]?.outcomes.get(status) ?? 0) <= requests / 200
  );
  if (requests >= 2_000) expect(few).toEqual([]);
});
