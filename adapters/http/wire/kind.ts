/**
 * Kinds of values on the wire. A kind is declared once: the check, the value that a handler gets,
 * its type, the refusal and the documents come from it.
 *
 * ```ts
 * body: strict({ price: Decimal({ minimum: "0.01", maximum: "0.99" }), side: Word(SIDES) })
 * // the handler's body is { price: BigDecimal, side: "BUY" | "SELL" }
 * // Eden's callers send  { price: number,     side: "BUY" | "SELL" }
 * ```
 *
 * @module
 */
import {
  Kind,
  type ObjectOptions,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";
import { Result } from "effect";
import { parseExactJson } from "../../../core/json/mod.ts";
import type { OrderReason } from "../../../core/order_reason.ts";
import { RequestRejected } from "../../../core/request.ts";
import { wordFor } from "./word_for.ts";

declare const SENT: unique symbol;

/** A value of the domain, and what a caller sends for it. The mark exists in types alone. */
export type Read<Domain, Sent> = Domain & { readonly [SENT]?: Sent };

/**
 * What a caller sends for values that a handler reads, at any depth. Elysia adds an answer of
 * status 422 to every route with schemas; the edge gives none.
 */
export type SentOf<T> = T extends unknown
  ? typeof SENT extends keyof T ? T extends { readonly [SENT]?: infer Sent } ? Sent : never
  : T extends ReadonlyArray<unknown> ? { [Key in keyof T]: SentOf<T[Key]> }
  : T extends object ? { [Key in keyof T as Key extends 422 ? never : Key]: SentOf<T[Key]> }
  : T
  : never;

/** Where a value stands, and when: instants are judged by the time of the request. */
export interface ReadAt {
  /** The name of the parameter or the field. */
  readonly name: string;
  readonly nowMs: number;
}

/** Reads a value as it was sent: text, or a value of JSON whose numbers are `JsonNumber`. */
export type ReadValue<Domain = unknown> = (
  value: unknown,
  at: ReadAt,
) => Result.Result<Domain, RequestRejected>;

/** How a kind is read, which no document shows. */
const READ = Symbol("read");

/** What to send where nothing was sent. */
const ASK = Symbol("ask");

/** What documents say of a value beside its schema. */
const SHOWN = Symbol("shown");

/** The other names under which a value may be sent, which no document tells. */
const ALIASES = Symbol("aliases");

/** What examples of this kind can be: values that only a running service knows. */
export type LiveExampleName =
  | "conditionId"
  | "eventId"
  | "marketSlug"
  | "outcomeMarketSlug"
  | "tokenId"
  | "walletId";

/** What documents say of a value beside its schema. */
export interface Shown {
  /** What is said of the value itself, beside what the parameter is for. */
  readonly spelling?: string;
  /** True if an empty value is allowed, such as `include=`. */
  readonly mayBeEmpty?: boolean;
  /** What a sandbox shows in place of the written example, which it may not know. */
  readonly liveExample?: LiveExampleName;
  /** True if example requests should include it, though it is optional. */
  readonly isSuggested?: boolean;
}

/** What every kind takes: annotations of the documents. */
export interface KindOptions extends Shown {
  readonly description?: string;
  readonly examples?: ReadonlyArray<unknown>;
  readonly default?: unknown;
  /** Names that callers use for such a field, whatever it is called: any of them is taken. */
  readonly aliases?: ReadonlyArray<string>;
}

/** The schema of a kind. */
interface KindSchema extends TSchema {
  readonly [READ]: ReadValue;
  readonly [ASK]: string;
  readonly [SHOWN]: Shown;
  readonly [ALIASES]: ReadonlyArray<string>;
}

const WIRE_KIND = "Wire";

// TypeBox's own functions know the kinds too: a compiled check, `Value.Errors`.
TypeRegistry.Set<KindSchema>(
  WIRE_KIND,
  (schema, value) => {
    const sent = parseExactJson(JSON.stringify(value ?? null));
    return Result.isSuccess(schema[READ](sent, { name: "", nowMs: Date.now() }));
  },
);

/** Declares a kind: its JSON schema, what to send where it is missing, and its reader. */
export function kind<Domain, Sent>(
  json: Readonly<Record<string, unknown>>,
  { spelling, mayBeEmpty, liveExample, isSuggested, aliases = [], ...annotations }: KindOptions,
  { ask = "Send it", read }: { readonly ask?: string; readonly read: ReadValue<Domain> },
): TUnsafe<Read<Domain, Sent>> {
  const shown: Shown = {
    ...(spelling === undefined ? {} : { spelling }),
    ...(mayBeEmpty === undefined ? {} : { mayBeEmpty }),
    ...(liveExample === undefined ? {} : { liveExample }),
    ...(isSuggested === undefined ? {} : { isSuggested }),
  };
  return Type.Unsafe<Read<Domain, Sent>>({
    ...json,
    ...annotations,
    [Kind]: WIRE_KIND,
    [READ]: read,
    [ASK]: ask,
    [SHOWN]: shown,
    [ALIASES]: aliases,
  });
}

/** Returns how a schema is read, if it is a kind. */
export function readerOf(schema: TSchema): ReadValue | undefined {
  return READ in schema ? schema[READ] as ReadValue : undefined;
}

/** Returns what to send for a kind. */
export function askFor(schema: TSchema): string {
  return ASK in schema ? String(schema[ASK]) : "Send it";
}

/** Returns what documents say of a kind beside its schema. */
export function shownOf(schema: TSchema): Shown {
  return SHOWN in schema ? schema[SHOWN] as Shown : {};
}

/** Returns the other names of a kind. */
export function aliasesOf(schema: TSchema): ReadonlyArray<string> {
  return ALIASES in schema ? schema[ALIASES] as ReadonlyArray<string> : [];
}

/** Refuses a value, which is quoted as it was sent. `reason`: why in one word, of an order. */
export function refuse(
  { name }: Pick<ReadAt, "name">,
  value: unknown,
  hint: string,
  reason?: OrderReason,
): Result.Result<never, RequestRejected> {
  return Result.fail(
    new RequestRejected({
      parameter: name,
      received: wordFor(value),
      hint,
      ...(reason === undefined ? {} : { reason }),
    }),
  );
}

/** The same, quoting all of the value as JSON writes it. */
export function refuseWhole(at: Pick<ReadAt, "name">, value: unknown, hint: string) {
  return refuse(at, typeof value === "string" ? value : JSON.stringify(value), hint);
}

/** The fields of an object that exclude each other. */
const EXCLUSIVE = Symbol("exclusive");

/** Names of fields of which one is sent at most; exactly one if it is required. */
export interface ExclusiveFields {
  readonly names: ReadonlyArray<string>;
  readonly isRequired: boolean;
}

/** An object that takes no other fields than its own. */
export function strict<Properties extends TProperties>(
  properties: Properties,
  options: ObjectOptions = {},
): TObject<Properties> {
  return Type.Object(properties, { ...options, additionalProperties: false });
}

/** An object of which exactly one of some fields is sent. */
export function oneOf<Properties extends TProperties, Name extends keyof Properties & string>(
  object: TObject<Properties>,
  names: ReadonlyArray<Name>,
): TUnsafe<ExactlyOne<Static<TObject<Properties>>, Name>> {
  return Type.Unsafe(exclusive(object, { names, isRequired: true }));
}

/** An object of which at most one of some fields is sent. */
export function atMostOneOf<Properties extends TProperties>(
  object: TObject<Properties>,
  names: ReadonlyArray<keyof Properties & string>,
): TObject<Properties> {
  return exclusive(object, { names, isRequired: false });
}

/** An object with fields that exclude each other, which its type does not say. */
export function exclusive<S extends TSchema>(object: S, fields: ExclusiveFields): S {
  return { ...object, [EXCLUSIVE]: [...exclusivesOf(object), fields] };
}

/** Returns the fields of an object that exclude each other. */
export function exclusivesOf(schema: TSchema): ReadonlyArray<ExclusiveFields> {
  return EXCLUSIVE in schema ? schema[EXCLUSIVE] as ReadonlyArray<ExclusiveFields> : [];
}

type ExactlyOne<T, Names extends PropertyKey> = {
  [One in Names & keyof T]:
    & Omit<T, Names>
    & { [Key in One]-?: Exclude<T[Key], undefined> }
    & { [Other in Exclude<Names, One>]?: undefined };
}[Names & keyof T];
