import { describe, expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import {
  maySetPasswordFreely,
  renewedSession,
  type Session,
  sessionEndMs,
} from "../../../core/access/mod.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const newSession = (fields: Partial<Session> = {}): Session => ({
  id: "s",
  accountId: "a",
  beganWithLink: false,
  userAgent: "",
  address: "",
  createdMs: 0,
  seenMs: 0,
  expiresMs: sessionEndMs({ createdMs: 0, nowMs: 0 }),
  ...fields,
});

describe("a session", () => {
  test("that is never used again ends after 30 days", () =>
    expect(newSession().expiresMs).toBe(30 * DAY_MS));

  test("is renewed at most once an hour", () => {
    expect(renewedSession(newSession(), HOUR_MS - 1)).toEqual(Option.none());
    expect(renewedSession(newSession(), HOUR_MS)).toEqual(
      Option.some(newSession({ seenMs: HOUR_MS, expiresMs: 30 * DAY_MS + HOUR_MS })),
    );
  });

  test("ends within 30 days of its last use and 90 of its begin, whenever it is used", () => {
    const pauses = fc.array(fc.integer({ min: 1, max: 40 * DAY_MS }), { maxLength: 50 });
    fc.assert(fc.property(pauses, (pauses) => {
      let [session, nowMs] = [newSession(), 0];
      for (const pause of pauses) {
        nowMs += pause;
        if (nowMs >= session.expiresMs) break;
        session = Option.getOrElse(renewedSession(session, nowMs), () => session);
        expect(session.expiresMs).toBeGreaterThanOrEqual(
          Math.min(90 * DAY_MS, nowMs + 30 * DAY_MS - HOUR_MS),
        );
      }
      expect(session.expiresMs).toBeLessThanOrEqual(Math.min(90 * DAY_MS, nowMs + 30 * DAY_MS));
    }));
  });

  test("sets a password freely for 15 minutes, if it began with a link", () => {
    const began = newSession({ beganWithLink: true });
    const instants = [0, 15 * 60_000 - 1, 15 * 60_000];
    expect(instants.map((nowMs) => maySetPasswordFreely(began, nowMs))).toEqual([
      true,
      true,
      false,
    ]);
    expect(maySetPasswordFreely(newSession(), 0)).toBe(false);
  });
});
