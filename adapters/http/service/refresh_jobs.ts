/**
 * `POST /__refresh`: does background jobs now. A sandbox has it, and nothing else.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Result } from "effect";
import type { RequestRejected } from "../../../core/request.ts";
import { type BodyFields } from "../edge/body.ts";
import { missingField, refuseField, wordFor } from "../edge/body_field.ts";
import { declareRoute, type Route } from "../edge/route.ts";
import { words } from "../wire/text.ts";

/** What came of each job. */
const RefreshedBody = Type.Object({
  jobs: Type.Array(Type.Object({ name: Type.String(), result: Type.String() })),
});

/** A job, which reports its outcome when it ends. */
export type RefreshJob<Ports> = Effect.Effect<string, never, Ports>;

/** Jobs by their names. */
export type RefreshJobs<Ports> = ReadonlyMap<string, RefreshJob<Ports>>;

/** Makes the route. The jobs are done in the order in which they are named. */
export function refreshRoute<Ports>(jobs: RefreshJobs<Ports>): Route<Ports> {
  const names = [...jobs.keys()];
  return declareRoute({
    method: "POST",
    path: "/__refresh",
    family: "plain",
    access: "unlimited",
    tag: "Service",
    isHidden: true,
    summary: "Do jobs now",
    description: "Answers when the jobs are done, in the order in which they are named.",
    parameters: [],
    body: {
      description: "Which jobs",
      schema: Type.Object({ jobs: Type.Array(words(names)) }),
      example: { jobs: names },
    },
    responses: {
      200: {
        description: "How each went",
        schema: RefreshedBody,
        example: { jobs: names.map((name) => ({ name, result: "ok" })) },
      },
    },
    handle: ({ body }) =>
      Effect.gen(function* () {
        const named = yield* Effect.fromResult(readJobs(body, jobs));
        const done = yield* Effect.forEach(
          named,
          ([name, job]) => Effect.map(job, (result) => ({ name, result })),
        );
        return { body: { jobs: done } };
      }),
  });
}

function readJobs<Job>(
  fields: BodyFields,
  jobs: ReadonlyMap<string, Job>,
): Result.Result<ReadonlyArray<readonly [name: string, job: Job]>, RequestRejected> {
  const hint = `Send a list of ${[...jobs.keys()].join(", ")}`;
  const sent = fields.get("jobs");
  if (!fields.has("jobs")) return missingField("jobs", hint);
  if (!Array.isArray(sent) || sent.length === 0) return refuseField("jobs", wordFor(sent), hint);
  const named: Array<readonly [string, Job]> = [];
  for (const name of sent) {
    const job = typeof name === "string" ? jobs.get(name) : undefined;
    if (job === undefined) return refuseField("jobs", wordFor(name), hint);
    named.push([name, job]);
  }
  return Result.succeed(named);
}
