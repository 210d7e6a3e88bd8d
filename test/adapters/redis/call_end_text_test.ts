import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import fc from "fast-check";
import { readCallEnd, writeCallEnd } from "../../../adapters/redis/call_end_text.ts";
import { PROVIDER_FAILURE_REASONS, ProviderFailed } from "../../../core/port/provider_failure.ts";

describe("the end of a call as text", () => {
  test("comes back as it was", () => {
    const answers = fc.record({ status: fc.integer({ min: 200, max: 599 }), text: fc.string() });
    fc.assert(fc.property(answers, ({ status, text }) => {
      const headers = new Headers({ "content-type": "text/plain", "retry-after": "3" });
      const end = Result.succeed({ status, headers, text });
      const read = readCallEnd(writeCallEnd(end));
      expect(read).toMatchObject({ _tag: "Some", value: { success: { status, text } } });
    }));
    for (const reason of PROVIDER_FAILURE_REASONS) {
      const failure = new ProviderFailed({ provider: "x", reason, retryAfterSec: 7, cause: "why" });
      const read = readCallEnd(writeCallEnd(Result.fail(failure)));
      expect(read).toMatchObject({
        _tag: "Some",
        value: { failure: { provider: "x", reason, retryAfterSec: 7 } },
      });
    }
  });

  test("of somebody else is none", () => {
    for (const text of ["", "{}", "null", '{"reason":"made up","provider":"x"}']) {
      expect(readCallEnd(text)).toMatchObject({ _tag: "None" });
    }
  });
});
