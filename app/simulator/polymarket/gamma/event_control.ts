/**
 * `PUT /__event`: adds a whole event object in the venue's format, or replaces one of the world's.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readEach, readObject, readText } from "../../kit/control_body.ts";
import { fieldsOf, type JsonObject, parseJson } from "../../kit/json.ts";
import { type Control } from "../../kit/simulator.ts";
import { type StagedEvent, type StagedEvents, type StagedMarket } from "../venue/staged_events.ts";

/** Makes the control. A staged event is served unchanged. */
export function makeEventControl(staged: StagedEvents): Control {
  return (body) =>
    Result.map(readEvent(body), (event) => {
      staged.put(event);
      return { id: event.id, slug: event.slug, markets: event.markets?.length ?? 0 };
    });
}

function readEvent(body: unknown): Read<StagedEvent> {
  return Result.gen(function* () {
    const fields = yield* readObject(body);
    const map = fieldsOf(fields);
    const id = yield* readText(map, "id");
    if (!/^\d{1,15}$/.test(id)) return yield* Result.fail(`"id" must be digits`);
    const slug = yield* readText(map, "slug");
    if (!/^[\w.-]+$/.test(slug)) {
      return yield* Result.fail(`"slug" must be letters, digits and dashes`);
    }
    yield* readObjects(fields, "tags", ["slug"]);
    yield* readObjects(fields, "series", ["id"]);
    const { markets, ...others } = fields;
    const event = { ...others, id, slug };
    return isMissing(markets) ? event : { ...event, markets: yield* readMarkets(markets) };
  });
}

function readMarkets(value: unknown): Read<ReadonlyArray<StagedMarket>> {
  if (!Array.isArray(value)) return Result.fail(`"markets" must be a list`);
  return readEach(value, "markets", readMarket);
}

/** These fields are lists inside a text. */
const LISTS_IN_TEXT = ["outcomes", "outcomePrices", "clobTokenIds", "umaResolutionStatuses"];

function readMarket(value: unknown): Read<StagedMarket> {
  return Result.gen(function* () {
    const fields = yield* readObject(value);
    const id = yield* readText(fieldsOf(fields), "id");
    if (!/^\d{1,15}$/.test(id)) return yield* Result.fail(`"id" must be digits`);
    const wrong = LISTS_IN_TEXT.find((name) =>
      !isMissing(fields[name]) && !isListInText(fields[name])
    );
    if (wrong !== undefined) {
      return yield* Result.fail(`"${wrong}" must be text that holds a JSON list`);
    }
    const positions = fields["positionIds"];
    return isMissing(positions) || isListOfDigits(positions)
      ? { version: versionWithout(fields), ...fields, id }
      : yield* Result.fail(`"positionIds" must be a list of texts of digits`);
  });
}

/**
 * The venue states every market's protocol. A market recorded before it did so is of the first one,
 * unless it has only ids of the second.
 */
function versionWithout(fields: JsonObject): "v1" | "v2" {
  return isMissing(fields["clobTokenIds"]) && !isMissing(fields["positionIds"]) ? "v2" : "v1";
}

/** Recordings contain null for fields that the venue omits. */
function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Reads an optional list of objects, which must have text in these fields if present. */
function readObjects(
  fields: JsonObject,
  name: string,
  needed: ReadonlyArray<string>,
): Read<void> {
  const list = fields[name];
  if (isMissing(list)) return Result.succeed(undefined);
  if (!Array.isArray(list)) return Result.fail(`"${name}" must be a list`);
  const read = readEach(list, name, (item) =>
    Result.flatMap(readObject(item), (each) => {
      const missing = needed.find((field) => typeof each[field] !== "string");
      return missing === undefined
        ? Result.succeed(each)
        : Result.fail(`"${missing}" must be text`);
    }));
  return Result.map(read, () => undefined);
}

/** This field is a real list, unlike those above. */
function isListOfDigits(value: unknown): boolean {
  return Array.isArray(value) &&
    value.every((each) => typeof each === "string" && /^\d{1,78}$/.test(each));
}

function isListInText(value: unknown): boolean {
  return typeof value === "string" && Array.isArray(parseJson(value));
}
