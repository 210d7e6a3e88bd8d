import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { refreshJobs } from "../../../adapters/http/service/refresh_jobs.ts";
import { testServer } from "../edge/test_server.ts";

/** A server with two jobs, and what was done. */
function makeServer() {
  const done: string[] = [];
  const job = (name: string, result: string) =>
    [name, Effect.sync(() => (done.push(name), result))] as const;
  const jobs = new Map([job("schedule", "ok"), job("platforms", "failed")]);
  const { get } = testServer({ plugins: (gate) => refreshJobs(gate, jobs) });
  const post = (body: string) =>
    get("/__refresh", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
  return { done, post, get };
}

describe("POST /__refresh", () => {
  test("runs the jobs in the requested order", async () => {
    const { done, post } = makeServer();
    const response = await post('{"jobs":["platforms","schedule","platforms"]}');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      jobs: [
        { name: "platforms", result: "failed" },
        { name: "schedule", result: "ok" },
        { name: "platforms", result: "failed" },
      ],
    });
    expect(done).toEqual(["platforms", "schedule", "platforms"]);
  });

  test.each([
    ["{}", 'Cannot use a body without "jobs"'],
    ['{"jobs":null}', 'Cannot use a body without "jobs"'],
    ['{"jobs":["schedule"],"jobs":["platforms"]}', 'Cannot use a body with two fields "jobs"'],
    ['{"jobs":[]}', 'Cannot use jobs "[...]"'],
    ['{"jobs":"schedule"}', 'Cannot use jobs "schedule"'],
    ['{"jobs":["schedule","scores"]}', 'Cannot use jobs "scores"'],
    ['{"jobs":[null]}', 'Cannot use jobs "null"'],
    ['{"job":["schedule"]}', 'Cannot use body field "job"'],
    ["[]", "Cannot read the body as a JSON object"],
  ])("refuses %s and runs no job", async (body, error) => {
    const { done, post } = makeServer();
    const response = await post(body);
    expect(response.status).toBe(400);
    expect((await response.json() as { readonly error: string }).error).toBe(error);
    expect(done).toEqual([]);
  });

  test("is in no document", async () => {
    const text = await (await makeServer().get("/openapi.json")).text();
    expect(text).not.toContain("__refresh");
  });
});
