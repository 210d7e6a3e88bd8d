import { describe, expect, test } from "bun:test";
import { type Failure, toRefusal } from "../../../adapters/http/edge/answer/failure.ts";
import { hintText } from "../../../adapters/http/edge/answer/hint.ts";
import { refusalBody, statusOf } from "../../../adapters/http/edge/answer/refusal.ts";
import {
  BookTooThin,
  LimitPassed,
  REFUSAL_REASONS,
  type RefusalReason,
} from "../../../core/order/mod.ts";
import { OrderEntryPaused } from "../../../core/port/order_gate.ts";
import { VenueRefused } from "../../../core/port/order_venue.ts";
import { SecretBoxOff, SecretUnreadable } from "../../../core/port/secret_box.ts";
import { WalletRefused } from "../../../core/port/venue_account.ts";
import { EntryLimited } from "../../../core/port/venue_limits.ts";
import {
  ApprovalMissing,
  IdempotencyKeyBusy,
  OrderRefused,
  OrderUncertain,
} from "../../../core/use_case/order/mod.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";

/** The refusal of a failure, with its hint as the caller gets it. */
function toldOf(failure: Failure) {
  const refusal = toRefusal(failure);
  return { ...refusal, hint: hintText(refusal.hint, QUIET_EDGE.ownCommand) };
}

function refusedFor(
  reason: RefusalReason,
  fields: { readonly retryAfterSec?: number; readonly isFinal?: boolean } = {},
) {
  const detail = "the message of the venue";
  const known = { orderId: "0xab", reason, detail, isFinal: false, isReplayed: false };
  return toldOf(new OrderRefused({ ...known, ...fields }));
}

describe("an order that was refused", () => {
  test.each<[RefusalReason, number, number | undefined]>([
    ["killed", 400, undefined],
    ["balance", 400, undefined],
    ["allowance", 400, undefined],
    ["terms", 400, undefined],
    ["market_closed", 400, undefined],
    ["rejected", 400, undefined],
    ["never_arrived", 400, undefined],
    ["stale", 400, undefined],
    ["wallet", 403, undefined],
    ["region", 503, undefined],
    ["closed_only", 503, undefined],
    ["paused", 503, undefined],
    ["post_only", 503, undefined],
    ["would_cross", 400, undefined],
    ["busy", 503, 1],
    ["not_sent", 503, 1],
  ])("%s is %d", (reason, status, waitSec) => {
    const refusal = refusedFor(reason);
    expect([statusOf(refusal, "coded"), refusal.retryAfterSec]).toEqual([status, waitSec]);
    expect(refusal.error).toBe("Cannot place the order: the message of the venue");
    expect(refusal.hint).toStartWith("Nothing was placed. ");
  });

  test.each([...REFUSAL_REASONS])(
    "%s asks for a retry where one helps, and is not settled",
    (reason) => {
      for (const [known, waitSec] of [[78.2, 79], [0, 1]] as const) {
        const { status, retryAfterSec, hint } = refusedFor(reason, { retryAfterSec: known });
        expect(retryAfterSec).toBe(status === 503 ? waitSec : undefined);
        expect(hint).not.toContain("Idempotency-Key");
      }
      for (const fields of [{}, { retryAfterSec: 78.2 }]) {
        const { hint, status, retryAfterSec } = refusedFor(reason, { ...fields, isFinal: true });
        expect(retryAfterSec).toBeUndefined();
        expect(hint).toContain("This answer is settled: to try again");
        expect(hint).toEndWith("send a new Idempotency-Key");
        expect(hint.includes("after 79 s")).toBe(status === 503 && "retryAfterSec" in fields);
      }
    },
  );

  test("has a hint of its own for every reason", () => {
    const hints = new Set(REFUSAL_REASONS.map((reason) => refusedFor(reason).hint));
    expect(hints.size).toBe(REFUSAL_REASONS.length);
  });
});

describe("a book that is too thin", () => {
  const hintFor = (available: string) =>
    toldOf(new BookTooThin({ reason: "limit", side: "BUY", available })).hint;

  test("reports what it has, and gives no useless advice if it is empty", () => {
    expect(hintFor("0.5 USDC")).toStartWith("Available right now: 0.5 USDC. Send a smaller");
    expect(hintFor("0 USDC"))
      .toBe("No liquidity at this price right now: send another limitPrice, or try again later");
    expect(hintFor("0 shares")).toBe(hintFor("0 USDC"));
  });
});

describe("an order of unknown outcome", () => {
  test("names what tells of it, and asks for no second one", () => {
    const { hint } = toldOf(
      new OrderUncertain({ orderId: "0xab", why: "no answer", isReplayed: false }),
    );
    expect(hint).toContain("with the same Idempotency-Key");
    expect(hint).toContain("do not repeat it");
    expect(hint).toContain("GET /api/v1/orders/0xab?walletId=<walletId>");
  });
});

describe("a refused caller", () => {
  test("waits as long as is known", () => {
    expect(toldOf(new IdempotencyKeyBusy({ idempotencyKey: "k" })).retryAfterSec).toBe(1);
    const paused = toldOf(new OrderEntryPaused({ retryAfterSec: 4 }));
    expect([paused.status, paused.retryAfterSec]).toEqual([503, 4]);
    expect(paused.hint).toContain("in 4 s");
    const limited = toldOf(new EntryLimited({ kind: "cancels", retryAfterSec: 3 }));
    expect([limited.status, limited.retryAfterSec]).toEqual([503, 3]);
    expect(limited.error)
      .toBe("Cannot cancel orders now: the venue's limit for this wallet is used up");
    expect(limited.hint).toStartWith("Nothing was sent. Try again in 3 s");
  });

  test.each([
    [new SecretBoxOff({ setting: "WALLET_KEY" }), "turns it on with WALLET_KEY"],
    [new SecretUnreadable({ reason: "other_key", keyId: "0123456789abcdef" }), "in its log"],
  ])("is not told about keys, and the log is: %s", (failure, hint) => {
    const refusal = toldOf(failure);
    expect([refusal.status, refusal.error]).toEqual([503, "Cannot open the secrets of the wallet"]);
    expect(refusal.hint).toContain(hint);
    expect(refusalBody(refusal, { ...QUIET_EDGE, family: "coded" })).not.toContain(
      "0123456789abcdef",
    );
    expect(JSON.stringify(refusal.why)).toContain(failure._tag);
  });

  describe("because of missing approvals", () => {
    const refusalOf = (missing: ApprovalMissing["missing"], side: "BUY" | "SELL" = "BUY") =>
      toldOf(
        new ApprovalMissing({ id: "w", funder: "0xf", kind: "v1_neg_risk", side, missing }),
      );
    const [a, b, c] = [{ call: "give a", isKnown: true }, { call: "give b", isKnown: true }, {
      call: "give c",
      isKnown: false,
    }];

    test("is told for which markets, which approvals, from whom, and how to provision", () => {
      const { status, error, hint } = refusalOf([a, b]);
      expect([status, error]).toEqual([
        403,
        'Cannot buy with the wallet "w": it lacks what neg-risk V1 markets need',
      ]);
      expect(hint).toBe(
        "It lacks give a and give b from its funder 0xf; once it is given, the operator of this " +
          "service provisions it with `strikeline account wallet provision w`",
      );
      expect(refusalOf([a], "SELL").error).toStartWith("Cannot sell with");
    });

    test("is not told that an approval that was never read is missing", () => {
      expect(refusalOf([c]).hint).toStartWith("Provisioning has not seen give c from its funder");
      expect(refusalOf([a, c]).hint)
        .toStartWith("It lacks give a; Provisioning has not seen give c from its funder");
    });
  });

  test.each(
    [
      ["order", "12.5"],
      ["day", "32.5"],
    ] as const,
  )("learns the command that raises the limit of %s to what it needs", (limit, usdc) => {
    const order = {
      walletId: "w1",
      limit,
      maxE6: 10_000_000n,
      orderE6: 12_500_000n,
      spentE6: 20_000_000n,
    };
    const option = limit === "order" ? "--max-order-usdc" : "--max-daily-usdc";
    expect(toldOf(new LimitPassed(order)).hint)
      .toEndWith(`raise it with \`strikeline account wallet limit w1 ${option} ${usdc}\``);
  });

  test("gets the venue's own message about lists and wallets", () => {
    const listed = toldOf(
      new VenueRefused({ wanted: "list the orders", venueMessage: "no cursor" }),
    );
    expect([listed.status, listed.error]).toEqual([400, "Cannot list the orders: no cursor"]);
    const banned = toldOf(new WalletRefused({ address: "0xa", venueMessage: "address banned" }));
    expect([banned.status, banned.error])
      .toEqual([403, "Cannot use the wallet 0xa at the venue: address banned"]);
    expect(banned.hint).toContain("`strikeline account wallet provision <walletId>`");
  });
});
