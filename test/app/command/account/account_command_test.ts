import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Option, Result } from "effect";
import { readAccountLine } from "../../../../app/command/account/account_command.ts";
import { makeApiKey } from "../../../../core/access/mod.ts";

const ADDRESS = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const ID = "829b3d10-9821-4927-a831-4f874f2c70b0";
const read = (line: string) => readAccountLine(line === "" ? [] : line.split(" "));
const complaintOf = (line: string) => {
  const found = read(line);
  if (Result.isSuccess(found)) throw new Error(`${line} was read`);
  return found.failure;
};

const KEY = { name: "key", email: "a@b.c", scopes: ["read"], keyName: "" };
const PAPER = { name: "wallet paper", email: "a@b.c", usdcE6: 1_000_000_000n };
const IMPORT = { name: "wallet import", email: "a@b.c", signatureType: 0, funder: Option.none() };
const limit = (limits: object) => ({ name: "wallet limit", id: ID, limits });

describe("a command line", () => {
  test.each([
    ["add A@b.c", { name: "add", email: "a@b.c" }],
    ["key a@b.c", KEY],
    ["key a@b.c --scopes read,trade", { ...KEY, scopes: ["read", "trade"] }],
    ["key a@b.c --scopes=Trade --name=maker", { ...KEY, scopes: ["trade"], keyName: "maker" }],
    ["link A@b.c", { name: "link", email: "a@b.c" }],
    ["keys a@b.c", { name: "keys", email: "a@b.c" }],
    ["revoke sk_live_Ab3", { name: "revoke", prefix: "sk_live_Ab3" }],
    ["wallets a@b.c", { name: "wallets", email: "a@b.c" }],
    [`wallet show ${ID.toUpperCase()}`, { name: "wallet show", id: ID }],
    [`wallet provision ${ID}`, { name: "wallet provision", id: ID }],
    [`wallet limit ${ID} --max-order-usdc 12.5`, limit({ orderMaxE6: Option.some(12_500_000n) })],
    [
      `wallet limit ${ID} --max-order-usdc none --max-daily-usdc 0.000001`,
      limit({ orderMaxE6: Option.none(), dayMaxE6: Option.some(1n) }),
    ],
    [`wallet limit ${ID} --none`, limit({ orderMaxE6: Option.none(), dayMaxE6: Option.none() })],
    [`wallet claim ${ID} --policy auto`, { name: "wallet claim", id: ID, policy: "auto" }],
    ["wallet paper a@b.c", { ...PAPER, latencyMs: Option.none(), identity: Option.none() }],
    [
      `wallet paper a@b.c --usdc 12.5 --latency 80ms --address ${ADDRESS.toLowerCase()}`,
      {
        ...PAPER,
        usdcE6: 12_500_000n,
        latencyMs: Option.some(80),
        identity: Option.some({ address: ADDRESS, funder: ADDRESS, signatureType: 0 }),
      },
    ],
    ["rotate", { name: "rotate" }],
    ["--help", { name: "help" }],
    ["wallet import --help", { name: "help" }],
    ["wallet import a@b.c --type 0", IMPORT],
    [
      `wallet import a@b.c --type 3 --funder ${ADDRESS.toLowerCase()}`,
      { ...IMPORT, signatureType: 3, funder: Option.some(ADDRESS) },
    ],
  ])("%s", (line, command) => {
    expect(read(line)).toEqual(Result.succeed({ command, world: "unspecified" } as never));
  });

  test("accepts the world's option anywhere", () => {
    expect(read("--sandbox add a@b.c")).toMatchObject({ success: { world: "sandbox" } });
    expect(read("add a@b.c --live")).toMatchObject({ success: { world: "live" } });
  });

  test.each([
    ["", "Cannot run without a command"],
    ["nope", 'Unknown command "nope"'],
    ["constructor a@b.c", 'Unknown command "constructor"'],
    ["wallet", 'Unknown command "wallet"'],
    ["wallet sell x", 'Unknown command "wallet sell"'],
    ["add", "Cannot run add without the account's e-mail address"],
    ["wallet show", "Cannot run wallet show without the wallet's id"],
    ["revoke", "Cannot run revoke without the prefix of an API key"],
    ["add someone", 'Cannot use e-mail address "someone"'],
    ["key a@b.c --scopes write", 'Cannot use --scopes "write"'],
    ["key a@b.c --scopes=", 'Cannot use --scopes ""'],
    ["add a@b.c --scopes read", "Cannot use --scopes with add"],
    ["key a@b.c --type 0", "Cannot use --type with key"],
    ["revoke sk_live_", 'Cannot use the prefix "sk_live_"'],
    ["revoke Ab3dE6gH", 'Cannot use the prefix "Ab3dE6gH"'],
    ["wallet show 7", 'Cannot use the wallet id "7"'],
    [`wallet limit ${ID}`, "Cannot limit a wallet without --max-order-usdc or --max-daily-usdc"],
    ...["0", "0.000000", "-1", "1e3", "1.0000001", "", "NONE", "1,000", "NaN", "1234567890123"].map(
      (
        text,
      ) => [`wallet limit ${ID} --max-daily-usdc=${text}`, `Cannot use --max-daily-usdc "${text}"`],
    ),
    [`wallet limit ${ID} --none --max-daily-usdc 1`, "Cannot use --none with --max-daily-usdc"],
    [`wallet show ${ID} --none`, "Cannot use --none with wallet show"],
    [`wallet claim ${ID}`, "Cannot set how a wallet claims without --policy"],
    [`wallet claim ${ID} --policy on`, 'Cannot use --policy "on"'],
    ["hook", 'Unknown command "hook"'],
    ["hook show x", 'Unknown command "hook show"'],
    ["hook add a@b.c --events order.settled", "Cannot add a webhook without --url"],
    ["hook add a@b.c --url https://x.y", "Cannot add a webhook without --events"],
    [
      "hook add a@b.c --url https://x.y --events order.filled",
      'Cannot use --events "order.filled"',
    ],
    ["hook add a@b.c --url https://x.y --events=", 'Cannot use --events ""'],
    [
      "hook add a@b.c --url https://x.y --events feed.down --assets constructor",
      'Cannot use --assets "constructor"',
    ],
    [
      "hook add a@b.c --url https://x.y --events feed.down --intervals 5m",
      'Cannot use --intervals "5m"',
    ],
    ["hook test", "Cannot run hook test without the webhook's id"],
    ["hook remove hook_7", 'Cannot use the webhook id "hook_7"'],
    ["hooks a@b.c --url https://x.y", "Cannot use --url with hooks"],
    [`wallet show ${ID} --max-order-usdc 1`, "Cannot use --max-order-usdc with wallet show"],
    ["wallet import a@b.c", "Cannot import a wallet without --type"],
    ["wallet import a@b.c --type 4", 'Cannot use --type "4"'],
    ["wallet import a@b.c --type 1", "Cannot import a wallet of type 1 without --funder"],
    ["wallet import a@b.c --type 1 --funder 0x12", 'Cannot use --funder "0x12"'],
    [
      `wallet import a@b.c --type 1 --funder ${ADDRESS.replace("39F", "39f")}`,
      `Cannot use --funder "${ADDRESS.replace("39F", "39f")}"`,
    ],
    ["wallet paper a@b.c --usdc 0", 'Cannot use --usdc "0"'],
    ["wallet paper a@b.c --latency 80", 'Cannot use --latency "80"'],
    ["wallet paper a@b.c --latency 5001ms", 'Cannot use --latency "5001ms"'],
    ["wallet paper a@b.c --type 2", "Cannot use --type without --address"],
    ["wallet paper a@b.c --address 0x12", 'Cannot use --address "0x12"'],
    [
      `wallet paper a@b.c --address ${ADDRESS} --type 2`,
      "Cannot import a wallet of type 2 without --funder",
    ],
    ["add a@b.c again", "Too many arguments for add"],
    ["rotate now", "Too many arguments for rotate"],
    ["add a@b.c --sandbox --live", "Cannot use --live and --sandbox together"],
    ["add a@b.c --force", "Cannot read the command: Unknown option '--force'"],
    ["key a@b.c --scopes", "Cannot read the command: Option '--scopes <value>' argument missing"],
  ])("%s: %s", (line, error) => {
    const complaint = complaintOf(line);
    expect(complaint.error).toBe(error);
    expect(complaint.error).not.toContain("\n");
    expect(complaint.hint.length).toBeGreaterThan(10);
  });
});

describe("a key among the arguments", () => {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const hex = bytes.map((key) => key.toHex());
  const secret = fc.oneof(
    hex,
    hex.map((digits) => digits.toUpperCase()),
    hex.map((digits) => digits.slice(0, 60)),
    bytes.map((key) => key.toBase64()),
    bytes.map((key) => key.toBase64({ alphabet: "base64url", omitPadding: true })),
    bytes.map((key) => makeApiKey("live", key)),
    bytes.map((key) => makeApiKey("test", key).slice(0, 17)),
  );
  const context = fc.constantFrom(
    (key: string) => ["wallet", "import", "a@b.c", "--type", "0", key],
    (key: string) => ["wallet", "import", "a@b.c", "--type", "0", `0x${key}`],
    (key: string) => ["wallet", "import", key, "--type", "0"],
    (key: string) => ["wallet", "import", "a@b.c", "--type", key],
    (key: string) => ["wallet", "import", "a@b.c", `--funder=${key}`],
    (key: string) => ["wallet", "import", "a@b.c", `--key=${key}`],
    (key: string) => ["wallet", "import", "a@b.c", `--${key}`],
    (key: string) => ["revoke", key],
    (key: string) => ["wallet", key],
    (key: string) => [key],
  );

  test("is refused in any position, and not quoted", () => {
    fc.assert(fc.property(secret, context, (key, place) => {
      const found = readAccountLine(place(key));
      expect(Result.isFailure(found)).toBe(true);
      if (Result.isSuccess(found)) return;
      expect(found.failure.error).toBe("Cannot accept a key or another secret as an argument");
      const failure = JSON.stringify(found.failure);
      for (let at = 0; at + 12 <= key.length; at++) {
        expect(failure).not.toContain(key.slice(at, at + 12));
      }
    }));
  });

  test("may be a phrase, in one argument or in twelve", () => {
    const phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    const before = ["wallet", "import", "a@b.c", "--type", "0"];
    for (const args of [[phrase], [...before, phrase], [...before, ...phrase.split(" ")]]) {
      const found = readAccountLine(args);
      expect(Result.isFailure(found) && found.failure.error).toContain("another secret");
      expect(JSON.stringify(found)).not.toContain("sausage");
    }
  });

  test("is not detected in the address of a webhook", () => {
    const url = `https://webhooks.example.com/services/${"aB3".repeat(20)}`;
    for (const args of [["--url", url], [`--url=${url}`]]) {
      const found = readAccountLine(["hook", "add", "a@b.c", "--events", "feed.down", ...args]);
      expect(found).toMatchObject({ success: { command: { name: "hook add", url } } });
    }
  });

  test("is not detected in other arguments", () => {
    fc.assert(fc.property(fc.uuid(), bytes, (id, key) => {
      expect(Result.isSuccess(read(`wallet show ${id}`))).toBe(true);
      const prefix = makeApiKey("test", key).slice(0, 16);
      expect(Result.isSuccess(read(`revoke ${prefix}`))).toBe(true);
    }));
  });
});
