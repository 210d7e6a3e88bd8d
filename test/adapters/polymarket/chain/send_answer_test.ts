import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import type { RoadAnswer } from "../../../../core/chain/mod.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { RpcError } from "../../../../adapters/polymarket/chain/rpc_failure.ts";
import {
  answerOfError,
  answerOfFailure,
} from "../../../../adapters/polymarket/chain/send_answer.ts";

const TX = `0x${"ab".repeat(32)}`;
const answer = (nodeMessage: string, code = -32_000) =>
  answerOfError(new RpcError({ code, nodeMessage, data: Option.none() }), TX);

/** What a caller may do next. */
const nextOf = (it: RoadAnswer) => it.kind === "refused" ? it.retry.when : it.kind;

describe("answerOfError()", () => {
  const said: ReadonlyArray<readonly [words: string, next: ReturnType<typeof nextOf>]> = [
    ["already known", "taken"],
    ["nonce too low: next nonce 5, tx nonce 4", "unclear"],
    ["insufficient funds for gas * price + value: balance 0, tx cost 25", "never"],
    ["transaction underpriced: gas tip cap 1, minimum needed 25000000000", "anew"],
    ["max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1", "anew"],
    ["tx fee (1.40 ether) exceeds the configured cap (1.00 ether)", "never"],
    ["replacement transaction underpriced", "unclear"],
    ["nonce too high", "unclear"],
    ["internal error", "unclear"],
    ["", "unclear"],
  ];
  test.each(said)("reads %p as: %s", (message, next) => {
    expect(nextOf(answer(message))).toBe(next);
  });

  test("knows a transaction by its hash, and says what a key without POL needs", () => {
    expect(answer("already known")).toEqual({ kind: "taken", roadId: Option.some(TX) });
    expect(answer("insufficient funds for gas * price + value"))
      .toMatchObject({ why: expect.stringContaining("too little POL") });
  });
});

describe("answerOfFailure()", () => {
  const failed = (reason: ProviderFailed["reason"], code?: string) =>
    answerOfFailure(
      new ProviderFailed({
        provider: "chain",
        reason,
        ...(reason === "limited" ? { retryAfterSec: 7 } : {}),
        cause: Object.assign(new Error("broken"), code === undefined ? {} : { code }),
      }),
    );

  test("is certain only where nothing was written, or the node says so", () => {
    expect(failed("unreachable", "ConnectionRefused"))
      .toMatchObject({ kind: "refused", retry: { when: "later" } });
    expect(failed("limited"))
      .toMatchObject({ kind: "refused", retry: { when: "later", afterMs: 7_000 } });
    expect(failed("refused"))
      .toMatchObject({ retry: { when: "never" }, why: expect.stringContaining("POLYGON_RPC_URL") });
    expect([failed("unreachable", "ECONNRESET"), failed("timeout"), failed("unreadable")])
      .toMatchObject([{ kind: "unclear" }, { kind: "unclear" }, { kind: "unclear" }]);
  });
});
