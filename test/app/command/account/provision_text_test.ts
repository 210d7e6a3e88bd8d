import { describe, expect, test } from "bun:test";
import { type CommandOutput } from "../../../../app/command/account/command_output.ts";
import type { Right, VenueWalletStatus } from "../../../../core/order/mod.ts";
import { CREDENTIALS, VENUE_STATUS } from "./wallet_world.ts";
import { account, factOf, walletIdOf } from "./account_line.ts";
import { ADDRESS, operatorWorld } from "./operator_world.ts";

const EXCHANGE = "0xE111180000d2663C0091e4f400237545B87B996B";
const NEG_RISK_EXCHANGE = "0xe2222d279d744050d28e00520010520000310F59";
const NEG_RISK_ADAPTER = "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296";
const EXCHANGE_V3 = "0xe3333700cA9d93003F00f0F71f8515005F6c00Aa";

/** What stands below the facts of a wallet. */
const tableOf = ({ results }: Pick<CommandOutput, "results">) =>
  results.slice(results.findIndex((line) => line.startsWith("market ")));
const approving = (spender: string) =>
  `pUSD 0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB approve(${spender}, amount)`;
/** Every approval is granted except these amounts; undefined: the venue does not report it. */
const statusWith = (amounts: Partial<Record<Right, bigint | undefined>>): VenueWalletStatus => ({
  ...VENUE_STATUS,
  approvals: VENUE_STATUS.approvals.flatMap((approval) => {
    const amountE6 = approval.right in amounts ? amounts[approval.right] : approval.amountE6;
    return amountE6 === undefined ? [] : [{ ...approval, amountE6 }];
  }),
});

describe("wallets", () => {
  test("are provisioned, with what they can trade and the next steps", async () => {
    const { context, venue, crossed } = await operatorWorld("sandbox_1");
    await account("add a@b.c", context);
    const id = walletIdOf(await account("wallet import a@b.c --type 0", context));
    const ready = await account(`wallet provision ${id}`, context);
    expect(factOf(ready, "missing")).toEqual(["nothing"]);
    expect(factOf(ready, "balance")).toEqual(["1234.50 USDC"]);
    expect(tableOf(ready)).toEqual([
      "market       buy    sell   missing",
      "ordinary V1  ready  ready  -",
      "neg-risk V1  ready  ready  -",
      "V2           ready  ready  -",
    ]);
    expect(ready.notes).toEqual([]);

    venue.status = statusWith({ "collateral:exchange": 0n, "collateral:exchange_v3": 9n });
    venue.status = { ...venue.status, balanceE6: 0n, isClosedOnly: true };
    const lacking = await account(`wallet provision ${id.toUpperCase()}`, context);
    expect(factOf(lacking, "missing")).toEqual(["nothing"]);
    expect(factOf(lacking, "balance")).toEqual(["0.00 USDC"]);
    expect(tableOf(lacking)).toEqual([
      "market       buy        sell   missing",
      `ordinary V1  not ready  ready  to buy: ${approving(EXCHANGE)}`,
      "neg-risk V1  ready      ready  -",
      `V2           not ready  ready  to buy: ${approving(EXCHANGE_V3)}`,
    ]);
    expect(lacking.notes).toEqual([
      "To trade a kind of market that is not ready, make the missing calls from the funder " +
      `${ADDRESS}, then provision again`,
      "The wallet holds no USDC: it can only sell",
      "The venue allows this wallet only to close positions",
    ]);

    const shown = await account(`wallet show ${id}`, context);
    expect(shown.results.slice(0, 9)).toEqual(lacking.results.slice(0, 9));
    expect(tableOf(shown)).toEqual(tableOf(lacking));
    const seen = [...crossed, JSON.stringify([ready, lacking, shown])].join("\n");
    for (const secret of Object.values(CREDENTIALS)) expect(seen).not.toContain(secret);
  });

  test("show what is unknown, what each kind lacks, and short allowances", async () => {
    const { context, venue } = await operatorWorld("sandbox_1");
    await account("add a@b.c", context);
    const id = walletIdOf(await account("wallet import a@b.c --type 0", context));
    venue.status = statusWith({
      "collateral:exchange": 12_500_000n,
      "collateral:neg_risk_exchange": 0n,
      "collateral:neg_risk_adapter": 0n,
      "collateral:exchange_v3": undefined,
      "shares:exchange_v3": undefined,
    });
    const { results, notes } = await account(`wallet provision ${id}`, context);
    expect(tableOf({ results })).toEqual([
      "market       buy        sell       missing",
      "ordinary V1  ready      ready      -",
      `neg-risk V1  not ready  ready      to buy: ${approving(NEG_RISK_EXCHANGE)}`,
      `                                   to buy: ${approving(NEG_RISK_ADAPTER)}`,
      `V2           not known  not known  to buy: ${approving(EXCHANGE_V3)} (not known)`,
      "                                   to sell: PositionManager " +
      "0x006F54F7f9A22e0000CC2AB60031000000ae9fEF " +
      "setApprovalForAll(0xe3333700cA9d93003F00f0F71f8515005F6c00Aa, true) (not known)",
    ]);
    expect(notes).toEqual([
      "To trade a kind of market that is not ready, make the missing calls from the funder " +
      `${ADDRESS}, then provision again`,
      expect.stringMatching(/not known: .* Ask later: .* account wallet provision \S+$/),
      `${EXCHANGE} may move 12.50 USDC of it at most; orders use up this allowance`,
    ]);
  });

  test("warn of a key that can move more than the operator wants, live alone", async () => {
    const warning =
      "This key can move 1234.50 USDC, and so can whoever gets hold of it: prefer a " +
      "session key, or a wallet with 1000.00 USDC (WALLET_WARN_USDC) at most";
    const { context, venue } = await operatorWorld("live");
    await account("add a@b.c", context);
    const imported = await account("wallet import a@b.c --type 0", context);
    const id = walletIdOf(imported);
    const commands = [
      `wallet provision ${id}`,
      `wallet show ${id}`,
      "wallet import a@b.c --type 0",
    ];
    const notes = async (used = context) =>
      await Promise.all(commands.map(async (line) => (await account(line, used)).notes));
    expect(imported.notes.join()).not.toContain("This key");
    // Nobody can say what it has before it is provisioned.
    expect((await account(`wallet show ${id}`, context)).notes).toEqual([]);
    await account(`wallet provision ${id}`, context);
    for (const printed of await notes()) expect(printed).toContain(warning);
    expect(factOf(await account(`wallet show ${id}`, context), "balance")).toEqual([
      "1234.50 USDC",
    ]);
    for (const printed of await notes({ ...context, world: "sandbox_1" })) {
      expect(printed).not.toContain(warning);
    }
    venue.status = { ...VENUE_STATUS, balanceE6: 1_000_000_000n };
    expect((await notes()).join()).not.toContain("This key");
    venue.status = "unreachable";
    const unknown = await account(`wallet show ${id}`, context);
    expect([factOf(unknown, "balance"), unknown.notes]).toEqual([[], []]);
  });
});
