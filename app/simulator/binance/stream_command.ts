/**
 * Parses the commands that a client sends on a stream, with the exchange's refusals.
 *
 * @module
 */
import { Result } from "effect";
import { type ExchangeMarket } from "../../../core/price/mod.ts";
import { isJsonObject, parseJson } from "../kit/json.ts";

/** The id of a client's request. */
export type CommandId = number | string | null;

/** A command on an open socket. */
export type StreamCommand =
  & { readonly id: CommandId }
  & (
    | { readonly method: "SUBSCRIBE" | "UNSUBSCRIBE"; readonly names: ReadonlyArray<string> }
    | { readonly method: "LIST_SUBSCRIPTIONS" | "GET_PROPERTY" }
    | { readonly method: "SET_PROPERTY"; readonly isCombined: boolean }
  );

/** An error as it is sent; without an id if none was readable. */
export interface CommandRefusal {
  readonly error: { readonly code: number; readonly msg: string };
  readonly id?: CommandId;
}

type Read<T> = Result.Result<T, CommandRefusal>;

const METHODS = [
  "SUBSCRIBE",
  "UNSUBSCRIBE",
  "LIST_SUBSCRIPTIONS",
  "SET_PROPERTY",
  "GET_PROPERTY",
] as const;
const UNKNOWN_PROPERTY = 0;
const WRONG_VALUE = 1;
const INVALID_REQUEST = 2;
const INVALID_JSON = 3;

/** Parses one text frame. Ids are whole numbers, from 0 on for futures; spot also accepts text. */
export function readCommand(text: string, market: ExchangeMarket): Read<StreamCommand> {
  const body = parseJson(text);
  if (!isJsonObject(body)) {
    return refused(INVALID_JSON, "Invalid JSON: expected value at line 1 column 1");
  }
  const { method, params, id } = body;
  if (!isId(id, market)) return invalid("request ID must be an unsigned integer");
  const at = `at line 1 column ${text.length}`;
  if (method === undefined) return invalid(`missing field \`method\` ${at}`, id);
  const known = METHODS.find((name) => name === method);
  switch (known) {
    case undefined: {
      const names = METHODS.map((name) => `\`${name}\``).join(", ");
      return invalid(`unknown variant \`${method}\`, expected one of ${names} ${at}`, id);
    }
    case "SUBSCRIBE":
    case "UNSUBSCRIBE":
      return Array.isArray(params) && params.every(isName)
        ? Result.succeed({ method: known, names: params, id })
        : invalid("invalid stream", id);
    case "LIST_SUBSCRIPTIONS":
      return Result.succeed({ method: known, id });
    case "GET_PROPERTY":
      return Result.map(readProperty(params, { count: 1, id }), () => ({ method: known, id }));
    case "SET_PROPERTY":
      return Result.flatMap(
        readProperty(params, { count: 2, id }),
        (value) =>
          typeof value === "boolean"
            ? Result.succeed({ method: known, isCombined: value, id })
            : refused(WRONG_VALUE, "Invalid value type: expected Boolean", id),
      );
  }
}

/** Reads the second element of `["combined", value]`; no other property exists. */
function readProperty(
  params: unknown,
  { count, id }: { readonly count: number; readonly id: CommandId },
): Read<unknown> {
  const [name, value, ...rest]: ReadonlyArray<unknown> = Array.isArray(params) ? params : [];
  if (typeof name !== "string") return invalid("property name must be a string", id);
  if (rest.length > 0 || (count === 1 && value !== undefined)) {
    return invalid("too many parameters", id);
  }
  return name === "combined"
    ? Result.succeed(value)
    : refused(UNKNOWN_PROPERTY, "Unknown property", id);
}

function isId(id: unknown, market: ExchangeMarket): id is CommandId {
  if (market === "futures") return Number.isInteger(id) && Number(id) >= 0;
  return Number.isInteger(id) || id === null ||
    (typeof id === "string" && /^[\w-]{1,36}$/.test(id));
}

function isName(name: unknown): name is string {
  return typeof name === "string" && /^\S+$/.test(name);
}

function invalid(msg: string, id?: CommandId): Read<never> {
  return refused(INVALID_REQUEST, `Invalid request: ${msg}`, id);
}

function refused(code: number, msg: string, id?: CommandId): Read<never> {
  return Result.fail({ error: { code, msg }, ...(id === undefined ? {} : { id }) });
}
