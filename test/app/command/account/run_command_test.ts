import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { handleOperation } from "../../../../app/operator/operation.ts";
import { handleRequest, handlersOn } from "../../../../app/operator/operator_socket.ts";
import { WALLET_OPERATIONS } from "../../../../app/operator/wallet_operations.ts";
import { SecretBoxOff } from "../../../../core/port/secret_box.ts";
import { isWholeKey } from "../../../../core/access/mod.ts";
import { boxOf } from "./wallet_world.ts";
import { layerSecretBoxOff } from "../../../../adapters/node_crypto/secret_box.ts";
import { account, endOf, factOf, walletIdOf } from "./account_line.ts";
import { ADDRESS, CONTRACT, operatorWorld, SIGNING_KEY } from "./operator_world.ts";
import { ownCommand } from "../../../../app/wiring/own_command.ts";

const LIMITED = " --max-order-usdc 1";
const CLAIMING = " --policy auto";

describe("accounts and keys", () => {
  test("an account is opened once", async () => {
    const { context } = await operatorWorld("live");
    expect((await account("add A@b.c", context)).results).toEqual([
      "Opened the account a@b.c",
    ]);
    expect((await account("add a@B.c", context)).results).toEqual([
      "The account a@b.c already exists",
    ]);
  });

  test("a key is the one line of the results, and never crosses the socket", async () => {
    const { context, crossed } = await operatorWorld("live");
    await account("add a@b.c", context);
    const { results, notes } = await account("key a@b.c --scopes trade,read", context);
    const [key = ""] = results;
    expect(results).toHaveLength(1);
    expect(isWholeKey(key)).toBe(true);
    expect(key).toStartWith("sk_live_");
    expect(notes.join("\n")).not.toContain(key);
    expect(crossed.join("\n")).not.toContain(key.slice(16, -4));
    expect(notes).toContain("scopes         read, trade");
    expect(notes.join()).not.toContain("cannot trade");
    expect(notes).toContain(`prefix         ${key.slice(0, 16)}`);
    expect(notes).toContain(
      `try            curl -H "x-api-key: $KEY" 'http://127.0.0.1:4567/api/v1/account'` +
        "   # with KEY=<the key below>",
    );
  });

  test("in live mode a key needs an account; in a sandbox it makes one", async () => {
    const live = await operatorWorld("live");
    expect(await endOf("key a@b.c", live.context)).toBe(
      `Cannot find an account of "a@b.c": Add it: ${ownCommand("account add a@b.c")}`,
    );
    const sandbox = await operatorWorld("sandbox_1");
    const { results, notes } = await account("key a@b.c", sandbox.context);
    expect(results[0]).toStartWith("sk_test_");
    expect(notes[0]).toBe("Opened the account a@b.c: a sandbox opens accounts on demand");
    expect(notes).toContain("scopes         read");
    expect(notes).toContain(
      `It cannot trade. A key that can: ${ownCommand("account key a@b.c --scopes read,trade")}`,
    );
    const again = await account("key a@b.c --scopes trade", sandbox.context);
    expect(again.notes.join()).not.toContain("Opened");
    expect(again.notes.join()).not.toContain("curl");
  });

  test("keys are listed, and revoked by their prefix once", async () => {
    const { context } = await operatorWorld("sandbox_1");
    const [first = ""] = (await account("key a@b.c --scopes read --name maker", context)).results;
    const [second = ""] = (await account("key a@b.c", context)).results;
    const revoked = await account(`revoke ${first.slice(0, 16)}`, context);
    expect(revoked.results[0]).toStartWith(`Revoked ${first.slice(0, 16)}, ending in`);
    const again = await account(`revoke ${first.slice(0, 16)}`, context);
    expect(again.results[0]).toMatch(/^Already revoked since 20\d\d-.*Z: sk_test_/);
    const { results } = await account("keys a@b.c", context);
    expect(results).toHaveLength(3);
    expect(results[0]).toMatch(/^prefix +last four +scopes +created +last used +revoked +name$/);
    expect(results[1]).toMatch(
      new RegExp(`^${first.slice(0, 16)} +${first.slice(-4)} +read +20\\S+Z +- +20\\S+Z +maker$`),
    );
    expect(results[2]).toMatch(
      new RegExp(`^${second.slice(0, 16)} +${second.slice(-4)} +read +20\\S+Z +- +-$`),
    );
    const none = await account("add b@b.c", context).then(() => account("keys b@b.c", context));
    expect(none).toEqual({ results: [], notes: ["The account b@b.c has no API keys"] });
  });
});

describe("wallets", () => {
  const withAccount = async () => {
    const world = await operatorWorld("live");
    await account("add a@b.c", world.context);
    return world;
  };

  test("are imported once, from a key that no other process sees", async () => {
    const { context, crossed, typed } = await withAccount();
    const first = await account("wallet import a@b.c --type 0", context);
    const change = `account wallet limit ${walletIdOf(first)} --max-order-usdc 250 ` +
      "--max-daily-usdc 1000";
    expect(first.notes.slice(0, 2)).toEqual([
      "Imported the wallet",
      "Limits: 50.00 USDC an order, 200.00 USDC a UTC day. To change them: " +
      `${ownCommand(change)}, or --none`,
    ]);
    expect(factOf(first, "address")).toEqual([ADDRESS]);
    expect(factOf(first, "funder")).toEqual([ADDRESS]);
    expect(typed.given.every((byte) => byte === 0)).toBe(true);
    typed.text = `  0x${SIGNING_KEY.toUpperCase()}\n`;
    const second = await account(`wallet import a@b.c --type 0 --funder ${ADDRESS}`, context);
    expect(second.notes[0]).toBe("The account already has this wallet: nothing was changed");
    expect(second.notes.join()).not.toContain("Limits");
    expect(second.results).toEqual(first.results);
    const other = await account(`wallet import a@b.c --type 2 --funder ${CONTRACT}`, context);
    expect(factOf(other, "funder")).toEqual([CONTRACT]);
    expect((await account("wallets a@b.c", context)).results).toHaveLength(3);

    const seen = [crossed, [first, second, other].map((printed) => JSON.stringify(printed))].flat()
      .join("\n").toLowerCase();
    expect(seen).not.toContain(SIGNING_KEY);
    expect(seen).not.toContain(Buffer.from(SIGNING_KEY, "hex").toString("base64").toLowerCase());
  });

  test("are refused with a reason, and without their key", async () => {
    const { context, runtime, typed } = await withAccount();
    const importing = (options = "--type 0", used = context) =>
      endOf(`wallet import a@b.c ${options}`, used);
    const own = `--type 0 --funder ${CONTRACT}`;
    expect(await importing(own)).toContain(`The key's own address ${ADDRESS} holds the money`);
    typed.given = new Uint8Array();
    expect(await endOf("wallet import b@b.c --type 0", context)).toContain(
      "account add b@b.c",
    );
    // The operator is not prompted for a key that could not be used.
    expect(typed.given).toHaveLength(0);
    expect(await importing("--type 0", { ...context, box: boxOf(2) })).toContain(
      "Give the command and the service the same WALLET_KEY",
    );
    const off = layerSecretBoxOff("WALLET_KEY");
    expect(await importing("--type 0", { ...context, box: off })).toBe(
      "Cannot seal or open secrets: WALLET_KEY is not set: " +
        "Set it to 32 random bytes, as made by: openssl rand -base64 32",
    );
    const locked = handleOperation(
      WALLET_OPERATIONS.importWallet,
      () => Effect.fail(new SecretBoxOff({ setting: "WALLET_KEY" })),
    );
    const send = (request: Request) =>
      request.url.endsWith("/wallet/import")
        ? handleRequest(handlersOn(runtime, [locked]), request)
        : context.send(request);
    // A new key in the service would open none of its wallets.
    expect(await importing("--type 0", { ...context, send })).toBe(
      "Cannot seal or open secrets: WALLET_KEY is not set in the running service: Restart the " +
        "service with the WALLET_KEY of its wallets, the same as for this command; do not make " +
        "a new one",
    );
    expect(await importing("--type 0", { ...context, send, isService: false })).toContain(
      "WALLET_KEY is not set: Set it to 32 random bytes",
    );
    for (const text of ["", SIGNING_KEY.slice(1), `${SIGNING_KEY}0`, "0".repeat(64)]) {
      typed.text = text;
      const end = await importing();
      expect(end).toContain("64 hexadecimal digits");
      expect(end).not.toContain(SIGNING_KEY.slice(1, -1));
      expect(typed.given.every((byte) => byte === 0)).toBe(true);
    }
    expect((await account("wallets a@b.c", context)).results).toEqual([]);
  });

  test("are limited, each limit by itself, and shown with their limits", async () => {
    const { context } = await withAccount();
    const imported = await account("wallet import a@b.c --type 0", context);
    const limits = async (line: string) => {
      const printed = await account(line, context);
      return [factOf(printed, "order limit"), factOf(printed, "daily limit")].flat();
    };
    const limiting = `wallet limit ${walletIdOf(imported)}`;
    expect(factOf(imported, "order limit")).toEqual(["50.00 USDC"]);
    expect(await limits(`${limiting} --max-daily-usdc 1000.000001`)).toEqual([
      "50.00 USDC",
      "1000.000001 USDC",
    ]);
    expect(await limits(`${limiting} --max-order-usdc 0.5`)).toEqual([
      "0.50 USDC",
      "1000.000001 USDC",
    ]);
    expect(await limits(`${limiting} --max-daily-usdc none`)).toEqual(["0.50 USDC", "none"]);
    expect(await limits(`wallet show ${walletIdOf(imported)}`)).toEqual(["0.50 USDC", "none"]);
    // A wallet that is there keeps what its owner chose.
    expect(await limits("wallet import a@b.c --type 0")).toEqual(["0.50 USDC", "none"]);
    const both = `${limiting} --max-order-usdc=none --max-daily-usdc=999999999999`;
    expect(await limits(both)).toEqual(["none", "999999999999.00 USDC"]);
    expect(await limits(`${limiting} --none`)).toEqual(["none", "none"]);
  });

  test("claim by themselves only while they are told to", async () => {
    const { context } = await withAccount();
    const imported = await account("wallet import a@b.c --type 0", context);
    const claiming = `wallet claim ${walletIdOf(imported)} --policy`;
    const claims = async (line: string) => factOf(await account(line, context), "claims");
    expect(factOf(imported, "claims")).toEqual(["off: only on request"]);
    expect(await claims(`${claiming} auto`)).toEqual(["auto"]);
    expect(await claims(`wallet show ${walletIdOf(imported)}`)).toEqual(["auto"]);
    expect(await claims(`${claiming} off`)).toEqual(["off: only on request"]);
  });

  test("fail with a hint when the venue does not answer, or when they are unknown", async () => {
    const { context, venue } = await withAccount();
    const id = walletIdOf(await account("wallet import a@b.c --type 0", context));
    venue.status = "unreachable";
    expect(await endOf(`wallet provision ${id}`, context)).toBe(
      "Cannot get a price from the venue: it cannot be reached: " +
        "Try again later; completed steps are stored",
    );
    const unknown = "00000000-0000-4000-8000-000000000000";
    const verbs = [["provision", ""], ["show", ""], ["limit", LIMITED], ["claim", CLAIMING]];
    for (const [verb, options] of verbs) {
      expect(await endOf(`wallet ${verb} ${unknown}${options}`, context)).toStartWith(
        `Cannot find the wallet "${unknown}": List an account's wallets`,
      );
    }
  });

  test("on paper have all that they need, and are never taken for a real one", async () => {
    const { context, venue } = await withAccount();
    const opened = await account("wallet paper a@b.c --usdc 250", context);
    const id = walletIdOf(opened);
    expect(id[14]).toBe("8");
    expect(opened.notes).toEqual(["Opened a paper wallet with 250.00 USDC that nobody paid"]);
    expect(factOf(opened, "missing")).toEqual(["nothing"]);
    expect(factOf(opened, "paper")).toEqual(["yes: nothing of it is real"]);
    const provisioned = await account(`wallet provision ${id}`, context);
    expect(factOf(provisioned, "balance")).toEqual(["250.00 USDC"]);
    expect(venue.lent).toEqual([]);
    const [address = ""] = factOf(opened, "address");
    const again = await account(`wallet paper a@b.c --usdc 9 --address ${address}`, context);
    expect([walletIdOf(again), ...again.notes]).toEqual([
      id,
      "The account already has this paper wallet: nothing was changed",
    ]);
    const real = await account("wallet import a@b.c --type 0", context);
    const [taken = ""] = factOf(real, "address");
    const beside = await account(`wallet paper a@b.c --address ${taken}`, context);
    expect(walletIdOf(beside)[14]).toBe("8");
    expect(await account(`wallet show ${walletIdOf(real)}`, context)).toMatchObject({ notes: [] });
  });

  test("are resealed under the service's key, and no other", async () => {
    const { context } = await withAccount();
    await account("wallet import a@b.c --type 0", context);
    const { results, isFailure } = await account("rotate", context);
    expect(results.slice(1)).toEqual([
      "resealed       0",
      "skipped        0",
      "unreadable     0",
    ]);
    expect(isFailure).toBe(false);
    expect(await endOf("rotate", { ...context, box: boxOf(2) })).toContain(
      "restart the service",
    );
  });
});
