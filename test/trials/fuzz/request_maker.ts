/** Makes requests of every route: valid ones, ones that are nearly so, and garbage. @module */
import type { DocumentedOperation, DocumentedParameter, DocumentedService } from "./documented.ts";
import { encoded, nearText, oddJson, oddText } from "./odd_value.ts";
import { Chance } from "../../stage/chance.ts";

/** How a request was meant. */
export type RequestKind = "valid" | "near" | "garbage";

/** A request that is framed as HTTP wants it, whatever it asks. */
export interface FuzzRequest {
  readonly kind: RequestKind;
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly target: string;
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  readonly body: Uint8Array | undefined;
}

/** What requests are made of. */
export interface RequestMakerOptions {
  readonly service: DocumentedService;
  readonly seed: number;
  readonly apiKey: string;
  /** Unix milliseconds of the service. */
  readonly nowMs: number;
}

/** A body over the limit of 64 KiB. */
const TOO_LARGE = new TextEncoder().encode(`{"a":"${"x".repeat(70_000)}"}`);
/** The methods that the runtime passes on. It ends the connection of every other one. */
export const METHODS: ReadonlyArray<string> = "GET HEAD POST PUT DELETE PATCH OPTIONS TRACE".split(
  " ",
);
/** Headers that mean something somewhere. */
const ODD_HEADERS = ("x-request-id traceparent if-none-match idempotency-key x-forwarded-for " +
  "accept-encoding origin access-control-request-method range expect-ct cookie content-encoding " +
  "accept x-http-method-override if-match te forwarded").split(" ");
const ODD_TYPES = "text/plain application/json;charset=utf-16 application/xml ; " +
  "application/x-www-form-urlencoded multipart/form-data";
const JSON_TYPES = ["application/json", "application/json; charset=utf-8", "Application/JSON"];
/** Orders that are placed stay with the simulated venue, which keeps all of them. */
const PLACED_SHARE = 0.05;

/** Makes the request with this number: the same for the same seed. */
export function makeRequest(options: RequestMakerOptions, index: number): FuzzRequest {
  const chance = new Chance(options.seed, index);
  const share = chance.next();
  if (share < 0.12) return garbageRequest(chance, options);
  const operation = chance.pick(options.service.operations);
  return share < 0.4
    ? requestOf(operation, { ...options, chance, isNear: false })
    : requestOf(operation, { ...options, chance, isNear: true });
}

interface Making extends RequestMakerOptions {
  readonly chance: Chance;
  readonly isNear: boolean;
}

function requestOf(operation: DocumentedOperation, making: Making): FuzzRequest {
  const { chance, isNear, apiKey } = making;
  // What is wrong with it: exactly one thing, mostly.
  const broken = isNear
    ? chance.pick(["value", "value", "name", "method", "key", "header", "body", "path"])
    : "";
  const isBroken = (what: string) => broken === what || (isNear && chance.is(0.05));
  const query = operation.parameters.filter((one) => one.in === "query")
    .filter(({ required }) => required || chance.is(0.4))
    .filter(() => !(isNear && chance.is(0.05)))
    .map((one) => [one.name, valueOf(one, making, isBroken("value"))] as const);
  if (isBroken("name")) query.push([oddText(chance), oddText(chance)]);
  if (isNear && query.length > 0 && chance.is(0.05)) query.push(chance.pick(query));
  const path = operation.template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters.find((one) => one.name === name);
    const value = parameter === undefined ? "" : valueOf(parameter, making, isBroken("value"));
    return encoded(value, chance);
  });
  const search = query.map(([name, value]) => `${encoded(name, chance)}=${encoded(value, chance)}`);
  const method = isBroken("method") ? chance.pick(METHODS) : operation.method;
  const target = (isBroken("path") ? nearText(path, chance) : path) +
    (search.length > 0 ? `?${search.join("&")}` : "");
  return {
    kind: isNear ? "near" : "valid",
    method,
    target: onLine(target),
    headers: [
      ...(operation.needsKey || chance.is(0.1) ? keyHeader(apiKey, chance, isBroken("key")) : []),
      ...operation.parameters.filter((one) => one.in === "header" && chance.is(0.3))
        .map((one) => [one.name, headerText(valueOf(one, making, isBroken("header")))] as const),
      ...(isBroken("header") ? oddHeaders(chance) : []),
      ...(operation.body === undefined ? [] : [contentType(chance, isBroken("body"))]),
    ],
    body: operation.body === undefined
      ? isBroken("body") ? chance.bytes(chance.within(0, 50)) : undefined
      : bodyOf(operation.body, chance, isBroken("body")),
  };
}

function garbageRequest(chance: Chance, { apiKey }: RequestMakerOptions): FuzzRequest {
  const path = chance.is(0.5)
    ? `/api/v1/${encoded(oddText(chance), chance)}`
    : `/${encoded(oddText(chance), chance)}`;
  return {
    kind: "garbage",
    method: chance.is(0.7) ? chance.pick(METHODS) : chance.text(1 + chance.within(0, 8), "ABCXYZ"),
    target: onLine(`${path}${chance.is(0.5) ? `?${encoded(oddText(chance), chance)}` : ""}`),
    headers: [
      ...oddHeaders(chance),
      ...(chance.is(0.3) ? keyHeader(apiKey, chance, false) : []),
    ],
    body: chance.is(0.3) ? chance.bytes(chance.within(0, 300)) : undefined,
  };
}

/** What a request line cannot have would be another request. */
function onLine(target: string): string {
  return target.replace(/[^\x21-\x7e]/gu, (one) => encodeURIComponent(one.toWellFormed()));
}

function valueOf(
  { name, schema, example = "" }: DocumentedParameter,
  { chance, nowMs }: Making,
  isBroken: boolean,
): string {
  if (isBroken) {
    return chance.is(0.5) ? oddText(chance) : nearText(String(example), chance);
  }
  if (schema.enum !== undefined) return String(chance.pick(schema.enum));
  if (schema.type === "integer") {
    const { minimum = 1, maximum = 100 } = schema;
    return String(minimum + chance.within(0, Math.min(maximum - minimum, 500) + 1));
  }
  if (name === "evidence" || name.startsWith("include")) return String(example);
  if (/^\d{4}-\d\d-\d\dT/.test(String(example))) return timeOf(chance, nowMs);
  return String(example);
}

/** Mostly the last hours, at few instants, so that answers are found again; sometimes any time. */
function timeOf(chance: Chance, nowMs: number): string {
  const hourMs = 3_600_000;
  const hour = Math.floor(nowMs / hourMs) - chance.within(0, chance.is(0.99) ? 3 : 2_000);
  const atMs = hour * hourMs + chance.pick([0, 300_000, 900_000]);
  return chance.is(0.5) ? new Date(atMs).toISOString() : String(atMs / 1000);
}

function keyHeader(apiKey: string, chance: Chance, isBroken: boolean) {
  const key = isBroken
    ? chance.pick([() => "", () => oddText(chance), () => nearText(apiKey, chance)])()
    : apiKey;
  const text = headerText(key);
  return chance.is(0.5)
    ? [["x-api-key", text] as const]
    : [["authorization", headerText(`Bearer ${text}`)] as const];
}

/** A header's value: what would end it, or is no byte, is left out. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, "").trim().slice(0, 2_000);
}

function oddHeaders(chance: Chance): ReadonlyArray<readonly [string, string]> {
  return Array.from(
    { length: 1 + chance.within(0, 3) },
    () => [chance.pick(ODD_HEADERS), headerText(oddText(chance))] as const,
  );
}

function contentType(chance: Chance, isBroken: boolean): readonly [string, string] {
  const isOdd = isBroken && chance.is(0.3);
  return ["content-type", chance.pick(isOdd ? ["", ...ODD_TYPES.split(" ")] : JSON_TYPES)];
}

function bodyOf(
  example: Readonly<Record<string, unknown>>,
  chance: Chance,
  isBroken: boolean,
): Uint8Array {
  const isOrder = "walletId" in example;
  const dry = isOrder && !chance.is(PLACED_SHARE) ? { dryRun: true } : {};
  const fields: Record<string, unknown> = { ...example, ...dry };
  const write = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  if (!isBroken) return write(fields);
  const name = chance.pick(Object.keys(fields));
  const whole = JSON.stringify(fields);
  return chance.pick<() => Uint8Array>([
    () => write({ ...fields, [name]: oddJson(chance) }),
    () => write({ ...fields, [name]: nearText(String(fields[name]), chance) }),
    () => write(Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name))),
    () => write({ ...fields, [oddText(chance)]: oddJson(chance) }),
    () => write(oddJson(chance)),
    () => new TextEncoder().encode(whole.slice(0, chance.within(0, whole.length))),
    () => new TextEncoder().encode(nearText(whole, chance)),
    () => new TextEncoder().encode(whole.replace("}", `,"${name}":1}`)),
    () => new TextEncoder().encode("[".repeat(1 + chance.within(0, 5_000))),
    () => new TextEncoder().encode(`{"${name}":${"9".repeat(1 + chance.within(0, 400))}}`),
    () => new TextEncoder().encode(`\ufeff${whole}`),
    () => chance.bytes(chance.within(0, 400)),
    () => new Uint8Array(),
    () => TOO_LARGE,
  ])();
}

/** The bytes of a request. */
export function bytesOf({ method, target, headers, body }: FuzzRequest, host: string): Buffer {
  const length = body === undefined ? [] : [["content-length", String(body.length)] as const];
  const lines = [["host", host] as const, ...headers, ...length];
  const head = `${method} ${target} HTTP/1.1\r\n${
    lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")
  }\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), body ?? new Uint8Array()]);
}
