/**
 * The options of the tests' commands: numbers in a range, and texts.
 *
 * @module
 */
import { Result } from "effect";
import { readCommandLine } from "../app/command_line.ts";

/** A number that may be given, both ends included. */
export interface NumberOption {
  readonly fallback: number;
  readonly min: number;
  readonly max: number;
  /** Whether it may have a fraction. */
  readonly isFraction?: boolean;
}

/** What was given, or stands for it. */
export interface GivenOptions<Name extends string> {
  readonly numbers: Readonly<Record<Name, number>>;
  readonly text: (name: string) => string | undefined;
}

/** A new seed, unless one is given. */
export function seedOption(): NumberOption {
  return { fallback: Math.floor(Math.random() * 2 ** 31), min: 0, max: 2 ** 31 };
}

/** Reads options; a failure is what is wrong with them. */
export function readNumberOptions<Name extends string>(
  args: ReadonlyArray<string>,
  options: Readonly<Record<Name, NumberOption>>,
  texts: ReadonlyArray<string> = [],
): Result.Result<GivenOptions<Name>, string> {
  return Result.gen(function* () {
    const names = [...Object.keys(options), ...texts].map((name) => [name, "text"] as const);
    const { words, options: given } = yield* readCommandLine(args, Object.fromEntries(names));
    if (words.length > 0) return yield* Result.fail(`Unknown argument "${words[0]}"`);
    const numbers = new Map<string, number>();
    for (const [name, option] of Object.entries<NumberOption>(options)) {
      const text = given[name];
      const value = text === undefined ? option.fallback : numberOf(text, option);
      if (value === undefined) {
        const kind = option.isFraction === true ? "number" : "whole number";
        return yield* Result.fail(
          `Cannot use --${name} "${text}": send a ${kind} from ${option.min} to ${option.max}`,
        );
      }
      numbers.set(name, value);
    }
    const text = (name: string) => {
      const value = given[name];
      return typeof value === "string" && value !== "" ? value : undefined;
    };
    return { numbers: Object.fromEntries(numbers) as Record<Name, number>, text };
  });
}

function numberOf(
  text: string | boolean,
  { min, max, isFraction }: NumberOption,
): number | undefined {
  const pattern = isFraction === true ? /^\d{1,12}(\.\d{1,6})?$/ : /^\d{1,12}$/;
  const value = pattern.test(String(text)) ? Number(text) : NaN;
  return value >= min && value <= max ? value : undefined;
}
