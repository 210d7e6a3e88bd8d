/**
 * One run against a service: requests, raw bytes and frames, side by side.
 *
 * @module
 */
import type { DocumentedService } from "./documented.ts";
import type { PartLog } from "./finding.ts";
import { fuzzRaw } from "./fuzz_raw.ts";
import { fuzzRequests } from "./fuzz_requests.ts";
import { fuzzStream } from "./fuzz_stream.ts";

/** What is run against which service. */
export interface FuzzOptions {
  readonly url: URL;
  readonly service: DocumentedService;
  readonly apiKey: string;
  readonly seed: number;
  /** How many requests; raw bytes and frames are a part of that. */
  readonly requests: number;
  /** The number of the first request: to repeat one that was found. */
  readonly from: number;
}

/** One in so many of the requests. */
const RAW_PART = 20;
const FRAMES_PART = 10;
const FINDINGS_MAX = 20;

/** Runs it all; a part ends early with too many findings. */
export async function runFuzz(options: FuzzOptions): Promise<ReadonlyArray<PartLog>> {
  const { url, requests, from } = options;
  const { now } = await (await fetch(new URL("/health", url))).json() as { readonly now: string };
  const part = { ...options, findingsMax: FINDINGS_MAX };
  return await Promise.all([
    fuzzRequests({ ...part, nowMs: Date.parse(now), count: requests }, from),
    fuzzRaw({ ...part, count: Math.ceil(requests / RAW_PART) }),
    fuzzStream({ ...part, count: Math.ceil(requests / FRAMES_PART) }),
  ]);
}
