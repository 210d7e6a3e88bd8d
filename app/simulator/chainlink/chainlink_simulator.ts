/**
 * The simulated oracle: its REST interface and the entry to its streams.
 *
 * @module
 */
import { Result } from "effect";
import { type SandboxClock } from "../kit/clock.ts";
import { type Answer, reasonPhrase } from "../kit/answer.ts";
import { makeRatePerSecond } from "../kit/rate_limit.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../kit/simulator.ts";
import { oracleFailed, type OracleKey, refuseUnsigned } from "./authentication.ts";
import { discover } from "./discovery.ts";
import { readFeed, readFeeds } from "./feed_parameter.ts";
import { makeOracleReports, type OracleReports } from "./oracle_reports.ts";
import { type OracleSeries } from "./oracle_series.ts";
import { makeReportStream } from "./report_stream.ts";
import { makeReportsControl } from "./reports_control.ts";
import { answerOrigins, makeStreamUpgrade, STREAM_PATH } from "./stream_upgrade.ts";

/** Per endpoint and user. */
const REQUESTS_PER_SEC = 10;

/** Answers a request that is signed and within the limit. */
type Endpoint = (reports: OracleReports, query: URLSearchParams) => Answer;

/** Makes the simulator. `key` is its only user. */
export function makeChainlinkSimulator(
  options: {
    readonly series: OracleSeries;
    readonly clock: SandboxClock;
    readonly key: OracleKey;
  },
): SimulatedProvider {
  const { series, clock, key } = options;
  const reports = makeOracleReports(series, clock);
  const rate = makeRatePerSecond(REQUESTS_PER_SEC, clock.speed);
  const refuse = (request: SimulatorRequest) =>
    refuseUnsigned(request, { key, nowMs: clock.nowMs(), speed: clock.speed });
  const isOverLimit = ({ path, headers, client }: SimulatorRequest) => {
    const user = headers.get("authorization") ?? client;
    return rate.take(`${user} ${path}`, clock.nowMs()) !== undefined;
  };
  return {
    name: "oracle",
    controls: new Map([["PUT /__reports", makeReportsControl(reports.recorded)]]),
    failure: (status) => oracleFailed(status, reasonPhrase(status).toLowerCase()),
    upgrade: makeStreamUpgrade(makeReportStream(reports, clock), refuse),
    answer(request) {
      const endpoint = REST_ENDPOINTS.get(`${request.method} ${request.path}`);
      if (endpoint === undefined) return oracleFailed(404, "not found");
      // The catalogue is public, but a signed call to it is still checked.
      const isPublic = request.path === DISCOVERY && !request.headers.has("authorization");
      const unsigned = isPublic ? undefined : refuse(request);
      if (unsigned !== undefined) return unsigned;
      if (isOverLimit(request)) return oracleFailed(429, "rate limit exceeded");
      return endpoint(reports, request.query);
    },
  };
}

const latest: Endpoint = (reports, query) =>
  Result.merge(Result.gen(function* () {
    const feedId = yield* readFeed(query.get("feedID"));
    const report = reports.latest(feedId);
    return report === undefined ? notCovered : { status: 200, body: { report } };
  }));

const at: Endpoint = (reports, query) =>
  Result.merge(Result.gen(function* () {
    const feedId = yield* readFeed(query.get("feedID"));
    const report = reports.at(feedId, yield* readSecond(query, "timestamp"));
    return report === undefined ? notCovered : { status: 200, body: { report } };
  }));

const bulk: Endpoint = (reports, query) =>
  Result.merge(Result.gen(function* () {
    const wanted = yield* readFeeds(query.get("feedIDs"));
    const atSec = yield* readSecond(query, "timestamp");
    const found = wanted.map((id) => reports.at(id, atSec)).filter((report) =>
      report !== undefined
    );
    // Sorted by id: the request's order is not guaranteed, so clients must not rely on it.
    found.sort((a, b) => a.feedID < b.feedID ? -1 : 1);
    if (wanted[0] === found[0]?.feedID) found.reverse();
    return { status: found.length < wanted.length ? 206 : 200, body: { reports: found } };
  }));

const PAGE_LIMIT_DEFAULT = 10;
/** The real cap is not published. */
const PAGE_LIMIT_MAX = 100;

const page: Endpoint = (reports, query) =>
  Result.merge(Result.gen(function* () {
    const feedId = yield* readFeed(query.get("feedID"));
    const startSec = yield* readSecond(query, "startTimestamp");
    const limit = query.has("limit") ? yield* readSecond(query, "limit") : PAGE_LIMIT_DEFAULT;
    if (limit < 1) return oracleFailed(400, "limit must be above 0");
    const found = reports.page(feedId, { startSec, limit: Math.min(limit, PAGE_LIMIT_MAX) });
    return { status: 200, body: { reports: found } };
  }));

const DISCOVERY = "/api/v1/discovery";

const REST_ENDPOINTS: ReadonlyMap<string, Endpoint> = new Map<string, Endpoint>([
  [`GET ${DISCOVERY}`, (_, query) => discover(query)],
  ["GET /api/v1/reports/latest", latest],
  ["GET /api/v1/reports", at],
  ["GET /api/v1/reports/bulk", bulk],
  ["GET /api/v1/reports/page", page],
  ["HEAD /", answerOrigins],
]);

/** All that it serves. */
export const ENDPOINTS: ReadonlyArray<string> = [...REST_ENDPOINTS.keys(), `SOCKET ${STREAM_PATH}`];

/** The real service does not document this status; clients treat 404 as this case. */
const notCovered = oracleFailed(404, "report not found: timestamp is out of bounds");

function readSecond(query: URLSearchParams, name: string): Result.Result<number, Answer> {
  const text = query.get(name);
  if (text === null) return Result.fail(oracleFailed(400, `${name} is required`));
  return /^\d{1,10}$/.test(text)
    ? Result.succeed(Number(text))
    : Result.fail(oracleFailed(400, `${name} must be a whole number`));
}
