/**
 * `setup`: asks what a live service needs, and runs it.
 *
 * @module
 */
import { Result } from "effect";
import { readSetupLine, SETUP_OPTIONS, type SetupAnswers } from "./setup/setup_line.ts";
import { untilSeriesServed } from "./setup/live_series.ts";
import { type SetupEnd, takeSteps } from "./setup/setup_steps.ts";
import { leftOut } from "./setup/setup_text.ts";
import { hideKeys, makeTalk, type Talk } from "./setup/talk.ts";
import { call, type CommandContext } from "./account/command_context.ts";
import { CommandFailed } from "./account/command_failure.ts";
import { complain, readOrExplain } from "./command_line.ts";
import { isAnswered, operatorSocketPath } from "../operator/operator_socket.ts";
import { SETUP_OPERATIONS } from "../operator/setup_operation.ts";
import { envFile, readEnvFile, valueIn } from "../settings/env_file.ts";
import { readEnvironment, readSettings } from "../settings/settings.ts";
import { readWalletKeys } from "../settings/storage_settings.ts";
import { type LiveService, startLiveService } from "../wiring/live_service.ts";
import { onEndSignal, STOPPED_CODE } from "../wiring/end_signal.ts";
import { ownCommand, shellWord, usageLine } from "../wiring/own_command.ts";
import { runUntilSignal, startReason, valueOrExit } from "../wiring/process.ts";
import { layerWalletKeys } from "../wiring/store.ts";
import { worldFolder } from "../wiring/world_folder.ts";

const USAGE = `${usageLine("setup [--yes] [--no-start] [--detach]")}
Asks what a live service needs, a step after the other, keeps it in .env and in the store, and runs
the service. Every question has a default. What is there already is not asked again, so that it may
be stopped and run again at any time. Beside a service that runs it sets that one up.
  --email me@localhost         the account
  --wallet make|import|none    make: a new one; import: the private key comes from stdin or a prompt
  --type 0..3 --funder 0x...   of a wallet to import: 0 key, 1 proxy, 2 Safe, 3 deposit wallet
  --max-order-usdc 50|none     the most that an order of the wallet may spend
  --max-daily-usdc 200|none    the same of a UTC day
  --relay yes|no               whether the wallet opens the venue's free relay of the oracle
  --key read|read,trade|none   an API key for a bot, which is printed once
  --yes                        asks nothing: the default of every question that no option answers
  --no-start                   ends once all is set up, without waiting for prices
  --detach                     goes on when what has started it ends, or its terminal is closed`;

/** Takes the steps. Returns an exit code, or nothing where the service runs on here. */
export async function main(args: ReadonlyArray<string>): Promise<number | undefined> {
  const line = readOrExplain(args, { names: SETUP_OPTIONS, usage: USAGE });
  if (typeof line === "number") return line;
  const answers = readSetupLine(line);
  if (Result.isFailure(answers)) return complain(answers.failure.error, answers.failure.hint);
  try {
    return await setUp(answers.success);
  } catch (error) {
    return error instanceof CommandFailed
      ? complain(hideKeys(error.message), hideKeys(error.hint))
      : complain(await startReason(error));
  }
}

async function setUp(answers: SetupAnswers): Promise<number | undefined> {
  const { storage } = valueOrExit(readEnvironment(Bun.env, readSettings));
  const socket = operatorSocketPath(worldFolder(storage, "live"));
  const isBeside = await isAnswered(socket);
  const talk = makeTalk(process.stdin, {
    write: (text) => process.stdout.write(text),
    isYes: answers.isYes,
  });
  talk.say(
    "Sets up a live service. Enter takes the answer in brackets; Ctrl-C stops, and the next run",
    "goes on from there.",
  );
  let isSettingUp = true;
  const exitCode = () => {
    if (!isSettingUp) return 0;
    talk.say("", `Stopped. To go on: ${ownCommand("setup")}`);
    return STOPPED_CODE;
  };
  const own = isBeside ? undefined : await runUntilSignal(
    () => startLiveService(Bun.env, { logLevel: () => isSettingUp ? "error" : undefined }),
    { isDetached: answers.isDetached, exitCode },
  );
  const giveUp = isBeside ? onEndSignal(() => process.exit(exitCode())) : () => {};
  let file = envFile();
  const context = (): CommandContext => ({
    world: "live",
    send: (request) => fetch(request, { unix: socket }),
    isService: true,
    box: layerWalletKeys(valueOrExit(readEnvironment(
      { ...Bun.env, WALLET_KEY: walletKey(file) },
      readWalletKeys("live"),
    ))),
    url: own?.url ?? "",
    readSigningKey: () => talk.askSecret("Private key (not shown): "),
  });
  try {
    // A service that runs already may have its file elsewhere.
    ({ file } = await call(context(), SETUP_OPERATIONS.show, {}));
    const steps = await takeSteps({ talk, answers, context });
    isSettingUp = false;
    giveUp();
    return await goOn({ talk, steps, own, isStarted: answers.isStarted });
  } catch (error) {
    await own?.stop();
    throw error;
  }
}

/** Returns the key of this environment, or else what the file has by now. */
function walletKey(file: string): string | undefined {
  return Bun.env["WALLET_KEY"]?.trim() || valueIn(readEnvFile(file), "WALLET_KEY");
}

async function goOn({ talk, steps: { email, wallet, state }, own, isStarted }: {
  readonly talk: Talk;
  readonly steps: SetupEnd;
  readonly own: LiveService | undefined;
  readonly isStarted: boolean;
}): Promise<number | undefined> {
  const { url, hasOracle } = state;
  const without = leftOut({ wallet, hasOracle });
  const end = without.length === 0
    ? ["All is set up."]
    : [`Set up without ${without.join("; without ")}.`, `To add it: ${ownCommand("setup")}`];
  if (!isStarted) {
    await own?.stop();
    const next = own === undefined
      ? `The service at ${url} runs with it.`
      : `Start it: ${ownCommand("start")}`;
    talk.say("", ...end, next);
    return 0;
  }
  await own?.restart();
  talk.say("", ...end);
  talk.say("Waits for the price to beat of every series, two minutes at most.");
  const { served, total, missing } = await untilSeriesServed(
    url,
    (report) => talk.say(`  ${report.served} of ${report.total}`),
  );
  talk.say(`${served} of ${total} series have a price.`);
  if (missing.length > 0) talk.say(...missing, "The service goes on asking for them.");
  talk.say(
    `Strikeline answers on ${url}`,
    `  console  ${url}/console; to sign in: ${ownCommand(`account link ${shellWord(email)}`)}`,
    `  try      curl '${url}/api/v1/targets/active?asset=btc'`,
    own === undefined
      ? "The service that ran before goes on with it."
      : `It runs until Ctrl-C. The next time: ${ownCommand("start")}`,
  );
  return own === undefined ? 0 : undefined;
}
