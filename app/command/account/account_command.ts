/**
 * Parses the arguments of `bun run account`.
 *
 * @module
 */
import { type Option, Result } from "effect";
import type { Scope } from "../../../core/access/mod.ts";
import type { ClaimPolicy, SignatureType, SpendingLimits } from "../../../core/order/mod.ts";
import { type AskedWorld, askedWorld, type CommandLine, readCommandLine } from "../command_line.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import {
  LIMIT_OPTIONS,
  readClaimPolicy,
  readEmail,
  readFunderAddress,
  readKeyName,
  readLimits,
  readPrefix,
  readScopes,
  readType,
  readWalletId,
} from "./account_value.ts";
import { complain, type Read } from "./command_failure.ts";
import { type PaperChoice, readPaperChoice } from "./paper_value.ts";
import { readWebhookChoice, readWebhookId, type WebhookChoice } from "./webhook_value.ts";
import { USAGE } from "./usage.ts";

/** A command for webhooks. */
export type WebhookCommand =
  | { readonly name: "hooks"; readonly email: string }
  | ({ readonly name: "hook add"; readonly email: string } & WebhookChoice)
  | {
    readonly name: "hook rotate" | "hook remove" | "hook resume" | "hook test";
    readonly id: string;
  };

/** One command with its arguments. */
export type AccountCommand =
  | { readonly name: "help" | "rotate" }
  | { readonly name: "add" | "keys" | "link" | "wallets"; readonly email: string }
  | {
    readonly name: "key";
    readonly email: string;
    readonly scopes: ReadonlyArray<Scope>;
    /** What the key is called; may be empty. */
    readonly keyName: string;
  }
  | { readonly name: "revoke"; readonly prefix: string }
  | {
    readonly name: "wallet import";
    readonly email: string;
    readonly signatureType: SignatureType;
    /** Checksummed. */
    readonly funder: Option.Option<string>;
  }
  | ({ readonly name: "wallet paper"; readonly email: string } & PaperChoice)
  | { readonly name: "wallet limit"; readonly id: string; readonly limits: Partial<SpendingLimits> }
  | { readonly name: "wallet claim"; readonly id: string; readonly policy: ClaimPolicy }
  | WebhookCommand
  | { readonly name: "wallet provision" | "wallet show"; readonly id: string };

/** A command and the world it is meant for. */
export interface AccountLine {
  readonly command: AccountCommand;
  readonly world: AskedWorld;
}

/** Options that every command takes. */
const FLAGS = { sandbox: "flag", live: "flag", help: "flag" } as const;
const OPTIONS = {
  scopes: "text",
  name: "text",
  type: "text",
  funder: "text",
  policy: "text",
  usdc: "text",
  latency: "text",
  address: "text",
  url: "text",
  events: "text",
  assets: "text",
  intervals: "text",
  [LIMIT_OPTIONS.orderMaxE6]: "text",
  [LIMIT_OPTIONS.dayMaxE6]: "text",
  none: "flag",
} as const;

const COMMANDS: ReadonlyMap<string, {
  readonly subject: "email" | "webhook" | "prefix" | "id" | null;
  readonly options: ReadonlyArray<keyof typeof OPTIONS>;
}> = new Map([
  ["add", { subject: "email", options: [] }],
  ["key", { subject: "email", options: ["scopes", "name"] }],
  ["keys", { subject: "email", options: [] }],
  ["link", { subject: "email", options: [] }],
  ["revoke", { subject: "prefix", options: [] }],
  ["wallets", { subject: "email", options: [] }],
  ["wallet claim", { subject: "id", options: ["policy"] }],
  ["wallet import", { subject: "email", options: ["type", "funder"] }],
  ["wallet limit", { subject: "id", options: [...Object.values(LIMIT_OPTIONS), "none"] }],
  ["wallet paper", { subject: "email", options: ["usdc", "latency", "address", "type", "funder"] }],
  ["wallet provision", { subject: "id", options: [] }],
  ["wallet show", { subject: "id", options: [] }],
  ["hooks", { subject: "email", options: [] }],
  ["hook add", { subject: "email", options: ["url", "events", "assets", "intervals"] }],
  ["hook rotate", { subject: "webhook", options: [] }],
  ["hook remove", { subject: "webhook", options: [] }],
  ["hook resume", { subject: "webhook", options: [] }],
  ["hook test", { subject: "webhook", options: [] }],
  ["rotate", { subject: null, options: [] }],
]);

/** Parses a command line. Failures never quote an argument that may contain a key. */
export function readAccountLine(args: ReadonlyArray<string>): Read<AccountLine> {
  if (containsKeyLike(args)) {
    return complain(
      "Cannot accept a key or another secret as an argument",
      "The shell's history contains it now. Send signing keys to stdin, and name API keys by " +
        "their prefix",
    );
  }
  const line = readCommandLine(args, { ...FLAGS, ...OPTIONS });
  if (Result.isFailure(line)) return complain(`Cannot read the command: ${line.failure}`, SEE_HELP);
  const { options } = line.success;
  if (options["live"] === true && options["sandbox"] === true) {
    return complain("Cannot use --live and --sandbox together", "Leave one of them out");
  }
  const world = askedWorld(options);
  return Result.map(readCommand(line.success), (command) => ({ command, world }));
}

const SEE_HELP = `${ownCommand("account --help")} lists the commands`;

function readCommand({ options, words }: CommandLine): Read<AccountCommand> {
  if (options["help"] === true) return Result.succeed({ name: "help" });
  const [first = "", second = ""] = words;
  const name = GROUPS.has(first) ? `${first} ${second}`.trimEnd() : first;
  const known = COMMANDS.get(name);
  if (known === undefined) {
    return name === ""
      ? complain("Cannot run without a command", USAGE)
      : complain(`Unknown command "${name}"`, `Use one of ${[...COMMANDS.keys()].join(", ")}`);
  }
  const stray = Object.keys(OPTIONS).find((option) =>
    options[option] !== undefined && !known.options.some((allowed) => allowed === option)
  );
  if (stray !== undefined) return complain(`Cannot use --${stray} with ${name}`, SEE_HELP);
  const [subject, ...others] = words.slice(name.split(" ").length);
  // Never quotes the extra arguments: they may be part of a secret.
  if (others.length > 0 || known.subject === null && subject !== undefined) {
    return complain(`Too many arguments for ${name}`, SEE_HELP);
  }
  if (known.subject !== null && subject === undefined) {
    return complain(`Cannot run ${name} without ${SUBJECTS[known.subject]}`, SEE_HELP);
  }
  return readSubject(name, subject ?? "", options);
}

/** Words that a second one follows. */
const GROUPS: ReadonlySet<string> = new Set(["wallet", "hook"]);

const SUBJECTS = {
  email: "the account's e-mail address",
  prefix: "the prefix of an API key",
  id: "the wallet's id",
  webhook: "the webhook's id",
};

function readSubject(
  name: string,
  subject: string,
  options: CommandLine["options"],
): Read<AccountCommand> {
  switch (name) {
    case "add":
    case "hooks":
    case "keys":
    case "link":
    case "wallets":
      return Result.map(readEmail(subject), (email) => ({ name, email }));
    case "key":
      return Result.gen(function* () {
        const email = yield* readEmail(subject);
        const scopes = yield* readScopes(options["scopes"]);
        return { name, email, scopes, keyName: yield* readKeyName(options["name"]) };
      });
    case "revoke":
      return Result.map(readPrefix(subject), (prefix) => ({ name, prefix }));
    case "hook add":
      return Result.gen(function* () {
        return { name, email: yield* readEmail(subject), ...(yield* readWebhookChoice(options)) };
      });
    case "hook rotate":
    case "hook remove":
    case "hook resume":
    case "hook test":
      return Result.map(readWebhookId(subject), (id) => ({ name, id }));
    case "wallet provision":
    case "wallet show":
      return Result.map(readWalletId(subject), (id) => ({ name, id }));
    case "wallet claim":
      return Result.gen(function* () {
        const id = yield* readWalletId(subject);
        return { name, id, policy: yield* readClaimPolicy(options["policy"]) };
      });
    case "wallet limit":
      return Result.gen(function* () {
        return { name, id: yield* readWalletId(subject), limits: yield* readLimits(options) };
      });
    case "wallet paper":
      return Result.gen(function* () {
        return { name, email: yield* readEmail(subject), ...(yield* readPaperChoice(options)) };
      });
    case "wallet import":
      return Result.gen(function* () {
        const email = yield* readEmail(subject);
        const signatureType = yield* readType(options["type"]);
        const funder = yield* readFunderAddress(options["funder"], signatureType);
        return { name, email, signatureType, funder };
      });
    default:
      return Result.succeed({ name: "rotate" });
  }
}

/**
 * 32 bytes in hexadecimal digits or base64, or most of them: a mistyped secret is still a secret.
 * Addresses have 42 characters, and ids fewer.
 */
const LONG = /[0-9A-Za-z+/_-]{43}/;
/** An API key, or more of it than the 8 characters of its prefix. */
const API_KEY = /sk_(live|test)_[0-9A-Za-z]{9}/;
/** The length of the shortest recovery phrase of a wallet. */
const PHRASE_WORDS_MIN = 12;

/** The address of a webhook, whose path may be as long. It is the receiver's secret, if at all. */
const WEB_ADDRESS = /^(--url=)?https?:\/\//;

/** Whether any argument may contain a key, or all of them together may be a recovery phrase. */
function containsKeyLike(all: ReadonlyArray<string>): boolean {
  const args = all.filter((arg) => !WEB_ADDRESS.test(arg));
  const words = args.flatMap((arg) => arg.split(/\s+/)).filter((word) => /^[a-z]{3,8}$/.test(word));
  return words.length >= PHRASE_WORDS_MIN ||
    args.some((arg) => [LONG, API_KEY].some((shape) => shape.test(arg)));
}
