import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { stagedEvent, stagedMarket } from "../../stage/staged_event.ts";
import { makeFeeServer } from "./fee_server.ts";

const server = makeFeeServer([
  stagedEvent({ id: "1", slug: "one", tags: ["5M"] }),
  stagedEvent({ id: "2", slug: "two", markets: [stagedMarket({})] }),
]);
afterAll(() => server.stop());

const LEGACY = "/fees/trade-estimate";
const FLAT = "/new_fees/trade-estimate";
const FIELDS = ["side", "makingAmount", "takingAmount", "eventId", "eventSlug"];
const AMOUNT = "Send a positive JSON number from 0.00000001 to 1000000000000000";

/** A body that is fine but for the given fields, each JSON text; undefined: left out. */
function bodyWith(fields: Readonly<Record<string, string | undefined>>): string {
  const fine = { side: `"BUY"`, makingAmount: "50", takingAmount: "100", eventId: `"1"` };
  const pairs = Object.entries({ ...fine, ...fields })
    .flatMap(([name, text]) => text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]);
  return `{${pairs.join(",")}}`;
}

async function refused(path: string, body: string) {
  const before = server.asked.length;
  const answer = await server.post(path, body);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body)).toEqual(["error", "hint"]);
  expect(answer.headers.get("x-cache")).toBe("HIT");
  expect(answer.text.length).toBeLessThan(500);
  expect(server.asked.length).toBe(before);
  return [answer.body["error"], answer.body["hint"]] as [string, string];
}

describe.each([LEGACY, FLAT])("POST %s refuses", (path) => {
  const huge = "9".repeat(60_000);

  describe.each(["makingAmount", "takingAmount"])("a %s that is", (field) => {
    test.each([
      ["0", "0"],
      ["-5", "-5"],
      ["-0", "-0"],
      ["0.000000009", "0.000000009"],
      ["1000000000000001", "1000000000000001"],
      ["1e999999999", "1e999999999"],
      ["1e-999999999", "1e-999999999"],
      [huge, "99999999"],
      [`0.${huge}`, "0.99999"],
      [`1e${huge}`, "1e99999"],
      [`"100"`, "100"],
      [`""`, ""],
      ["true", "true"],
      ["[100]", "[...]"],
      [`{"length":1}`, "{...}"],
    ])("%.30s", async (text, quoted) => {
      const [error, hint] = await refused(path, bodyWith({ [field]: text }));
      expect(error).toStartWith(`Cannot use ${field} "${quoted}`);
      expect(hint).toStartWith(AMOUNT);
      expect(hint.endsWith("without quotation marks")).toBe(text.startsWith(`"`));
    });

    test.each([undefined, "null"])("missing: %s", async (text) => {
      const [error, hint] = await refused(path, bodyWith({ [field]: text }));
      expect(error).toBe(`Cannot use a body without "${field}"`);
      expect(hint).toStartWith(AMOUNT);
    });
  });

  test.each([
    [`"HOLD"`, "HOLD", "Use one of BUY, SELL"],
    [`""`, "", "Use one of BUY, SELL"],
    [`"constructor"`, "constructor", "Use one of BUY, SELL"],
    ["1", "1", 'Send text: "BUY" or "SELL"'],
    [`["BUY"]`, "[...]", 'Send text: "BUY" or "SELL"'],
  ])("the side %s", async (side, quoted, hint) => {
    expect(await refused(path, bodyWith({ side }))).toEqual([`Cannot use side "${quoted}"`, hint]);
  });

  test("amounts whose price is 1 or more", async () => {
    const [error] = await refused(path, bodyWith({ makingAmount: "100" }));
    expect(error).toMatch(/^Cannot use (making|taking)Amount "100"$/);
    const [error2, hint] = await refused(path, bodyWith({ makingAmount: "200.50" }));
    expect(error2).toBe(
      path === FLAT ? 'Cannot use side "BUY"' : 'Cannot use makingAmount "200.5"',
    );
    expect(hint).toContain("less than 1 USDC");
  });

  test.each([
    [`""`, ""],
    [`"a/b"`, "a/b"],
    [`".."`, ".."],
    [`"."`, "."],
    [`"a\\u0000b"`, "a\u0000b"],
    [`"\\ud800"`, ""],
    [`"${"x".repeat(201)}"`, "xxxx"],
    ["true", "true"],
    ["[]", "[...]"],
  ])("the event %.20s", async (text, quoted) => {
    const [slug] = await refused(path, bodyWith({ eventId: undefined, eventSlug: text }));
    expect(slug).toStartWith(`Cannot use eventSlug "${quoted}`);
    const [id] = await refused(path, bodyWith({ eventId: text }));
    expect(id).toStartWith(`Cannot use eventId "${quoted}`);
  });

  test("an event id that is no whole number, and a slug that is a number", async () => {
    for (const eventId of ["1.5", "-1", "1e-3", "1e300"]) {
      expect(await refused(path, bodyWith({ eventId })))
        .toEqual([`Cannot use eventId "${eventId}"`, "Send text or a whole number"]);
    }
    const [error] = await refused(path, bodyWith({ eventId: undefined, eventSlug: "5" }));
    expect(error).toBe('Cannot use eventSlug "5"');
  });

  test("two names of an event, or none", async () => {
    expect(await refused(path, bodyWith({ eventSlug: `"one"` })))
      .toEqual(['Cannot use eventId "1"', "Send either eventSlug or eventId, not both"]);
    for (const none of [{ eventId: undefined }, { eventId: "null", eventSlug: "null" }]) {
      const [error, hint] = await refused(path, bodyWith(none));
      expect(error).toBe('Cannot use a body without "eventSlug or eventId"');
      expect(hint).toStartWith("Send either, for example");
    }
  });

  test("no name of an event that is null beside another, as if it were left out", async () => {
    const { text, status } = await server.post(path, bodyWith({ eventSlug: "null" }));
    expect(status).toBe(200);
    expect((await server.post(path, bodyWith({}))).text).toBe(text);
    const bySlug = bodyWith({ eventId: "null", eventSlug: `"one"` });
    expect((await server.post(path, bySlug)).status).toBe(200);
  });
});

describe("side", () => {
  test("is required by the legacy estimate alone", async () => {
    for (const side of [undefined, "null"]) {
      expect(await refused(LEGACY, bodyWith({ side }))).toEqual([
        'Cannot use a body without "side"',
        "Send BUY to turn USDC into shares, or SELL to turn shares into USDC",
      ]);
      expect((await server.post(FLAT, bodyWith({ side }))).status).toBe(200);
    }
  });

  test("must agree with the amounts in the flat estimate", async () => {
    const [error, hint] = await refused(FLAT, bodyWith({ side: `"sell"` }));
    expect(error).toBe('Cannot use side "SELL"');
    expect(hint).toContain("makingAmount 50 for takingAmount 100 is a BUY");
  });

  test("names the field that is USDC in the legacy estimate", async () => {
    const [error, hint] = await refused(LEGACY, bodyWith({ side: `"SELL"` }));
    expect(error).toBe('Cannot use takingAmount "100"');
    expect(hint).toContain("for a SELL, takingAmount is USDC");
  });
});

describe("any JSON body at all is 200 or 400", () => {
  const path = fc.constantFrom(LEGACY, FLAT);
  const check = async (path: string, body: string) => {
    const { status, body: answer } = await server.post(path, body);
    expect([200, 400]).toContain(status);
    if (status === 400) expect(Object.keys(answer)).toEqual(["error", "hint"]);
  };

  test("with the right fields of any value", async () => {
    const fields = fc.dictionary(fc.constantFrom(...FIELDS), fc.jsonValue({ maxDepth: 2 }));
    await fc.assert(
      fc.asyncProperty(path, fields, (path, body) => check(path, JSON.stringify(body))),
    );
  });

  test("when nearly right", async () => {
    const amount = fc.oneof(
      fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,9})?$/),
      fc.double({ min: 0.1, max: 1_000, noNaN: true }).map(String),
      fc.constantFrom("1", "1e15", "0.00000001", "1e-8", "0.5", "100", "2.50"),
    );
    const fields = fc.record({
      makingAmount: amount,
      takingAmount: amount,
      side: fc.constantFrom(`"BUY"`, `"SELL"`, `"buy"`, `"x"`, undefined),
      // Only events that are there: 502 is for those that are not.
      eventId: fc.constantFrom(`"1"`, "2"),
    });
    await fc.assert(
      fc.asyncProperty(path, fields, (path, fields) => check(path, bodyWith(fields))),
    );
  });
});
