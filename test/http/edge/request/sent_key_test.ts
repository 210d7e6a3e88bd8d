import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { sentKey } from "../../../../adapters/http/edge/request/sent_key.ts";

const sent = (headers: Record<string, string>, path = "/") =>
  sentKey(new Request(`http://localhost${path}`, { headers }));

/** What a header can carry. */
const word = fc.string({
  minLength: 1,
  unit: fc.constantFrom("a", "Z", "_", "=", "!", "sk_live_"),
});

describe("the key that was sent", () => {
  test("is the same in either header, whatever the case of the scheme", () => {
    fc.assert(fc.property(word, fc.nat(3), (key, more) => {
      const spaces = " ".repeat(1 + more);
      for (const scheme of ["Bearer", "bearer", "BEARER"]) {
        const authorization = `${scheme}${spaces}${key}`;
        expect(sent({ authorization })).toBe(key);
        expect(sent({ authorization, "x-api-key": key })).toBe(key);
      }
      expect(sent({ "x-api-key": key })).toBe(key);
    }));
  });

  test("is none of two that differ, whichever is good", () => {
    fc.assert(fc.property(word, word, (one, other) => {
      fc.pre(one !== other);
      expect(sent({ "x-api-key": one, authorization: `Bearer ${other}` }))
        .toMatchObject({ status: 400, error: "Cannot use two different API keys in one request" });
    }));
  });

  test("counts once, however often the same one is sent", () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 3 }), fc.nat(3), (key, lines, bearers) => {
        const headers = {
          "x-api-key": Array(lines).fill(key).join(", "),
          ...(bearers === 0
            ? {}
            : { authorization: Array(bearers).fill(`Bearer ${key}`).join(", ") }),
        };
        expect(sent(headers)).toBe(key);
        expect(sent({ authorization: Array(lines).fill(`Bearer ${key}`).join(", ") })).toBe(key);
      }),
    );
  });

  test("is none of two that differ in two lines of one header", () => {
    const TWO = { status: 400, error: "Cannot use two different API keys in one request" };
    expect(sent({ "x-api-key": "a, b" })).toMatchObject(TWO);
    expect(sent({ authorization: "Bearer a, Bearer b" })).toMatchObject(TWO);
    expect(sent({ "x-api-key": "a, a", authorization: "Bearer a, bearer b" })).toMatchObject(TWO);
  });

  test("is that of the one line that has the scheme", () => {
    expect(sent({ authorization: "Basic dTpw, Bearer k" })).toBe("k");
    expect(sent({ authorization: "Bearer k, Basic dTpw" })).toBe("k");
  });

  test("is that of x-api-key beside an Authorization of another scheme, or of none", () => {
    for (const authorization of ["Basic dTpw", "Bearer", "Bearer ", "Bearertoken", "x"]) {
      expect(sent({ "x-api-key": "k", authorization })).toBe("k");
    }
    expect(sent({ "x-api-key": "", authorization: "Bearer k" })).toBe("k");
  });

  test.each(["Basic dTpw", "Bearertoken", "Token k", "sk_live_abc"])(
    "is none in Authorization: %s, which is not told back",
    (authorization) => {
      const refusal = sent({ authorization });
      expect(refusal).toMatchObject({ status: 401 });
      expect(JSON.stringify(refusal)).not.toContain(authorization);
    },
  );

  test("is none where nothing was sent, and an empty one where a scheme stands alone", () => {
    expect(sent({})).toBeNull();
    expect(sent({ "x-api-key": "" })).toBeNull();
    expect(sent({ authorization: "Bearer" })).toBe("");
  });

  test.each(["?colour=1", "?keys=1", "?akey=1", "?asset=key", "?a=b&monkey=1", "/key#token=1"])(
    "is not looked for in %s",
    (path) => expect(sent({}, `/${path}`)).toBeNull(),
  );

  test.each([
    "?key=1",
    "?a=1&TOKEN=2",
    "?x%2Dapi_key=1",
    "?auth",
    "?sk_live_abc",
    "?sk_test_abc=1",
  ])("is seen in the address %s, and refused", (path) => {
    expect(sent({}, path)).toMatchObject({ status: 401 });
    expect(sent({ "x-api-key": "k" }, path)).toBe("k");
  });
});
