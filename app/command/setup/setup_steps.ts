/**
 * The steps that set a live service up. What is there already is not asked again.
 *
 * @module
 */
import { Option } from "effect";
import { SETUP_OPERATIONS } from "../../operator/setup_operation.ts";
import type { WalletFacts } from "../../operator/wallet_facts.ts";
import { ownCommand, shellWord } from "../../wiring/own_command.ts";
import { readEmail } from "../account/account_value.ts";
import { call } from "../account/command_context.ts";
import { tradeNotes, usdcText } from "../account/command_output.ts";
import { issueKey } from "../account/issue_key.ts";
import { runCommand } from "../account/run_command.ts";
import { readDayMax, readKeyChoice, readOrderMax, readYesNo } from "./setup_line.ts";
import {
  explain,
  indented,
  type SetupRoom,
  type SetupState,
  stateOf,
  untilState,
} from "./setup_room.ts";
import { type ChosenWallet, walletStep } from "./wallet_step.ts";

/** How it ends: the account, its wallet, and the state. */
export interface SetupEnd {
  readonly email: string;
  readonly wallet: WalletFacts | undefined;
  readonly state: SetupState;
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

async function accountStep(room: SetupRoom): Promise<string> {
  const { talk, answers, context } = room;
  const { email: first, file } = await stateOf(room);
  explain(talk, "account", file);
  if (first !== null && answers.email === undefined) {
    talk.say(`  The account ${first} is there.`);
    return first;
  }
  const email = await talk.ask({
    text: "E-mail address",
    fallback: "me@localhost",
    read: readEmail,
    given: answers.email,
  });
  const added = await runCommand({ name: "add", email }, context());
  talk.say(...added.results.map(indented));
  return email;
}

async function limitStep(room: SetupRoom, chosen: ChosenWallet): Promise<void> {
  const { talk } = room;
  explain(talk, "limits", (await stateOf(room)).file);
  const { id, orderMaxE6, dayMaxE6 } = await limitedWallet(room, chosen);
  const change = `account wallet limit ${id} --max-order-usdc 50 --max-daily-usdc 200`;
  talk.say(
    `  An order: ${limitWords(orderMaxE6)}; all of a UTC day: ${limitWords(dayMaxE6)}.`,
    `  To change them: ${ownCommand(change)}`,
  );
}

/** Asks for the limits of a new wallet, and of every wallet takes those that are given. */
async function limitedWallet(
  { talk, answers, context }: SetupRoom,
  { wallet, isNew }: ChosenWallet,
): Promise<Pick<WalletFacts, "id" | "orderMaxE6" | "dayMaxE6">> {
  const { id } = wallet;
  if (!isNew && answers.orderMaxE6 === undefined && answers.dayMaxE6 === undefined) return wallet;
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
  const digits = (max: Option.Option<bigint>) => Option.getOrNull(Option.map(max, String));
  return { id, orderMaxE6: digits(orderMaxE6), dayMaxE6: digits(dayMaxE6) };
}

function limitText(maxE6: string | null): string {
  return maxE6 === null ? "none" : usdcText(maxE6).replace(/\.00$/, "");
}

function limitWords(maxE6: string | null): string {
  return maxE6 === null ? "without limit" : `${limitText(maxE6)} USDC`;
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
  if (keyCount > 0 && answers.key === undefined) {
    talk.say("  An API key is there. Others: " + ownCommand(`account key ${shellWord(email)}`));
    return;
  }
  const scopes = await talk.ask({
    text: "read, read,trade or none",
    fallback: "read",
    read: readKeyChoice,
    given: answers.key,
  });
  if (scopes === "none") return;
  const command = { name: "key", email, scopes, keyName: "setup" } as const;
  const { text, made, accountUrl } = await issueKey(command, context());
  const mayRead = made.key.scopes.includes("read");
  talk.say(
    `  ${text}`,
    `  It may ${made.key.scopes.join(" and ")}, and cannot be shown again.`,
    ...mayRead ? [`  Try it: curl -H 'x-api-key: ${text}' '${accountUrl}'`] : [],
    `  To revoke it: ${ownCommand(`account revoke ${made.key.prefix}`)}`,
    ...tradeNotes(made).map(indented),
  );
}
