/**
 * The exchange's rate limit: request weight per minute of the clock, and a ban for clients that
 * ignore it.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { banned, weightUsedUp } from "./failure.ts";

/** Counts the weight of every client. */
export interface WeightMeter {
  /** Adds a request. `refusal` is set if the request must be refused. */
  charge(client: string, weight: number, nowMs: number): {
    readonly usedWeight: number;
    readonly refusal: Answer | undefined;
  };
}

interface Account {
  minute: number;
  used: number;
  refused: number;
  bannedUntilMs: number;
  bans: number;
}

const MINUTE_MS = 60_000;
/** Refused requests in one minute that lead to a ban. */
const REFUSED_MAX = 10;
/** A ban doubles from two minutes up to three days. */
const BAN_MS_MIN = 2 * MINUTE_MS;
const BAN_MS_MAX = 3 * 86_400_000;

/** Makes a meter with nothing used. `limit` is the weight per minute. */
export function makeWeightMeter(limit: number): WeightMeter {
  const accounts = new Map<string, Account>();
  return {
    charge(client, weight, nowMs) {
      const known = accounts.get(client);
      const account = known ?? { minute: 0, used: 0, refused: 0, bannedUntilMs: 0, bans: 0 };
      accounts.set(client, account);
      const minute = Math.floor(nowMs / MINUTE_MS);
      if (account.minute !== minute) Object.assign(account, { minute, used: 0, refused: 0 });
      account.used += weight;
      return { usedWeight: account.used, refusal: refusalOf(account, limit, nowMs) };
    },
  };
}

function refusalOf(account: Account, limit: number, nowMs: number): Answer | undefined {
  const untilBanEnds = () =>
    banned(account.bannedUntilMs, Math.ceil((account.bannedUntilMs - nowMs) / 1000));
  if (nowMs < account.bannedUntilMs) return untilBanEnds();
  if (account.used <= limit) return undefined;
  account.refused++;
  if (account.refused <= REFUSED_MAX) {
    return weightUsedUp(limit, Math.ceil((MINUTE_MS - nowMs % MINUTE_MS) / 1000));
  }
  let banMs = BAN_MS_MIN;
  for (let i = 0; i < account.bans && banMs < BAN_MS_MAX; i++) banMs *= 2;
  account.bans++;
  account.bannedUntilMs = nowMs + Math.min(banMs, BAN_MS_MAX);
  return untilBanEnds();
}
