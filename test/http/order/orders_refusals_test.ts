import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { type BodyTexts, orderClient } from "./order_client.ts";
import { addWallet } from "./order_world.ts";
import { refused, refusedBy } from "./refused_request.ts";
import { ACCOUNT } from "../account/keyed_server.ts";

const AMOUNT = "Send a positive JSON number from 0.00000001 to 1000000000000000";
const LIMIT = "Send a JSON number between 0 and 1, neither included, with at most 6 decimals";

describe("an order is refused", () => {
  test.each([
    ["walletId", "Send the UUID of a trading wallet"],
    ["slug", "Send the slug from the address of the market's page on the venue"],
    ["outcome", "Send the name of an outcome in any case"],
    ["side", "Send BUY to turn USDC into shares"],
    ["amount", AMOUNT],
  ])("without %s", async (field, hint) => {
    const refusal = await refused({ [field]: undefined });
    expect(refusal[0]).toBe(`Cannot use a body without "${field}"`);
    expect(refusal[1]).toStartWith(hint);
    expect(refusal[2]).toBe("bad_request");
    expect(await refused({ [field]: "null" })).toEqual(refusal);
  });

  const WORDS = [
    ["1", "1"],
    ["-1.5", "-1.5"],
    ["1e308", "1e308"],
    ["true", "true"],
    [`["x"]`, "[...]"],
    [`{"a":1}`, "{...}"],
    [`""`, ""],
    [`" "`, " "],
    [`"\\u0000"`, "\u0000"],
    [`"\\ud800"`, ""],
    [`"${"x".repeat(300)}"`, "xxx"],
  ] as const;

  describe.each(["walletId", "slug", "outcome", "side", "eventSlug", "orderType"])(
    "with a %s that is",
    (field) => {
      // A blank names no market and no event, which the venue decides.
      const texts = WORDS.filter(([, quoted]) => quoted !== " " || !/slug/i.test(field));

      test.each(texts)("%.20s", async (text, quoted) => {
        const [error, hint] = await refused({ [field]: text });
        expect(error).toStartWith(`Cannot use ${field} "${quoted}`);
        expect(hint).not.toBe("");
      });
    },
  );

  test.each([["a/b"], ["a\\b"], [".."], ["."]])("with a name that leads to %s", async (name) => {
    for (const field of ["slug", "eventSlug"]) {
      expect((await refused({ [field]: JSON.stringify(name) }))[0])
        .toBe(`Cannot use ${field} "${name}"`);
    }
  });

  const NUMBERS = [
    ["0", "0"],
    ["-0", "-0"],
    ["-5", "-5"],
    ["1e308", "1e308"],
    ["1e999999999", "1e999999999"],
    ["1e-999999999", "1e-999999999"],
    [`0.${"9".repeat(60_000)}`, "0.999"],
    [`"10"`, "10"],
    [`"NaN"`, "NaN"],
    ["true", "true"],
    ["[10]", "[...]"],
    ["{}", "{...}"],
  ] as const;

  test.each([...NUMBERS, ["1000000000000001", "1000000000000001"], ["1e-9", "1e-9"]] as const)(
    "with the amount %.20s",
    async (text, quoted) => {
      const [error, hint] = await refused({ amount: text });
      expect(error).toStartWith(`Cannot use amount "${quoted}`);
      expect(hint).toStartWith(AMOUNT);
      expect(hint.endsWith("without quotation marks")).toBe(text.startsWith(`"`));
    },
  );

  test.each([...NUMBERS, ["1", "1"], ["1.0", "1.0"], ["55", "55"], ["0.1234567", "0.1234567"]])(
    "with the limitPrice %.20s",
    async (text, quoted) => {
      const [error, hint] = await refused({ limitPrice: text });
      expect(error).toStartWith(`Cannot use limitPrice "${quoted}`);
      expect(hint).toStartWith(LIMIT);
      expect(hint.endsWith("without quotation marks")).toBe(text.startsWith(`"`));
    },
  );

  test.each([["1"], ["0"], [`"true"`], ["[]"]])("with the dryRun %s", async (dryRun) => {
    const [error] = await refused({ dryRun });
    expect(error).toStartWith("Cannot use dryRun");
  });

  test.each([
    ["no hyphens", (id: string) => id.replaceAll("-", "")],
    ["braces", (id: string) => `{${id}}`],
    ["a URN", (id: string) => `urn:uuid:${id}`],
    ["blanks around it", (id: string) => ` ${id} `],
    ["a digit more", (id: string) => `${id}0`],
  ])("with a walletId in another form: %s", async (_, spell) => {
    const client = await orderClient();
    const walletId = spell(client.wallet.id);
    const refusal = await refusedBy(client, { walletId: JSON.stringify(walletId) }, {
      status: 400,
    });
    expect(refusal[0]).toBe(`Cannot use walletId "${walletId}"`);
    expect(refusal[1]).toStartWith("Send the UUID with its hyphens");
  });

  test.each([
    ["ammount", "Did you mean amount? The body takes walletId, slug, outcome, side, amount"],
    ["limit_price", "Did you mean limitPrice?"],
    ["constructor", "The body takes walletId, slug, outcome, side, amount"],
  ])("with the field %s", async (field, said) => {
    const [error, hint] = await refused({ [field]: "1" });
    expect(error).toBe(`Cannot use body field "${field}"`);
    expect(hint).toContain(said);
  });
});

describe("an order is refused for its market", () => {
  const EMPTY = { slug: `"btc-empty"` };
  test.each<[fields: BodyTexts, status: number, said: string]>([
    [{ slug: `"nowhere"` }, 404, 'Cannot find the market "nowhere": the venue lists none'],
    [{ slug: `"election"` }, 404, 'Cannot find the market "election"'],
    [{ outcome: `"Yes"` }, 404, 'Cannot find the outcome "Yes" in this market'],
    [{ outcome: `"Yes"` }, 404, "Send one of its outcomes: Up, Down"],
    [{ slug: `"yes-or-yes"`, outcome: `"Yes"` }, 400, 'its outcomes "YES" and "Yes"'],
    [{ slug: `"yes-or-yes"`, outcome: `"Yes"` }, 400, "no spelling will help"],
    [{ eventSlug: `"election"` }, 400, 'it does not belong to the event "election"'],
    [{ eventSlug: `"nowhere"` }, 400, 'it does not belong to the event "nowhere"'],
    [{ slug: `"btc-closed"` }, 400, 'Cannot trade "btc-closed": the market takes no orders'],
    [{ slug: `"btc-bookless"` }, 400, "the venue has no order book for it"],
    [{ ...EMPTY, side: `"BUY"` }, 400, "the order book has no orders to trade with"],
    [{ ...EMPTY, side: `"SELL"` }, 400, "the order book has no orders to trade with"],
    [{ ...EMPTY, orderType: `"FAK"` }, 400, "Try again later, or another outcome"],
    [{ amount: "82.01" }, 400, "Cannot fill the BUY: the order book offers less than that"],
    [{ amount: "82.01" }, 400, "Available right now: 82 USDC"],
    [{ side: `"SELL"`, amount: "1e15" }, 400, "Available right now: 200 shares"],
    [{ limitPrice: "0.001" }, 400, 'Cannot use limitPrice "0.001"'],
    [{ limitPrice: "0.001" }, 400, "a price that this market has: from 0.01 to 0.99 in steps"],
  ])("%j is %d: %s", async (fields, status, said) => {
    const [error, hint, code] = await refused(fields, { status });
    expect([code, `${error}\n${hint}`])
      .toEqual([status === 404 ? "not_found" : "bad_request", expect.stringContaining(said)]);
  });

  test.each([["BUY", "0.99"], ["BUY", "0.999999"], ["SELL", "0.009"]])(
    "with a %s of %s, which is under the minimum",
    async (side, amount) => {
      const [error, hint] = await refused({ side: JSON.stringify(side), amount });
      expect(error).toBe(`Cannot use amount "${amount}"`);
      expect(hint).toContain("at least");
    },
  );
});

describe("an order is refused for its wallet", () => {
  test("with the same message if it does not exist or is another account's", async () => {
    const client = await orderClient();
    const { id } = await client.server.runPromise(addWallet(crypto.randomUUID()));
    const nobodys = crypto.randomUUID();
    for (const slug of [`"btc-up"`, `"nowhere"`]) {
      const ask = async (walletId: string) => {
        const { status, text } = await client.place({ slug, walletId: JSON.stringify(walletId) });
        return [status, text.replace(walletId, "<id>")];
      };
      expect(await ask(id)).toEqual(await ask(nobodys));
      expect(await ask(id)).toEqual([403, expect.stringContaining("GET /api/v1/account")]);
    }
    const refusal = await refusedBy(client, { walletId: JSON.stringify(id) }, { status: 403 });
    expect(refusal[2]).toBe("forbidden");
  });

  test("that has no API key of the venue, for any request", async () => {
    const client = await orderClient();
    const fields = { clobApiKey: Option.none() };
    const { id } = await client.server.runPromise(addWallet(ACCOUNT.id, fields));
    const walletId = JSON.stringify(id);
    const refusal = await refusedBy(client, { walletId }, { status: 403 });
    expect(refusal[0]).toBe(`Cannot trade with the wallet "${id}": it is not provisioned`);
    expect(refusal[1]).toStartWith("It lacks clob_api_key;");
    expect(refusal[1]).toContain(`strikeline account wallet provision ${id}`);
    for (const method of ["list", "cancel"] as const) {
      expect((await client[method](`walletId=${id}`)).status).toBe(403);
    }
  });
});
