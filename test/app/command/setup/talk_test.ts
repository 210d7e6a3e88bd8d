import { describe, expect, test } from "bun:test";
import type { SecretSource } from "../../../../app/command/account/secret_input.ts";
import { readYesNo } from "../../../../app/command/setup/setup_line.ts";
import { makeTalk } from "../../../../app/command/setup/talk.ts";

/** A talk with somebody who sends these chunks, and what is written to them. */
function talkWith(chunks: ReadonlyArray<string>, { isYes = false, isTTY = false } = {}) {
  const written: Array<string> = [];
  const sent = chunks.map((text) => new TextEncoder().encode(text));
  const input: SecretSource = {
    isTTY,
    setRawMode: () => {},
    async *[Symbol.asyncIterator]() {
      yield* sent;
      await Promise.resolve();
    },
  };
  const talk = makeTalk(input, { write: (text) => written.push(text), isYes });
  return { talk, sent, text: () => written.join("") };
}

const question = { text: "Sure?", fallback: "yes", read: readYesNo };

describe("a question", () => {
  test("is asked until its answer can be read", async () => {
    const { talk, text } = talkWith(["mayb", "e\nNO\n"]);
    expect(await talk.ask(question)).toBe(false);
    expect(text().match(/Sure\? \[yes\]: /g)).toHaveLength(2);
    expect(text()).toContain('Cannot use "maybe"');
  });

  test("has a default, and is not asked where its answer is known", async () => {
    const { talk, text } = talkWith(["\n"]);
    expect(await talk.ask({ ...question, given: false })).toBe(false);
    expect(text()).toBe("");
    expect(await talk.ask(question)).toBe(true);
  });

  test("is not asked of a machine", async () => {
    const { talk, text } = talkWith([], { isYes: true });
    expect([await talk.ask(question), text()]).toEqual([true, ""]);
  });

  test("quotes nothing that may be a private key", async () => {
    const key = "ab".repeat(32);
    const { talk, text } = talkWith([`0x${key}\n${key}\nno\n`]);
    expect(await talk.ask(question)).toBe(false);
    expect(text()).not.toContain("abab");
    expect(text()).toContain('Cannot use "(what may be a private key)"');
  });

  test("says what to do where nobody answers", async () => {
    await expect(talkWith([]).talk.ask(question)).rejects.toMatchObject({
      message: 'Cannot ask "Sure?": standard input has ended',
      hint: expect.stringContaining("--yes"),
    });
  });
});

describe("a secret between questions", () => {
  test("is a line of what is piped, which is overwritten", async () => {
    const { talk, text } = talkWith(["yes\nab", "cd\nno\n"]);
    expect(await talk.ask(question)).toBe(true);
    const secret = await talk.askSecret("Key: ");
    expect(new TextDecoder().decode(secret)).toBe("abcd");
    expect(await talk.ask(question)).toBe(false);
    expect(text()).not.toContain("abcd");
  });

  test("is typed without an echo", async () => {
    const { talk, text } = talkWith(["yes\n", "abc", "d\r"], { isTTY: true });
    await talk.ask(question);
    expect(new TextDecoder().decode(await talk.askSecret("Key: "))).toBe("abcd");
    expect(text()).toContain("Key: ");
    expect(text()).not.toContain("abcd");
  });
});
