/**
 * Parses the arguments of `bun run games audit`.
 *
 * @module
 */
import { Option, Result } from "effect";
import { parseLeague, parsePlatform } from "../../../core/game/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import type { AccountLine } from "../account/account_command.ts";
import { readCommandLine } from "../command_line.ts";
import type { AUDIT_OPERATION } from "../../operator/audit_operation.ts";
import { whole as wholeNumber } from "../../settings/setting_reader.ts";

type AuditRequest = typeof AUDIT_OPERATION.input.Type;

/** The parsed command line. */
export interface AuditCommand {
  readonly request: AuditRequest;
  readonly world: AccountLine["world"];
}

/** Parses the arguments after the command's name; a failure is one line. */
export function readAuditCommand(
  args: ReadonlyArray<string>,
): Result.Result<AuditCommand, string> {
  return Result.gen(function* () {
    const { words, options } = yield* readCommandLine(args, {
      source: "text",
      league: "text",
      days: "text",
      limit: "text",
      sandbox: "flag",
      live: "flag",
    });
    const [verb, ...rest] = words;
    if (verb !== "audit") {
      return yield* Result.fail(
        verb === undefined
          ? "Cannot run without a command: use audit"
          : `Unknown command "${verb}": use audit`,
      );
    }
    if (rest.length > 0) return yield* Result.fail(`Cannot use "${rest[0]}"`);
    if (options["sandbox"] && options["live"]) {
      return yield* Result.fail("Cannot use both --sandbox and --live");
    }
    const source = yield* optional(options["source"], parsePlatform);
    const league = yield* optional(options["league"], parseLeague);
    const days = yield* whole(options["days"], { name: "--days", fallback: 3, max: 60 });
    const limit = yield* whole(options["limit"], { name: "--limit", fallback: 100, max: 5_000 });
    const world = options["sandbox"] ? "sandbox" : options["live"] ? "live" : "unspecified";
    return { request: { days, limit, source, league }, world };
  });
}

function optional<A>(
  text: string | boolean | undefined,
  parse: (text: string) => Result.Result<A, RequestRejected>,
): Result.Result<A | null, string> {
  if (typeof text !== "string") return Result.succeed(null);
  return Result.mapError(parse(text), ({ message, hint }) => `${message}: ${hint}`);
}

function whole(
  text: string | boolean | undefined,
  { name, fallback, max }: {
    readonly name: string;
    readonly fallback: number;
    readonly max: number;
  },
): Result.Result<number, string> {
  if (typeof text !== "string") return Result.succeed(fallback);
  return Option.match(wholeNumber(1, max).parse(text), {
    onNone: () => Result.fail(`Cannot use ${name} "${text}": send a whole number from 1 to ${max}`),
    onSome: Result.succeed,
  });
}
