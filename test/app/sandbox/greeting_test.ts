import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import { greeting } from "../../../app/sandbox/greeting.ts";
import { makeSandboxClock } from "../../../app/simulator/kit/clock.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";

const AT_MS = Date.UTC(2026, 10, 22, 15, 50);
type Parts = Parameters<typeof greeting>[0];
const usual: Parts = {
  url: "http://127.0.0.1:3000",
  seed: 1,
  demo: {
    apiKey: "sk_test_demo",
    isKeyRevoked: false,
    walletId: "127a5cd3-c352-4edf-9810-52fcbfa8b613",
    claimPolicy: "auto",
    trouble: Option.none(),
  },
  profile: PROFILE_BY_NAME.spec,
  kept: {
    clock: { ...makeSandboxClock(), nowMs: () => AT_MS },
    folder: Option.none(),
    before: Option.none(),
  },
  simulators: { table: [], urlOf: () => "", stop: () => Promise.resolve() },
  recordings: [],
};
const lineOf = (name: string, parts: Partial<Parts> = {}) =>
  new RegExp(`^  ${name} +(.*)$`, "m").exec(greeting({ ...usual, ...parts }))?.[1];

describe("the greeting of a sandbox", () => {
  test("says which calendar it runs, with a slug of it", () => {
    expect(lineOf("calendar"))
      .toBe(
        "spec: slugs such as btc-15m-2026-11-22-1545; VENUE_PROFILE=polymarket has the venue's own",
      );
    const profile = PROFILE_BY_NAME.polymarket;
    expect(lineOf("calendar", { profile }))
      .toBe("polymarket: the venue's own slugs, such as btc-updown-15m-1795362300");
  });

  test("says where it is kept, and from when and which speed it goes on", () => {
    expect(lineOf("kept in")).toBe("memory, until it ends; DATA_DIR=<folder> keeps it");
    const kept = { ...usual.kept, folder: Option.some("d/sandbox_1") };
    expect(lineOf("kept in", { kept })).toBe("d/sandbox_1, from now on");
    const before = Option.some(
      {
        atMs: AT_MS,
        speed: 60,
        profile: "spec",
        isVenueHere: true,
        isStopped: true,
      } as const,
    );
    expect(lineOf("kept in", { kept: { ...kept, before } }))
      .toBe("d/sandbox_1, goes on from 2026-11-22T15:50:00.000Z, where it ran at speed 60");
  });

  test("says whether its wallet claims by itself, or why it is not ready", () => {
    const { demo } = usual;
    expect(lineOf("wallet")).toBe(`${demo.walletId} (claims what it wins by itself)`);
    expect(lineOf("wallet", { demo: { ...demo, claimPolicy: "off" } })).toBe(demo.walletId);
    expect(lineOf("wallet", { demo: { ...demo, trouble: Option.some("why") } }))
      .toBe(`${demo.walletId} (not ready: why)`);
  });

  test("has an order whose window is open on its calendar", () => {
    const orderOf = (parts: Partial<Parts>) =>
      /"slug":"([^"]+)"/.exec(greeting({ ...usual, ...parts }))?.[1];
    expect(orderOf({})).toBe("btc-15m-2026-11-22-1545");
    expect(orderOf({ profile: PROFILE_BY_NAME.polymarket }))
      .toBe("btc-updown-15m-1795362300");
  });

  test("has an order of its own in each second of a world that goes on", () => {
    const keyAt = (nowMs: number) => {
      const kept = { ...usual.kept, clock: { ...usual.kept.clock, nowMs: () => nowMs } };
      return /'idempotency-key: ([^']+)'/.exec(greeting({ ...usual, kept }))?.[1];
    };
    expect(keyAt(AT_MS)).toBe("btc-15m-2026-11-22-1545-1795362600");
    expect(keyAt(AT_MS - 1_000)).toBe("btc-15m-2026-11-22-1545-1795362599");
  });
});
