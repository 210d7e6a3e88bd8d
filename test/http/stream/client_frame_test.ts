import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { readClientMessage } from "../../../adapters/http/stream/client_frame.ts";
import { errorFrame, frameText } from "../../../adapters/http/stream/server_frame.ts";

const NOON_SEC = 1_793_880_000;
const read = (text: string | Uint8Array) => readClientMessage(text, NOON_SEC * 1000);
const frameOf = (text: string) => Result.getOrThrow(read(text));
const refusalOf = (text: string | Uint8Array) => Result.getOrThrow(Result.flip(read(text)));

test.each<[message: string | Uint8Array, error: string, hint: string]>([
  ["{", "Cannot read the message as JSON", "Send a JSON object"],
  ["[]", "Cannot read the message as JSON", "Send a JSON object"],
  ["null", "Cannot read the message as JSON", "Send a JSON object"],
  ["12", "Cannot read the message as JSON", "Send a JSON object"],
  [new Uint8Array([1, 2, 3]), "Cannot read a binary message", "Send text frames of JSON"],
  ["ä".repeat(2_049), "Cannot read a message of 4098 bytes", "Send at most 4096 bytes in one"],
])("A message that is no object is refused: %p is answered %s, %s", (message, error, hint) => {
  const refusal = refusalOf(message);
  expect([refusal.error, refusal.hint])
    .toEqual([error, expect.stringContaining(hint)]);
});

describe("fields that cannot be used are named", () => {
  test.each([
    ["{}", 'op ""', "Use one of subscribe, unsubscribe, ping"],
    ['{"op":"subscibe"}', 'op "subscibe"', "Did you mean subscribe?"],
    ['{"op":7}', 'op "7"', "Use one of"],
    ['{"op":"subscribe"}', 'channel ""', "Use one of windows, targets, twap, spot, games"],
    ['{"op":"subscribe","channel":"game"}', 'channel "game"', "Did you mean games?"],
    ['{"op":"unsubscribe","channel":"games","since":1}', 'key "since"', "takes"],
    ['{"op":"unsubscribe","channel":"twap","since":1}', 'key "since"', "takes"],
    ['{"op":"ping","extra":1}', 'key "extra"', "op, id"],
    ['{"op":"ping","id":{}}', 'id "{}"', "Send a number"],
  ])("%s: %s", (text, error, hint) => {
    const refusal = refusalOf(text);
    expect(refusal.error).toBe(`Cannot use ${error}`);
    expect(refusal.hint).toContain(hint);
  });

  test.each([
    ["games", '"key":12', 'key "(not shown)"', "as text"],
    ["games", '"leagues":[]', 'leagues "[]"', "leave leagues"],
    ["games", '"leagues":["xyz"]', 'league "xyz"', "nba"],
    ["games", '"league":"nba"', 'key "league"', "leagues?"],
    ["games", '"since":-1', 'since "-1"', "whole number"],
    ["games", '"since":0.5', 'since "0.5"', "whole number"],
    ["games", '"since":"5"', 'since "5"', "whole number"],
    ["games", '"since":9007199254740993', 'since "9007199254740993"', "whole number"],
    ["games", '"since":1e999999999', 'since "1e999999999"', "whole number"],
    ["targets", '"key":"sk_x"', 'key "key"', "takes"],
    ["targets", '"asset":"btc"', 'key "asset"', "assets?"],
    ["targets", '"windows":[60]', 'key "windows"', "takes"],
    ["targets", '"assets":[]', 'assets "[]"', "leave assets out"],
    ["targets", '"assets":"btc"', 'assets "btc"', "list"],
    ["targets", '"assets":["gold"]', 'assets "gold"', "btc, eth"],
    ["targets", '"assets":[1]', 'assets "1"', "text"],
    ["targets", '"assets":["btc",null]', 'assets "null"', "text"],
    ["targets", '"intervals":["6min"]', 'intervals "6min"', "5min"],
    ["targets", '"intervals":["constructor"]', 'intervals "constructor"', "5min"],
    ["targets", '"since":"soon"', 'since "soon"', "unix seconds"],
    ["targets", '"since":[]', 'since "[]"', "unix seconds"],
    ["targets", '"since":-1', 'since "-1"', "unix seconds"],
    ["targets", `"since":${NOON_SEC}.5`, `since "${NOON_SEC}.5"`, "unix seconds"],
    ["targets", `"since":${NOON_SEC}000000`, `since "${NOON_SEC}000000"`, "microseconds"],
    ["targets", `"since":${NOON_SEC + 9e6}`, `since "${NOON_SEC + 9e6}"`, "has passed"],
    ["twap", '"windows":[45]', 'windows "[45]"', "[30, 60]"],
    ["twap", '"windows":[60,61]', 'windows "[60,61]"', "[30, 60]"],
    ["twap", '"windows":[60.5]', 'windows "[60.5]"', "[30, 60]"],
    ["twap", '"windows":["60"]', 'windows "["60"]"', "[30, 60]"],
    ["twap", '"windows":"60"', 'windows "60"', "[30, 60]"],
    ["twap", '"windows":[]', 'windows "[]"', "[30, 60]"],
    ["twap", '"windows":[60,null]', 'windows "[60,null]"', "[30, 60]"],
  ])("%s, %s: %s", (channel, field, error, hint) => {
    const refusal = refusalOf(`{"op":"subscribe","channel":"${channel}",${field}}`);
    expect(refusal.error).toBe(`Cannot use ${error}`);
    expect(refusal.hint).toContain(hint);
  });
});

describe("the id of a message", () => {
  const number = fc.stringMatching(
    /^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,6})?$/,
  );
  const id = fc.oneof(
    number,
    fc.string({ unit: "binary", maxLength: 128 }).map((text) => JSON.stringify(text)),
    fc.constantFrom("9007199254740993", "1.0", "1e3", "1e400", "-0", "0.10", '"1"', '""'),
  );

  test("comes back as it was sent, to the last digit, in an answer and in a refusal", () => {
    fc.assert(fc.property(id, (id) => {
      const frame = frameOf(`{"op":"ping","id":${id}}`);
      expect(frameText({ type: "pong", id: frame.id })).toBe(`{"type":"pong","id":${id}}`);
      expect(errorFrame(refusalOf(`{"op":"pong","id":${id}}`)))
        .toStartWith(`{"type":"error","id":${id},`);
    }));
  });

  test.each([`"${"x".repeat(129)}"`, "9".repeat(129), `0.${"0".repeat(4_000)}`, "true", "[1]"])(
    "is refused if it is not a short number or text: %p",
    (id) => {
      const refusal = refusalOf(`{"op":"ping","id":${id}}`);
      expect([refusal.id, refusal.hint])
        .toEqual([undefined, "Send a number or text, of up to 128 characters"]);
    },
  );
});

describe("a message with a field twice", () => {
  test.each([
    ['{"op":"ping","op":"subscribe","id":7}', "op", 7],
    [
      '{"op":"subscribe","channel":"twap","assets":["btc"],"\\u0061ssets":["eth"]}',
      "assets",
      undefined,
    ],
    ['{"op":"ping","id":1,"id":2}', "id", undefined],
    ['{"id":1,"since":1,"op":"ping","s\\u0069nce":null}', "since", 1],
    ['{"op":"ping","__proto__":1,"__proto__":2}', "__proto__", undefined],
    ['{"op":"ping","id":"a","x":[{"y":1,"y":1}]}', "y", "a"],
  ])("is refused by the name of the field: %s", (text, name, id) => {
    const refusal = refusalOf(text);
    expect(refusal.error).toBe(`Cannot use a message with two fields "${name}"`);
    expect(refusal.hint).toStartWith("Send each field once");
    expect(JSON.parse(errorFrame(refusal)).id).toEqual(id);
  });

  test("does not show the key that it may hold", () => {
    const text = '{"op":"subscribe","channel":"games","key":"sk_live_1","key":"sk_live_2"}';
    expect(errorFrame(refusalOf(text))).not.toContain("sk_live");
  });
});

describe("a field that is null", () => {
  test("is as if it were left out, whatever else the message has", () => {
    const unset = ["id", "since", "assets", "intervals", "windows", "leagues", "key"]
      .map((name) => `"${name}":null`).join();
    for (
      const fields of [
        '"op":"ping"',
        '"op":"subscribe","channel":"targets"',
        '"op":"subscribe","channel":"twap"',
        '"op":"unsubscribe","channel":"twap"',
        '"op":"subscribe","channel":"games"',
      ]
    ) expect(frameOf(`{${fields},${unset}}`)).toEqual(frameOf(`{${fields}}`));
  });

  test("is missed where it is required", () => {
    expect(refusalOf('{"op":null}')).toEqual(refusalOf("{}"));
    expect(refusalOf('{"op":"subscribe","channel":null}')).toEqual(refusalOf('{"op":"subscribe"}'));
  });
});

describe("a whole number", () => {
  const subscribe = (channel: string, field: string) =>
    `{"op":"subscribe","channel":"${channel}",${field}}`;

  test.each([
    ["twap", "windows", "[60,30]", ["[60.0,3e1]", "[30.0,60,6.0e1]"]],
    ["targets", "since", `${NOON_SEC}`, [
      `${NOON_SEC}.0`,
      `${NOON_SEC}000e-3`,
      `"${NOON_SEC}.0"`,
      `${NOON_SEC}000.0`,
    ]],
    ["games", "since", "48213700002", ["48213700002.0", "4.8213700002e10"]],
    ["games", "since", "0", ["0.0", "-0"]],
  ])("of %s, %s %s, is read however it is written", (channel, name, plain, spellings) => {
    const frame = frameOf(subscribe(channel, `"${name}":${plain}`));
    for (const text of spellings) {
      expect(frameOf(subscribe(channel, `"${name}":${text}`))).toEqual(frame);
    }
  });
});

test("a message that is nested as deeply as its size allows is refused", () => {
  const deep = `${"[".repeat(2_000)}${"]".repeat(2_000)}`;
  for (const field of ["op", "id", "assets"]) {
    expect(refusalOf(`{"${field}":${deep}}`).error).toStartWith(
      `Cannot use ${field === "id" ? field : "op"}`,
    );
  }
});
