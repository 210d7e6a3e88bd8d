/**
 * Does background jobs now. A sandbox has it, and nothing else.
 *
 * @module
 */
import { Effect } from "effect";
import { Elysia, t } from "elysia";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { strict } from "../wire/kind.ts";
import { ListOf, Word } from "../wire/text.ts";

/** A job, which reports its outcome when it ends. */
export type RefreshJob<Ports> = Effect.Effect<string, never, Ports>;

/** Jobs by their names. */
export type RefreshJobs<Ports> = ReadonlyMap<string, RefreshJob<Ports>>;

/** The route. The jobs are done in the order in which they are named. */
export function refreshJobs<Ports>(gate: Gate<Ports>, jobs: RefreshJobs<Ports>) {
  const names = [...jobs.keys()];
  const hint = `Send a list of ${names.join(", ")}`;
  const run = (asked: ReadonlyArray<string>) =>
    Effect.map(
      Effect.forEach(asked, (name) =>
        Effect.map(jobs.get(name) ?? Effect.succeed("unknown"), (result) => ({ name, result }))),
      (done) => ({ body: { jobs: done } }),
    );
  return new Elysia({ name: "refresh_jobs", tags: ["Service"] })
    .use(edge(gate, "plain"))
    .post("/__refresh", ({ body, answer }) => answer(run(body.jobs)), {
      access: "unlimited",
      isHidden: true,
      body: strict({ jobs: ListOf(Word(names), { hint }) }),
      response: answers("plain", {
        200: t.Object({ jobs: t.Array(t.Object({ name: t.String(), result: t.String() })) }),
      }),
    })
    .use(otherMethods);
}
