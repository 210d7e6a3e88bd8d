/**
 * A client that reads the list of games page by page, from any replica, and keeps every answer.
 *
 * @module
 */
import { Effect, Result } from "effect";
import { EncodedBody } from "../../../adapters/http/edge/answer/answer.ts";
import { games } from "../../../adapters/http/game/games.ts";
import { GameReadModel } from "../../../core/use_case/game/mod.ts";
import { toIso, UnixSec } from "../../../core/time/mod.ts";
import { HOLDER } from "../../http/edge/quiet_edge.ts";
import type { KeyHolder } from "../../../core/access/mod.ts";
import { callerAt } from "../../http/edge/quiet_plugin.ts";
import type { Ground } from "./ground.ts";
import type { Replica } from "./replica.ts";
import { callAt } from "./serving.ts";

/** One page, and the revision of the listing that it was made from. */
export interface GamesPage {
  readonly from: string;
  readonly revision: number;
  readonly text: string;
  readonly tag: string;
  readonly ids: ReadonlyArray<string>;
}

/** A walk that came to its end, or not yet. */
export interface GamesWalk {
  readonly pages: Array<GamesPage>;
  cursor: string | null | undefined;
}

const REACH_SEC = 86_400;

/** Makes the route that lists games. */
const gamesRoute = () => callerAt<GameReadModel>(games, "/api/v1/games");

/** The walks of a history: one at a time. */
export class GamesReader {
  readonly walks: Array<GamesWalk> = [];
  /** Answers other than a page. */
  readonly refusals: Array<string> = [];
  readonly #ground: Ground;
  /** Each process has its own route, which keeps pages of the process's read model. */
  readonly #routes = new WeakMap<GameReadModel["Service"], ReturnType<typeof gamesRoute>>();
  readonly #window: { readonly from: string; readonly to: string };
  #isAsking = false;

  constructor(ground: Ground) {
    this.#ground = ground;
    const atSec = ground.nowSec;
    this.#window = {
      from: toIso(UnixSec(atSec - REACH_SEC)),
      to: toIso(UnixSec(atSec + REACH_SEC)),
    };
  }

  /** Asks for the next page, or for the first one of another walk. */
  next(replica: Replica, limit: number): void {
    if (this.#isAsking || !replica.isRunning) return;
    const last = this.walks.at(-1);
    const walk: GamesWalk = last === undefined || last.cursor === null
      ? { pages: [], cursor: undefined }
      : last;
    if (walk !== last) this.walks.push(walk);
    this.#isAsking = true;
    replica.run(Effect.gen({ self: this }, function* () {
      this.#isAsking = false;
      const readModel = yield* GameReadModel;
      const revision = readModel.current()?.revision ?? 0;
      const route = this.#routes.get(readModel) ?? gamesRoute();
      this.#routes.set(readModel, route);
      const cursor = typeof walk.cursor === "string" ? { cursor: walk.cursor } : {};
      const query = new URLSearchParams({ ...this.#window, limit: String(limit), ...cursor });
      const call = { ...callAt(this.#ground.time.nowMs), holder: HOLDER as unknown as KeyHolder };
      const asked = yield* Effect.result(route({ query: query.toString() }, call));
      if (Result.isFailure(asked)) {
        // Nothing was read yet.
        if (revision > 0) this.refusals.push(`${replica.name}: ${JSON.stringify(asked.failure)}`);
        return;
      }
      const { body, tag = "" } = asked.success;
      // A page of so few games is short, and so a string.
      const text = body instanceof EncodedBody ? String(body.data) : "";
      const page = JSON.parse(text) as {
        readonly data: ReadonlyArray<{ readonly id: string }>;
        readonly next_cursor: string | null;
      };
      walk.cursor = page.next_cursor;
      walk.pages.push({
        from: replica.name,
        revision,
        text,
        tag,
        ids: page.data.map(({ id }) => id),
      });
    }) as Effect.Effect<void>);
  }
}
