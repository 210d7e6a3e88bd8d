/**
 * Calls for what the venue's index has of a wallet: the pages of a list, and how far it is behind.
 *
 * @module
 */
import { Clock, Effect, Schema } from "effect";
import { parseExactJson } from "../../../core/json/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { HttpAnswer } from "../../outbound/mod.ts";
import type { DataClient } from "./client.ts";
import { unreadable } from "./http_failure.ts";
import { IndexPagePayload, StatusPayload } from "./index_payload.ts";

/** The most rows of a page that the service allows. */
export const PAGE_ROWS = 1_000;

/** The parameters of a list, without its paging. */
export type ListQuery = Readonly<Record<string, string>>;

/** The first pages of a list. */
export interface WalkedPages {
  readonly rows: ReadonlyArray<unknown>;
  readonly count: number;
  /** Whether there are no more. */
  readonly isAll: boolean;
}

/** Walks through a list, at most so many pages, or fails. */
export type WalkList = (
  query: ListQuery,
  pagesMax: number,
) => Effect.Effect<WalkedPages, ProviderFailed>;

/** The lists. */
export interface IndexWalk {
  readonly positions: WalkList;
  readonly activity: WalkList;
  /**
   * Returns the instant up to which the index had everything when this was asked, in unix
   * milliseconds. It is by the earlier one of both clocks, ours and the service's.
   */
  readonly indexedMs: Effect.Effect<number, ProviderFailed>;
}

/** Makes the calls. */
export function makeIndexWalk({ readIndex }: Pick<DataClient, "readIndex">): IndexWalk {
  const decodePage = decodeExact(IndexPagePayload);
  const walk = (path: string): WalkList =>
    Effect.fnUntraced(function* (query, pagesMax) {
      const rows: Array<unknown> = [];
      let cursor: ListQuery = {};
      for (let count = 1; true; count += 1) {
        // What a cursor does not keep has to be said again.
        const asked = new URLSearchParams({ ...query, limit: String(PAGE_ROWS), ...cursor });
        const { data, pagination } = yield* decodePage(yield* readIndex(`${path}?${asked}`));
        for (const row of data) rows.push(row);
        if (!pagination.has_more || count >= pagesMax) {
          return { rows, count, isAll: !pagination.has_more };
        }
        const next = pagination.next_cursor ?? "";
        if (next === "") return yield* unreadable("there are more pages, and no cursor to them");
        cursor = { cursor: next };
      }
    });
  const decodeStatus = decodeExact(StatusPayload);
  return {
    positions: walk("/v2/positions"),
    activity: walk("/v2/activity"),
    indexedMs: Effect.gen(function* () {
      const ourMs = yield* Clock.currentTimeMillis;
      const answer = yield* readIndex("/v2/status");
      const { serving } = yield* decodeStatus(answer);
      const lagMs = Number(serving.lag_seconds.text) * 1_000;
      const itsMs = Date.parse(answer.headers.get("date") ?? "");
      const askedMs = Number.isNaN(itsMs) ? ourMs : Math.min(ourMs, itsMs);
      return Math.floor(askedMs - Math.max(0, lagMs));
    }),
  };
}

/** Numbers keep their text. */
function decodeExact<T>(schema: Schema.Decoder<T>) {
  const decode = Schema.decodeUnknownEffect(schema);
  return ({ text }: HttpAnswer): Effect.Effect<T, ProviderFailed> =>
    Effect.try({ try: () => parseExactJson(text), catch: (cause) => cause }).pipe(
      Effect.flatMap(decode),
      Effect.mapError((cause) => unreadable(String(cause))),
    );
}
