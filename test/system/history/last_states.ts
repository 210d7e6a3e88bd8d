/** What every replica has at the end of a history. @module */
import { Effect } from "effect";
import { type Asset, type Interval, windowContaining } from "../../../core/market/mod.ts";
import type { TargetQuery } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { GameReadModel, runGameJob } from "../../../core/use_case/game/mod.ts";
import { LiveStream } from "../../../core/use_case/live/mod.ts";
import { targetQuery } from "../../../core/use_case/price/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { FOLLOWED, type StreamClient } from "./stream_client.ts";
import { askLast, type LastAnswer } from "./target_questions.ts";

/** What a replica has at the end. */
export interface LastState {
  readonly from: string;
  readonly heads: ReadonlyMap<string, number>;
  readonly gamesRevision: number;
  /** Asked for everything that was ever sent; by target key. Undefined: no answer. */
  readonly answers: ReadonlyMap<string, LastAnswer>;
}

/** Asks a replica for all of this. */
export const readLastState = Effect.fnUntraced(function* (
  from: string,
  asked: ReadonlyMap<string, TargetQuery>,
  read: (state: LastState) => void,
) {
  // The loop may rest for as long as its last run took, through a hang.
  yield* runGameJob("read_model");
  const stream = yield* LiveStream;
  const answers = new Map<string, LastAnswer>();
  read({
    from,
    heads: new Map(FOLLOWED.map((topic) => [topic, stream.headOf(topic)])),
    gamesRevision: (yield* GameReadModel).current()?.revision ?? 0,
    answers,
  });
  yield* Effect.forEach(
    asked.values(),
    (query) => askLast(query, { from, answers }),
    { concurrency: "unbounded", discard: true },
  );
});

/** The windows of which clients were sent, with a price or in a gap. */
export function toldQueries(clients: ReadonlyArray<StreamClient>): ReadonlyArray<TargetQuery> {
  const venue = Effect.runSync(Venue.use(Effect.succeed));
  return clients.flatMap(({ received }) =>
    received.flatMap(({ event }) => {
      if (event.kind === "target") return [targetQuery(venue, event.asset, event.window)];
      if (event.kind !== "gap" || !event.topic.startsWith("targets:")) return [];
      const [, asset, interval] = event.topic.split(":") as ["targets", Asset, Interval];
      const { calendar } = venue.profile;
      return [event.fromSeq, event.toSeq].map((seq) =>
        targetQuery(venue, asset, windowContaining(calendar, interval, UnixSec(seq)))
      );
    })
  );
}
