import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { readClientFrame } from "../../../adapters/http/stream/client_frame.ts";
import { errorFrame, pongFrame } from "../../../adapters/http/stream/server_frame.ts";

const NOON_SEC = 1_793_880_000;
const read = (text: string) => readClientFrame(text, NOON_SEC * 1000);
const frameOf = (text: string) => Result.getOrThrow(read(text));
const refusalOf = (text: string) => Result.getOrThrow(Result.flip(read(text)));

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
      expect(pongFrame(frameOf(`{"op":"ping","id":${id}}`).id)).toBe(`{"type":"pong","id":${id}}`);
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

  test("is not a name in a list", () => {
    for (const list of ['"assets":[null]', '"assets":["btc",null]', '"intervals":[null]']) {
      expect(refusalOf(`{"op":"subscribe","channel":"targets",${list}}`).hint).toContain("text");
    }
    expect(refusalOf('{"op":"subscribe","channel":"twap","windows":[60,null]}').error)
      .toBe('Cannot use windows "[60,null]"');
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

  test("has no fraction", () => {
    for (
      const message of [
        subscribe("twap", '"windows":[60.5]'),
        subscribe("twap", '"windows":["60"]'),
        subscribe("targets", `"since":${NOON_SEC}.5`),
        subscribe("games", '"since":5.5'),
        subscribe("games", '"since":1e999999999'),
        subscribe("games", '"since":9007199254740993'),
      ]
    ) expect(refusalOf(message).error).toStartWith("Cannot use");
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
