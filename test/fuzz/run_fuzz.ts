/**
 * One run against a service: requests, raw bytes and frames, one after another.
 *
 * @module
 */
import { DocumentedService, type RawDocument } from "./documented.ts";
import type { Finding, PartLog } from "./finding.ts";
import { fuzzRaw } from "./fuzz_raw.ts";
import { fuzzRequests } from "./fuzz_requests.ts";
import { fuzzStream } from "./fuzz_stream.ts";

/** What is run against which service. */
export interface FuzzOptions {
  readonly url: URL;
  readonly apiKey: string;
  readonly seed: number;
  /** How many requests; raw bytes and frames are a part of that. */
  readonly requests: number;
  /** The number of the first request: to repeat one that was found. */
  readonly from?: number;
  readonly progress?: (sent: number) => void;
}

/** One in so many of the requests. */
const RAW_PART = 20;
const FRAMES_PART = 10;
const FINDINGS_MAX = 20;

/** Runs it all, and ends with the first part that finds too much. */
export async function runFuzz(
  { url, apiKey, seed, requests, from = 0, progress }: FuzzOptions,
): Promise<ReadonlyArray<PartLog>> {
  const document = await (await fetch(new URL("/openapi.json", url))).json() as RawDocument;
  const { now } = await (await fetch(new URL("/health", url))).json() as { readonly now: string };
  const service = new DocumentedService(document);
  const ofRequests = await fuzzRequests({
    url,
    service,
    seed,
    apiKey,
    nowMs: Date.parse(now),
    from,
    to: from + requests,
    findingsMax: FINDINGS_MAX,
    ...(progress === undefined ? {} : { progress }),
  });
  const ofRaw = await fuzzRaw({ url, seed, count: Math.ceil(requests / RAW_PART) });
  const ofStream = await fuzzStream({
    url,
    seed,
    apiKey,
    count: Math.ceil(requests / FRAMES_PART),
    findingsMax: FINDINGS_MAX,
  });
  const health = await fetch(new URL("/health", url)).catch(() => undefined);
  if (health?.status !== 200) ofStream.find(`/health: status ${health?.status}`, "GET /health");
  return [ofRequests, ofRaw, ofStream];
}

/** Everything that was found. */
export function findingsOf(logs: ReadonlyArray<PartLog>): ReadonlyArray<Finding> {
  return logs.flatMap(({ findings }) => findings);
}
