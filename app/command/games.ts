/**
 * `bun run games audit`: lists platform listings without a certain link to a game, and similar team
 * names, so that missing names can be added.
 *
 * @module
 */
import { Option, Result } from "effect";
import { parseLeague, parsePlatform } from "../../core/game/mod.ts";
import type { RequestRejected } from "../../core/request.ts";
import { tableLines } from "./account/command_output.ts";
import { askOperator } from "./ask_operator.ts";
import { type AskedWorld, askedWorld, complain, readCommandLine } from "./command_line.ts";
import { whole as wholeNumber } from "../settings/setting_reader.ts";
import { AUDIT_OPERATION, type AuditLine } from "../operator/audit_operation.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${usageLine("games audit [--source kalshi] [--league nba] [--days 3] [--limit 100]")}
    [--sandbox | --live]
Lists platform listings without a game, or linked only for review, and similar team names.
  --days   only listings seen in the last so many days, 1 to 60
  --limit  the maximum number of listings, 1 to 5000`;

/** Runs the audit, and returns the exit code. */
export async function main(args: ReadonlyArray<string>): Promise<number> {
  if (args.includes("--help")) {
    console.log(USAGE);
    return 0;
  }
  const command = readAuditCommand(args);
  if (Result.isFailure(command)) return complain(command.failure, USAGE);
  const { world, request } = command.success;
  const reply = await askOperator(world, AUDIT_OPERATION, request);
  if (!reply.ok) return complain(reply.error, reply.hint);
  for (const line of auditLines(reply.result.lines, reply.result.total)) console.log(line);
  return 0;
}

type AuditRequest = typeof AUDIT_OPERATION.input.Type;

/** The parsed command line. */
interface AuditCommand {
  readonly request: AuditRequest;
  readonly world: AskedWorld;
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
    return { request: { days, limit, source, league }, world: askedWorld(options) };
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

/** Replaces control characters: titles come from platforms and could move a terminal's cursor. */
const printable = (text: string) => text.replaceAll(/\p{Cc}/gu, "\u{fffd}");

/** Formats the report as lines. An empty report covers only listings that were seen. */
export function auditLines(
  lines: ReadonlyArray<AuditLine>,
  total: number,
): ReadonlyArray<string> {
  if (total === 0) return ["Every listing that was seen is linked to a game with certainty."];
  const rows = lines.map((line) => [
    line.source,
    line.league,
    line.kickoff ?? "-",
    line.confidence ?? "unmatched",
    line.title,
    line.key,
  ]);
  const [head = "", ...table] = tableLines(
    ["platform", "league", "kickoff", "link", "title", "key"],
    rows,
  );
  const details = lines.map(({ gameId, why, near }) =>
    [gameId === null ? why : `${why} (${gameId})`, ...near].filter((line) => line !== "")
      .map((line) => `    ${line}`)
  );
  const shown = lines.length < total ? [`${lines.length} of ${total}; --limit shows more`] : [];
  return [head, ...table.flatMap((row, i) => [row, ...details[i] ?? []]), ...shown].map(printable);
}
