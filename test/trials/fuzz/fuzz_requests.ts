/** Sends made-up requests over a few connections, and checks every answer. @module */
import { wrongIn } from "./answer_check.ts";
import { type FuzzPart, PartLog } from "./finding.ts";
import { bytesOf, makeRequest, METHODS, type RequestMakerOptions } from "./request_maker.ts";
import { WireConnection } from "./wire_client.ts";

/** Enough that a few slow answers, of windows that nobody asked for yet, do not hold up all. */
const CONNECTIONS = 48;
/** Far beyond what anything should take: a service that answers so late hangs. */
const DEADLINE_MS = 60_000;

/** Sends them all, beginning with a number; the log has what was wrong. */
export async function fuzzRequests(
  options: FuzzPart & RequestMakerOptions,
  from: number,
): Promise<PartLog> {
  const { url, count, service, findingsMax } = options;
  const log = new PartLog("requests");
  let next = from;

  async function sendAll(): Promise<void> {
    let connection = await WireConnection.open(url.hostname, Number(url.port));
    while (next < from + count && log.findings.length < findingsMax) {
      const index = next++;
      const request = makeRequest(options, index);
      const bytes = bytesOf(request, url.host);
      if (connection.isClosed) {
        connection = await WireConnection.open(url.hostname, Number(url.port));
      }
      await connection.write(bytes);
      const hasBody = request.method !== "HEAD";
      const answer = await connection.read({ deadlineMs: DEADLINE_MS, hasBody });
      if (typeof answer === "string") {
        log.count(answer);
        connection.close();
        if (answer === "closed" && !METHODS.includes(request.method)) continue;
        log.find(`request ${index}: ${TROUBLES[answer]}`, bytes);
        continue;
      }
      log.count(`${answer.status}`, answer.tookMs);
      const wrong = wrongIn(request, answer, service);
      if (wrong !== undefined) log.find(`request ${index}: ${wrong}`, bytes);
      // The service may close after it, which the headers say.
      if (answer.headers.get("connection") === "close") connection.close();
    }
    connection.close();
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, sendAll));
  return log;
}

const TROUBLES = {
  closed: "the connection was closed without an answer",
  late: `no answer within ${DEADLINE_MS / 1_000} s`,
  unreadable: "the answer is not HTTP",
} as const;
