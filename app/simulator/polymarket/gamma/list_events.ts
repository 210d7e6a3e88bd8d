/**
 * `GET /events/keyset`: events in the order of their ids, page by page.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../../kit/answer.ts";
import { parseJson } from "../../kit/json.ts";
import { type Catalog } from "./catalog.ts";
import { invalid } from "./failure.ts";
import { FILTER_NAMES, readFilters } from "./list_filter.ts";
import { walkRows } from "./list_rows.ts";
import { type Parsed, readWhole } from "./query_reader.ts";

const LIMIT_DEFAULT = 20;
/** Higher limits are silently reduced to this. */
const LIMIT_MAX = 500;
const NAMES: ReadonlySet<string> = new Set(["limit", "after_cursor", ...FILTER_NAMES]);

/** Answers with a page and the next cursor, which is missing on the last page. */
export function listEventsByKey(catalog: Catalog, query: URLSearchParams): Parsed<Answer> {
  return Result.gen(function* () {
    yield* refuseOthers(query);
    const limit = yield* readLimit(query);
    const afterId = yield* readCursor(query);
    const filters = yield* readFilters(query, catalog.nowSec);
    const found = [...walkRows(catalog, { filters, afterId }).take(limit + 1)];
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const isLast = found.length <= limit || last === undefined;
    const next = isLast ? {} : { next_cursor: cursorOf(last.id) };
    return { status: 200, body: { events: page.map(({ object }) => object()), ...next } };
  });
}

/** The venue has further filters and orders, which would be ignored here: better a refusal. */
function refuseOthers(query: URLSearchParams): Parsed<void> {
  if (query.has("offset")) {
    return Result.fail(invalid("offset is not allowed on keyset endpoints"));
  }
  const other = [...query.keys()].find((name) => !NAMES.has(name));
  return other === undefined
    ? Result.succeed(undefined)
    : Result.fail(invalid(`${other} is not simulated`));
}

function readLimit(query: URLSearchParams): Parsed<number> {
  return Result.flatMap(
    readWhole(query, "limit"),
    (limit = LIMIT_DEFAULT) =>
      limit > 0
        ? Result.succeed(Math.min(limit, LIMIT_MAX))
        : Result.fail(invalid("limit is invalid")),
  );
}

/** A cursor is opaque: the id of the last event of the page before. */
function cursorOf(id: number): string {
  return Buffer.from(JSON.stringify([id])).toString("base64url");
}

function readCursor(query: URLSearchParams): Parsed<number | undefined> {
  const text = query.get("after_cursor") ?? "";
  if (text === "") return Result.succeed(undefined);
  const list = parseJson(Buffer.from(text, "base64url").toString());
  const id: unknown = Array.isArray(list) && list.length === 1 ? list[0] : undefined;
  return typeof id === "number"
    ? Result.succeed(id)
    : Result.fail(invalid("after_cursor is invalid"));
}
