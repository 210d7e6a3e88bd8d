/**
 * Calls for what the venue's index has of a wallet: all pages of a list, and how far it is behind.
 *
 * @module
 */
import { Clock, Effect, Schema } from "effect";
import { parseExactJson } from "../../../core/json/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { HttpAnswer } from "../../outbound/mod.ts";
import type { DataClient } from "./client.ts";
import { unreadable } from "./http_failure.ts";
import {
  ActivitiesPayload,
  type ActivityPayload,
  type PositionPayload,
  PositionsPayload,
  StatusPayload,
} from "./index_payload.ts";

/** Rows of a page; the service allows 1,000. */
const PAGE_ROWS = 500;
/** More than any wallet has of a status, or did since it was looked at. */
const PAGES_MAX = 100;

/** The parameters of a list, without its paging. */
export type ListQuery = Readonly<Record<string, string>>;

/** The lists, each whole or a failure. */
export interface IndexWalk {
  readonly positions: (
    query: ListQuery,
  ) => Effect.Effect<ReadonlyArray<PositionPayload>, ProviderFailed>;
  /** In the service's order: newest first. */
  readonly activity: (
    query: ListQuery,
  ) => Effect.Effect<ReadonlyArray<ActivityPayload>, ProviderFailed>;
  /**
   * Returns the instant up to which the index had everything when this was asked, in unix
   * milliseconds. It is by the earlier one of both clocks, ours and the service's.
   */
  readonly indexedMs: Effect.Effect<number, ProviderFailed>;
}

interface ListPage<Row> {
  readonly data: ReadonlyArray<Row>;
  readonly pagination: {
    readonly has_more: boolean;
    readonly next_cursor?: string | null | undefined;
  };
}

/** Makes the calls. */
export function makeIndexWalk({ readIndex }: Pick<DataClient, "readIndex">): IndexWalk {
  const walk = <Row>(path: string, schema: Schema.Decoder<ListPage<Row>>) =>
    Effect.fnUntraced(function* (query: ListQuery) {
      const decode = decodeExact(schema);
      const rows: Array<Row> = [];
      let cursor: ListQuery = {};
      for (let page = 0; page < PAGES_MAX; page += 1) {
        // What a cursor does not keep has to be said again.
        const asked = new URLSearchParams({ ...query, limit: String(PAGE_ROWS), ...cursor });
        const { data, pagination } = yield* decode(yield* readIndex(`${path}?${asked}`));
        rows.push(...data);
        if (!pagination.has_more) return rows;
        const next = pagination.next_cursor ?? "";
        if (next === "") return yield* unreadable("there are more pages, and no cursor to them");
        cursor = { cursor: next };
      }
      return yield* unreadable(`there are more than ${PAGES_MAX} pages of ${path}`);
    });
  const decodeStatus = decodeExact(StatusPayload);
  return {
    positions: walk("/v2/positions", PositionsPayload),
    activity: walk("/v2/activity", ActivitiesPayload),
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
