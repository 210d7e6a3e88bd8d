/**
 * The steps that set a live service up. What is there already is not asked again.
 *
 * @module
 */
import { Option, Result } from "effect";
import { SIGNATURE_TYPE_NAMES, SIGNATURE_TYPES } from "../../../core/order/mod.ts";
import { SETUP_OPERATIONS } from "../../operator/setup_operation.ts";
import { callOperation } from "../../operator/call_operation.ts";
import type { WalletFacts } from "../../operator/wallet_facts.ts";
import type { AccountCommand } from "../account/account_command.ts";
import { readEmail, readType } from "../account/account_value.ts";
import { call, type CommandContext } from "../account/command_context.ts";
import { CommandFailed } from "../account/command_failure.ts";
import { type CommandOutput, usdcText, walletLines } from "../account/command_output.ts";
import { importNote, importOwnWallet } from "../account/import_wallet.ts";
import { runCommand } from "../account/run_command.ts";
import {
  readDayMax,
  readFunderText,
  readKeyChoice,
  readOrderMax,
  readWalletChoice,
  readYesNo,
  type SetupAnswers,
} from "./setup_line.ts";
import { type StepName, stepTexts } from "./setup_text.ts";
import type { Talk } from "./talk.ts";

/** How far a service is set up. */
export type SetupState = typeof SETUP_OPERATIONS.show.output.Type;

/** What the steps need. */
export interface SetupRoom {
  readonly talk: Talk;
  readonly answers: SetupAnswers;
  /** Returns what account commands run in; its box has the `WALLET_KEY` of by then. */
  readonly context: () => CommandContext;
}

/** How it ends: the account, its wallet, and the state. */
export interface SetupEnd {
  readonly email: string;
  readonly wallet: WalletFacts | undefined;
  readonly state: SetupState;
}

/** The wallet that the steps are about. */
interface ChosenWallet {
  readonly wallet: WalletFacts;
  readonly isNew: boolean;
}

/** Takes all steps, of which each is complete before the next one. */
export async function takeSteps(room: SetupRoom): Promise<SetupEnd> {
  const email = await accountStep(room);
  const chosen = await walletStep(room, email);
  if (chosen !== undefined) {
    await limitStep(room, chosen);
    await relayStep(room, { email, id: chosen.wallet.id });
  }
  await keyStep(room, email);
  const state = await stateOf(room, email);
  return { email, wallet: state.wallets.find(({ id }) => id === chosen?.wallet.id), state };
}

/** Asks about the account, and without one about the oldest. */
function stateOf({ context }: SetupRoom, email?: string): Promise<SetupState> {
  return call(context(), SETUP_OPERATIONS.show, email === undefined ? {} : { email });
}

async function accountStep(room: SetupRoom): Promise<string> {
  const { talk, answers, context } = room;
  const { email: first, file } = await stateOf(room);
  explain(talk, "account", file);
  const email = await talk.ask({
    text: "E-mail address",
    fallback: first ?? "me@localhost",
    read: readEmail,
    given: answers.email,
  });
  const added = await runCommand({ name: "add", email }, context());
  show(talk, added);
  return email;
}

/** Returns the wallet that the account has afterwards; undefined where it is to have none. */
async function walletStep(room: SetupRoom, email: string): Promise<ChosenWallet | undefined> {
  const { talk, answers } = room;
  const { wallets, file } = await stateOf(room, email);
  explain(talk, "wallet", file);
  await tellRegion(room);
  const known = wallets.at(-1);
  if (known !== undefined && answers.wallet === undefined) {
    talk.say(`  The wallet ${known.address} is there.`);
    if (!known.hasVenueKey) await provision(room, known.id);
    return { wallet: known, isNew: false };
  }
  const choice = await talk.ask({
    text: "make, import or none",
    fallback: "make",
    read: readWalletChoice,
    given: answers.wallet,
  });
  if (choice === "none") return undefined;
  await makeWalletKey(room);
  const chosen = choice === "make" ? await makeWallet(room, email) : await useOwn(room, email);
  await provision(room, chosen.wallet.id);
  return chosen;
}

async function makeWallet({ talk, context }: SetupRoom, email: string): Promise<ChosenWallet> {
  const { wallet, file } = await call(context(), SETUP_OPERATIONS.makeWallet, { email });
  talk.say(`  Made the wallet ${wallet.address}; a copy of its key is in ${file}`);
  return { wallet, isNew: true };
}

async function useOwn(room: SetupRoom, email: string): Promise<ChosenWallet> {
  const imported = await importOwnWallet(await importOf(room, email), room.context());
  const { wallet, isNew } = imported;
  show(room.talk, { notes: [importNote(imported)], results: walletLines(wallet) });
  return { wallet, isNew };
}

/** The venue judges by the address of this machine. It may not say, which stops nothing. */
async function tellRegion({ talk, context }: SetupRoom): Promise<void> {
  const reply = await callOperation(context().send, SETUP_OPERATIONS.region, {});
  talk.say(`  Asked about orders: ${reply.ok ? reply.result.text : reply.error}.`);
}

async function importOf(
  { talk, answers }: SetupRoom,
  email: string,
): Promise<Extract<AccountCommand, { name: "wallet import" }>> {
  const types = SIGNATURE_TYPES.map((type) => `${type} ${SIGNATURE_TYPE_NAMES[type]}`).join(", ");
  const signatureType = await talk.ask({
    text: `Type: ${types}`,
    fallback: "0",
    read: readType,
    given: answers.signatureType,
  });
  const readFunder = (text: string) => readFunderText(text, signatureType);
  const { funder: given } = answers;
  const funder = signatureType === 0 && given === undefined ? readFunder("") : Result.succeed(
    await talk.ask({
      text: "Address of its contract, the funder",
      fallback: "",
      read: readFunder,
      given: given === undefined ? undefined : orThrow(readFunder(given)),
    }),
  );
  return { name: "wallet import", email, signatureType, funder: orThrow(funder) };
}

/** The service starts again with the key. */
async function makeWalletKey(room: SetupRoom): Promise<void> {
  const { hasWalletKey, file } = await stateOf(room);
  if (hasWalletKey) return;
  await call(room.context(), SETUP_OPERATIONS.makeWalletKey, {});
  await untilState(room, (state) => state.hasWalletKey);
  room.talk.say(`  Made WALLET_KEY in ${file}`);
}

/** What the venue does not answer now it may answer later: nothing else waits for it. */
async function provision({ talk, context }: SetupRoom, id: string): Promise<void> {
  try {
    const { notes } = await runCommand({ name: "wallet provision", id }, context());
    talk.say("  The venue has given the wallet an API key.", ...notes.map(indented));
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    talk.say(`  ${error.message}`, `  ${error.hint}. Or run setup again: it goes on from here.`);
  }
}

/** Asks for the limits of a new wallet, and of every wallet takes those that are given. */
async function limitStep(room: SetupRoom, { wallet, isNew }: ChosenWallet): Promise<void> {
  const { talk, answers, context } = room;
  if (!isNew && answers.orderMaxE6 === undefined && answers.dayMaxE6 === undefined) return;
  const { id } = wallet;
  explain(talk, "limits", (await stateOf(room)).file);
  const orderMaxE6 = await talk.ask({
    text: "USDC an order",
    fallback: limitText(wallet.orderMaxE6),
    read: readOrderMax,
    given: answers.orderMaxE6,
  });
  const dayMaxE6 = await talk.ask({
    text: "USDC a day",
    fallback: limitText(wallet.dayMaxE6),
    read: readDayMax,
    given: answers.dayMaxE6,
  });
  await runCommand({ name: "wallet limit", id, limits: { orderMaxE6, dayMaxE6 } }, context());
  const [order, day] = [orderMaxE6, dayMaxE6].map((max) =>
    Option.match(max, {
      onNone: () => "without limit",
      onSome: (maxE6) => `${limitText(String(maxE6))} USDC`,
    })
  );
  talk.say(`  An order: ${order}; all of a UTC day: ${day}.`);
}

function limitText(maxE6: string | null): string {
  return maxE6 === null ? "none" : usdcText(maxE6).replace(/\.00$/, "");
}

async function relayStep(
  room: SetupRoom,
  { email, id }: { readonly email: string; readonly id: string },
): Promise<void> {
  const { talk, answers, context } = room;
  const { hasOracle, relayWalletId, wallets, file } = await stateOf(room, email);
  explain(talk, "relay", file);
  if (hasOracle) {
    talk.say(
      "  The oracle's own numbers are received already." +
        (answers.isRelayAsked === false && relayWalletId !== null
          ? " The undo above ends that."
          : ""),
    );
    return;
  }
  if (wallets.find((wallet) => wallet.id === id)?.hasVenueKey !== true) {
    talk.say("  Not possible yet: the wallet has no API key of the venue.");
    return;
  }
  const isAsked = await talk.ask({
    text: "Receive them? yes or no",
    fallback: "yes",
    read: readYesNo,
    given: answers.isRelayAsked,
  });
  if (!isAsked) return;
  await call(context(), SETUP_OPERATIONS.askRelayWith, { walletId: id });
  await untilState(room, (state) => state.hasOracle);
  talk.say("  The relay is on.");
}

async function keyStep(room: SetupRoom, email: string): Promise<void> {
  const { talk, answers, context } = room;
  const { keyCount, file } = await stateOf(room, email);
  explain(talk, "key", file);
  const scopes = await talk.ask({
    text: "read, read,trade or none",
    fallback: keyCount > 0 ? "none" : "read",
    read: readKeyChoice,
    given: answers.key,
  });
  if (scopes === "none") return;
  show(talk, await runCommand({ name: "key", email, scopes, keyName: "setup" }, context()));
}

const AGAIN_MS = 100;
const RESTART_MS_MAX = 60_000;

/** Waits for a service that starts again. */
async function untilState(
  room: SetupRoom,
  isReached: (state: SetupState) => boolean,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < RESTART_MS_MAX; waitedMs += AGAIN_MS) {
    const state = await stateOf(room).catch(() => undefined);
    if (state !== undefined && isReached(state)) return;
    await Bun.sleep(AGAIN_MS);
  }
  throw new CommandFailed({
    error: "Cannot go on: the service did not start again within a minute",
    hint: "See its log; then run setup again, which goes on from here",
  });
}

function explain(talk: Talk, step: StepName, file: string): void {
  const { title, lines } = stepTexts(file)[step];
  talk.say("", title, ...lines.map(indented));
}

function show(talk: Talk, { notes, results }: CommandOutput): void {
  talk.say(...notes.map(indented), ...results.map(indented));
}

function indented(line: string): string {
  return `  ${line}`;
}

function orThrow<A>(read: Result.Result<A, { readonly error: string; readonly hint: string }>): A {
  if (Result.isSuccess(read)) return read.success;
  throw new CommandFailed(read.failure);
}
