/**
 * Parses the command line of `setup`: the answers that are given ahead.
 *
 * @module
 */
import { type Option, Result } from "effect";
import type { Scope } from "../../../core/access/mod.ts";
import type { SignatureType } from "../../../core/order/mod.ts";
import {
  LIMIT_OPTIONS,
  readEmail,
  readFunderAddress,
  readLimit,
  readScopes,
  readType,
} from "../account/account_value.ts";
import { complain, type Read } from "../account/command_failure.ts";
import type { CommandLine } from "../command_line.ts";

/** What becomes of the wallet. */
export const WALLET_CHOICES = ["make", "import", "none"] as const;
/** One of them. */
export type WalletChoice = (typeof WALLET_CHOICES)[number];

/** An API key's scopes, or that none is made. */
export type KeyChoice = ReadonlyArray<Scope> | "none";

/** The answers that are given ahead; undefined is asked for. */
export interface SetupAnswers {
  /** Whether every other question has its default for an answer. */
  readonly isYes: boolean;
  /** Whether the service goes on when what has started it ends. */
  readonly isDetached: boolean;
  /** Whether the service goes on to run. */
  readonly isStarted: boolean;
  readonly email: string | undefined;
  readonly wallet: WalletChoice | undefined;
  readonly signatureType: SignatureType | undefined;
  readonly funder: string | undefined;
  readonly orderMaxE6: Option.Option<bigint> | undefined;
  readonly dayMaxE6: Option.Option<bigint> | undefined;
  readonly isRelayAsked: boolean | undefined;
  readonly key: KeyChoice | undefined;
}

/** The options. */
export const SETUP_OPTIONS = {
  yes: "flag",
  "no-start": "flag",
  detach: "flag",
  email: "text",
  wallet: "text",
  type: "text",
  funder: "text",
  [LIMIT_OPTIONS.orderMaxE6]: "text",
  [LIMIT_OPTIONS.dayMaxE6]: "text",
  relay: "text",
  key: "text",
} as const;

/** Parses them. */
export function readSetupLine({ options }: CommandLine): Read<SetupAnswers> {
  const text = (name: keyof typeof SETUP_OPTIONS) =>
    options[name] === undefined ? undefined : String(options[name]);
  const given = <A>(name: keyof typeof SETUP_OPTIONS, read: (text: string) => Read<A>) => {
    const value = text(name);
    return value === undefined ? Result.succeed(undefined) : read(value);
  };
  return Result.gen(function* () {
    const wallet = yield* given("wallet", readWalletChoice);
    for (const name of ["type", "funder"] as const) {
      if (text(name) !== undefined && wallet !== "import") {
        return yield* complain(
          `Cannot use --${name} without --wallet import`,
          "A wallet that is made is a key (type 0), and its own funder",
        );
      }
    }
    const isWithoutWallet = wallet === "none";
    for (const name of [LIMIT_OPTIONS.orderMaxE6, LIMIT_OPTIONS.dayMaxE6, "relay"] as const) {
      if (text(name) !== undefined && isWithoutWallet) {
        return yield* complain(
          `Cannot use --${name} with --wallet none`,
          "Both are about the wallet: leave one of them out",
        );
      }
    }
    return {
      isYes: options["yes"] === true,
      isDetached: options["detach"] === true,
      isStarted: options["no-start"] !== true,
      email: yield* given("email", readEmail),
      wallet,
      signatureType: yield* given("type", readType),
      funder: text("funder"),
      orderMaxE6: yield* given(LIMIT_OPTIONS.orderMaxE6, readOrderMax),
      dayMaxE6: yield* given(LIMIT_OPTIONS.dayMaxE6, readDayMax),
      isRelayAsked: yield* given("relay", readYesNo),
      key: yield* given("key", readKeyChoice),
    };
  });
}

/** Parses the most USDC of an order, or of a day. */
export const readOrderMax = (text: string) => readLimit(LIMIT_OPTIONS.orderMaxE6, text);
export const readDayMax = (text: string) => readLimit(LIMIT_OPTIONS.dayMaxE6, text);

/** Parses what becomes of the wallet. */
export function readWalletChoice(text: string): Read<WalletChoice> {
  const choice = WALLET_CHOICES.find((choice) => choice === text.toLowerCase());
  return choice === undefined
    ? complain(`Cannot use "${text}"`, `Send one of ${WALLET_CHOICES.join(", ")}`)
    : Result.succeed(choice);
}

/** Parses yes or no. */
export function readYesNo(text: string): Read<boolean> {
  const word = text.toLowerCase();
  if (["y", "yes"].includes(word)) return Result.succeed(true);
  if (["n", "no"].includes(word)) return Result.succeed(false);
  return complain(`Cannot use "${text}"`, "Send yes or no");
}

/** Parses the scopes of an API key, or `none`. */
export function readKeyChoice(text: string): Read<KeyChoice> {
  return text.toLowerCase() === "none" ? Result.succeed("none" as const) : readScopes(text);
}

/** Parses a funder's address; empty for a key, which is its own. */
export function readFunderText(
  text: string,
  signatureType: SignatureType,
): Read<Option.Option<string>> {
  return readFunderAddress(text === "" ? undefined : text, signatureType);
}
