/**
 * Text on the wire: of a bounded length, one of a few words, or lists of them.
 *
 * @module
 */
import { type Static, type TSchema, type TUnsafe, Type } from "@sinclair/typebox";
import { Result } from "effect";
import { foldName } from "../../../core/fold_name.ts";
import { parseList } from "../../../core/page/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import {
  aliasesOf,
  askFor,
  kind,
  type KindOptions,
  type ReadAt,
  readerOf,
  refuse,
} from "./kind.ts";

/** Text that a parser of the core reads. */
export function Parsed<Domain, Sent = string>(
  json: Readonly<Record<string, unknown>>,
  options: KindOptions,
  { ask, parse }: {
    /** What to send where it is missing. What is no text is asked for as text first. */
    readonly ask: string;
    readonly parse: (text: string, at: ReadAt) => Result.Result<Domain, RequestRejected>;
  },
) {
  const text = ask.startsWith("Send text") ? ask : `Send text. ${ask}`;
  return kind<Domain, Sent>({ type: "string", ...json }, options, {
    ask,
    read: (value, at) => typeof value === "string" ? parse(value, at) : refuse(at, value, text),
  });
}

/** Text as it was sent, for whoever reads it with other values. */
export function Text(
  { ask = "Send text", ...options }: KindOptions & {
    readonly ask?: string;
    readonly format?: string;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
  } = {},
) {
  return Parsed<string>({}, options, { ask, parse: Result.succeed });
}

/** Text of one shape. `hint` says what is, `ask` what to send; `into` spells it as it is stored. */
export function Shaped(
  shape: RegExp,
  { hint, ask = hint, into = (text) => text, format, ...options }: KindOptions & {
    readonly hint: string;
    readonly ask?: string;
    readonly into?: (text: string) => string;
    readonly format?: string;
  },
) {
  const json = format === undefined ? { pattern: shape.source } : { format, pattern: shape.source };
  return Parsed<string>(json, options, {
    ask,
    parse: (text, at) => shape.test(text) ? Result.succeed(into(text)) : refuse(at, text, hint),
  });
}

/** One of a few words, read in any case. `ask` says what to send where it is missing. */
export function Word<const Words extends ReadonlyArray<string>>(
  words: Words,
  { ask, hint, ...options }: KindOptions & {
    readonly ask?: string;
    /** In place of the list of the words. */
    readonly hint?: string;
  } = {},
) {
  const byName = new Map(words.map((word): [string, Words[number]] => [foldName(word), word]));
  const one = hint ?? `Use one of ${words.join(", ")}`;
  const quoted = words.map((word) => JSON.stringify(word)).join(" or ");
  return kind<Words[number], Words[number]>({ type: "string", enum: words }, options, {
    ask: ask ?? one,
    read: (value, at) => {
      if (typeof value !== "string") return refuse(at, value, hint ?? `Send text: ${quoted}`);
      const word = byName.get(foldName(value));
      return word === undefined ? refuse(at, value, one) : Result.succeed(word);
    },
  });
}

/** `true` or `false` as text of a query. */
export function Flag(options: KindOptions = {}) {
  return kind<boolean, boolean>({ type: "string", enum: ["true", "false"] }, options, {
    ask: "Send true or false",
    read: (value, at) => {
      const text = typeof value === "string" ? foldName(value) : String(value);
      return text === "true" || text === "false"
        ? Result.succeed(text === "true")
        : refuse(at, value, "Send true or false");
    },
  });
}

/** `true` or `false` of a body. */
export function Bool({ hint: ask, ...options }: KindOptions & { readonly hint: string }) {
  return kind<boolean, boolean>({ type: "boolean" }, options, {
    ask,
    read: (value, at) =>
      typeof value === "boolean" ? Result.succeed(value) : refuse(at, value, ask),
  });
}

/** Values separated by commas: each once, in the order sent. `refusesRepeats`: none comes again. */
export function Listed<Domain, Sent = string>(
  item: { readonly static: Domain },
  { refusesRepeats = false, ...options }: KindOptions & { readonly refusesRepeats?: boolean } = {},
) {
  const schema = item as never;
  const read = readerOf(schema);
  if (read === undefined) throw new Error("a list of what is no kind");
  return Parsed<ReadonlyArray<Domain>, Sent>({}, { aliases: aliasesOf(schema), ...options }, {
    ask: askFor(schema),
    parse: (text, at) => {
      const values = new Set<unknown>();
      for (const part of text.split(",")) {
        if (part.trim() === "") return refuse(at, text, "Separate the values with single commas");
        const value = read(part, at);
        if (Result.isFailure(value)) return Result.fail(value.failure);
        if (refusesRepeats && values.has(value.success)) {
          return refuse(at, text, `Name ${value.success} once`);
        }
        values.add(value.success);
      }
      return Result.succeed([...values] as Array<Domain>);
    },
  });
}

/**
 * Any of a few words, separated by commas: each once, in the order of all of them. With
 * `mayBeEmpty` none of them too.
 */
export function AnyOf<const Word extends string>(
  words: ReadonlyArray<Word>,
  options: KindOptions = {},
) {
  const any = `any of ${words.join(", ")}`;
  return Parsed<ReadonlyArray<Word>>({}, {
    ...options,
    spelling: `Comma-separated: ${words.join(", ")}`,
  }, {
    ask: `Send ${any}, separated by commas`,
    parse: (text, { name }) =>
      options.mayBeEmpty === true && text === ""
        ? Result.succeed([])
        : parseList(name, text, words),
  });
}

/** A schema of a few fixed words or numbers, for answers. */
export function words<const W extends ReadonlyArray<string | number>>(
  all: W,
  options: Readonly<Record<string, unknown>> = {},
) {
  return Type.Unsafe<W[number]>(Type.Union(all.map((word) => Type.Literal(word)), options));
}

/** A list of JSON whose items a kind reads, under the name of the list. */
export function ListOf<Item extends TSchema>(
  item: Item,
  { hint, ...options }: KindOptions & { readonly hint: string },
): TUnsafe<ReadonlyArray<Static<Item>>> {
  const read = readerOf(item);
  if (read === undefined) throw new Error("a list of what is no kind");
  return kind<Array<unknown>, unknown>({ type: "array", items: item, minItems: 1 }, options, {
    ask: hint,
    read: (value, at) => {
      if (!Array.isArray(value) || value.length === 0) return refuse(at, value, hint);
      const items: Array<unknown> = [];
      for (const one of value) {
        const found = read(one, at);
        if (Result.isFailure(found)) return refuse(at, one, hint);
        items.push(found.success);
      }
      return Result.succeed(items);
    },
  }) as never;
}
