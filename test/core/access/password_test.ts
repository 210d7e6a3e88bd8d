import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { checkPassword, COMMON_PASSWORDS } from "../../../core/access/mod.ts";

const EMAIL = "someone.else@example.com";
const problemOf = (text: string, email = EMAIL) => {
  const checked = checkPassword(text, email);
  return Result.isFailure(checked) ? checked.failure.problem : undefined;
};

describe("a password", () => {
  test.each([
    ["", "short"],
    ["eleven char", "short"],
    // Eleven characters of two code units each.
    ["🔑".repeat(11), "short"],
    ["twelve chars", undefined],
    ["🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔒", undefined],
    ["x".repeat(1_024), undefined],
    ["x".repeat(1_025), "long"],
    ["é".repeat(513), "long"],
    ["password1234", "common"],
    [" PassWord1234 ", "common"],
    // Full-width letters are the same ones in normal form.
    ["ｐassword1234", "common"],
    ["123456789012", "common"],
    ["Someone.Else@Example.com", "email"],
  ])("%j is %p", (text, problem) => expect(problemOf(text)).toBe(problem as never));

  test("is not what stands before the @ of the address", () => {
    expect(problemOf("straßenname-in-köln", "STRASSENNAME-in-ko\u0308ln@example.com")).toBe(
      "email",
    );
    expect(problemOf("averylongname", "averylongname@example.com")).toBe("email");
    expect(problemOf("averylongname", "other@example.com")).toBeUndefined();
  });

  test("is the same in whatever way a keyboard composes it", () => {
    const composed = checkPassword("caf\u00e9 caf\u00e9 caf\u00e9", EMAIL);
    expect(composed).toEqual(checkPassword("cafe\u0301 cafe\u0301 cafe\u0301", EMAIL));
    expect(composed).toEqual(Result.succeed("caf\u00e9 caf\u00e9 caf\u00e9"));
  });

  test("is never in the message", () => {
    const text = fc.string({ minLength: 5, unit: fc.constantFrom("ä", "%", "Q", "7") });
    fc.assert(fc.property(text, (text) => {
      const checked = checkPassword(text, EMAIL);
      if (Result.isFailure(checked)) expect(checked.failure.message).not.toContain(text);
    }));
  });
});

test("every common password would be long enough, and is in lower case", () => {
  const wrong = [...COMMON_PASSWORDS].filter((one) =>
    one.length < 12 || one !== one.toLowerCase().normalize("NFKC")
  );
  expect(wrong).toEqual([]);
  expect(COMMON_PASSWORDS.size).toBeGreaterThan(150);
});
