/**
 * The steps that set a live service up. What is there already is not asked again.
 *
 * @module
 */
import { Result } from "effect";
import { SIGNATURE_TYPE_NAMES, SIGNATURE_TYPES } from "../../../core/order/mod.ts";
import { SETUP_OPERATIONS } from "../../operator/setup_operation.ts";
import { callOperation } from "../../operator/call_operation.ts";
import type { AccountCommand } from "../account/account_command.ts";
import { readEmail, readType } from "../account/account_value.ts";
import { call, type CommandContext } from "../account/command_context.ts";
import { CommandFailed } from "../account/command_failure.ts";
import { type CommandOutput, usdcText } from "../account/command_output.ts";
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

/** Takes all steps, of which each is complete before the next one. Returns the service's URL. */
export async function takeSteps(room: SetupRoom): Promise<string> {
  const email = await accountStep(room);
  const wallet = await walletStep(room, email);
  if (wallet !== undefined) {
    if (wallet.isNew) await limitStep(room, wallet.id);
    await relayStep(room, wallet.id);
  }
  await keyStep(room, email);
  return (await stateOf(room)).url;
}

function stateOf({ context }: SetupRoom): Promise<SetupState> {
  return call(context(), SETUP_OPERATIONS.show, {});
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
async function walletStep(
  room: SetupRoom,
  email: string,
): Promise<{ readonly id: string; readonly isNew: boolean } | undefined> {
  const { talk, answers, context } = room;
  const { wallets, file } = await stateOf(room);
  explain(talk, "wallet", file);
  await tellRegion(room);
  const known = wallets.at(-1);
  if (known !== undefined && answers.wallet === undefined) {
    talk.say(`  The wallet ${known.address} is there.`);
    if (!known.hasVenueKey) await provision(room, known.id);
    return { id: known.id, isNew: false };
  }
  const choice = await talk.ask({
    text: "make, import or none",
    fallback: "make",
    read: readWalletChoice,
    given: answers.wallet,
  });
  if (choice === "none") return undefined;
  await makeWalletKey(room);
  if (choice === "make") {
    const made = await call(context(), SETUP_OPERATIONS.makeWallet, { email });
    talk.say(`  Made the wallet ${made.wallet.address}; a copy of its key is in ${made.file}`);
    await provision(room, made.wallet.id);
    return { id: made.wallet.id, isNew: true };
  }
  show(talk, await runCommand(await importOf(room, email), context()));
  const { wallets: after } = await stateOf(room);
  const id = after.at(-1)?.id;
  if (id === undefined) return undefined;
  await provision(room, id);
  return { id, isNew: after.length > wallets.length };
}

/** The venue judges by the address of this machine. It may not say, which stops nothing. */
async function tellRegion({ talk, context }: SetupRoom): Promise<void> {
  const reply = await callOperation(context().send, SETUP_OPERATIONS.region, {});
  talk.say(`  Asked about orders: ${reply.ok ? reply.result.text : reply.error}.`);
}

async function importOf({ talk, answers }: SetupRoom, email: string): Promise<AccountCommand> {
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

async function limitStep(room: SetupRoom, id: string): Promise<void> {
  const { talk, answers, context } = room;
  const { wallets, file } = await stateOf(room);
  explain(talk, "limits", file);
  const now = wallets.find((wallet) => wallet.id === id);
  const orderMaxE6 = await talk.ask({
    text: "USDC an order",
    fallback: limitText(now?.orderMaxE6),
    read: readOrderMax,
    given: answers.orderMaxE6,
  });
  const dayMaxE6 = await talk.ask({
    text: "USDC a day",
    fallback: limitText(now?.dayMaxE6),
    read: readDayMax,
    given: answers.dayMaxE6,
  });
  await runCommand({ name: "wallet limit", id, limits: { orderMaxE6, dayMaxE6 } }, context());
}

function limitText(maxE6: string | null | undefined): string {
  return maxE6 === null || maxE6 === undefined ? "none" : usdcText(maxE6).replace(/\.00$/, "");
}

async function relayStep(room: SetupRoom, id: string): Promise<void> {
  const { talk, answers, context } = room;
  const { hasOracle, wallets, file } = await stateOf(room);
  explain(talk, "relay", file);
  if (hasOracle) {
    talk.say("  The oracle's own numbers are received already.");
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
  const { keyCount, file } = await stateOf(room);
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
