/**
 * One caller who asks for more than it may, at every replica in turn.
 *
 * @module
 */
import { askOne } from "./ask_fleet.ts";
import { areTogether } from "./fleet_state.ts";
import type { Ground } from "./ground.ts";
import { addFlaw, type Tally } from "./tally.ts";

/** How many times the limit it asks for. */
const TIMES_LIMIT = 1.5;
const TIMEOUT_MS = 4_000;
/** What replicas may let through beyond the limit: one may lose Redis for a moment meanwhile. */
const SLACK_PART = 0.25;

/** What came in one period of the limit. */
interface Period {
  passed: number;
  refused: number;
}

/**
 * Counts as wrong what the limit lets through beyond what it may, or refuses below it. Replicas
 * that count together keep to it; those that say they cannot keep to one each. Nobody else may use
 * the address.
 */
export async function checkQuota(
  { replicas, quota }: Ground,
  { address, tally }: { readonly address: string; readonly tally: Tally },
): Promise<void> {
  const periods = new Map<string, Period>();
  let unanswered = 0;
  const wereTogether = await areTogether(replicas);
  for (let turn = 0; turn < quota.limit * TIMES_LIMIT; turn++) {
    const url = `${replicas[turn % replicas.length]?.url}/api/v1/markets/timestamps?asset=btc`;
    const answer = await askOne(url, { address, timeoutMs: TIMEOUT_MS }).catch(() => undefined);
    if (answer === undefined) {
      unanswered++;
      // One that hangs makes every second question wait.
      if (unanswered > 2) return;
      continue;
    }
    const reset = answer.headers.get("x-ratelimit-reset") ?? "none";
    const period = periods.get(reset) ?? { passed: 0, refused: 0 };
    if (answer.status === 429) period.refused++;
    else period.passed++;
    periods.set(reset, period);
  }
  const shares = wereTogether && await areTogether(replicas) ? 1 : replicas.length;
  for (const [reset, { passed, refused }] of periods) {
    const what = `the limit let ${passed} through and refused ${refused} until ${reset}`;
    const passedMax = quota.limit * Math.min(shares + SLACK_PART, replicas.length);
    if (passed > passedMax) addFlaw(tally, "wrong", { what, count: passed - quota.limit });
    if (refused > 0 && passed + unanswered < quota.limit) addFlaw(tally, "wrong", { what });
  }
}
