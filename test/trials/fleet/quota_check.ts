/**
 * One caller who asks for more than it may, at every replica in turn.
 *
 * @module
 */
import { type Answered, askOne, fleetStateOf } from "./ask_fleet.ts";
import type { Ground, Replica } from "./ground.ts";
import { addExample, addFlaw, type Tally } from "./tally.ts";

/** How many times what all replicas together let through, each alone, it asks for. */
const TIMES_LIMITS = 1.5;
/** Questions at once to each replica: a period of a fast clock is soon over. */
const AT_ONCE = 10;
const TIMEOUT_MS = 4_000;
/** A period may end meanwhile, and a busy machine may miss a count in Redis: it asks again. */
const CHECKS_MAX = 10;
/** What a replica logged has been read by then. */
const LOG_MS = 300;

/** What came in one period of the limit. */
interface Period {
  passed: number;
  refused: number;
}

/** What is wrong with one check, and why it is no proof. */
interface Checked {
  readonly flaws: ReadonlyArray<string>;
  readonly doubt: string | undefined;
}

/**
 * Counts as wrong what the limit lets through beyond what it may, or refuses below it. Replicas
 * keep to one limit together; where they `mayCountAlone`, to one each.
 */
export async function checkQuota(
  ground: Ground,
  { tally, mayCountAlone = false }: { readonly tally: Tally; readonly mayCountAlone?: boolean },
): Promise<void> {
  for (let turn = 1; turn <= CHECKS_MAX; turn++) {
    const { flaws, doubt } = await checkOnce(ground, mayCountAlone);
    if (doubt === undefined || turn === CHECKS_MAX) {
      for (const what of flaws) addFlaw(tally, "wrong", { what });
      if (doubt !== undefined) addFlaw(tally, "wrong", { what: `no proof of the limit: ${doubt}` });
      return;
    }
    addExample(tally, `asked again for the limit: ${doubt}`);
  }
}

async function checkOnce(
  { replicas: all, quota: { limit } }: Ground,
  mayCountAlone: boolean,
): Promise<Checked> {
  const answering = await Promise.all(all.map(({ url }) => ask(url, newAddress())));
  const replicas = all.filter((_, at) => answering[at] !== undefined);
  if (replicas.length === 0) return { flaws: [], doubt: "no replica answers" };
  const timesAlone = () => replicas.reduce((sum, one) => sum + one.timesAlone(), 0);

  const aloneBefore = timesAlone();
  const wereAlone = await someAlone(replicas);
  const needed = Math.ceil(limit * all.length * TIMES_LIMITS);
  // Who was not answered may have been counted.
  const { periods, unanswered } = await askBeyond(replicas, needed);
  const passedMax = mayCountAlone ? limit * all.length : limit;
  const flaws = [...periods].flatMap(([reset, { passed, refused }]) =>
    passed > passedMax || refused > 0 && passed + unanswered < limit
      ? [`the limit let ${passed} through and refused ${refused} until ${reset}`]
      : []
  );
  const most = Math.max(0, ...[...periods.values()].map((one) => one.passed + one.refused));
  if (flaws.length === 0) {
    const doubt = most < needed ? `${most} of ${needed} came in one period` : undefined;
    return { flaws, doubt };
  }
  if (mayCountAlone) return { flaws, doubt: undefined };
  await Bun.sleep(LOG_MS);
  const isAlone = wereAlone || timesAlone() > aloneBefore || await someAlone(replicas);
  return { flaws, doubt: isAlone ? "a replica counts alone" : undefined };
}

/** Asks as one caller, and says what came in which period. */
async function askBeyond(replicas: ReadonlyArray<Replica>, count: number) {
  const address = newAddress();
  const periods = new Map<string, Period>();
  let unanswered = 0;
  const take = (answer: Answered | undefined) => {
    if (answer?.status !== 429 && answer?.status !== 200) {
      unanswered++;
      return;
    }
    const reset = answer.headers.get("x-ratelimit-reset") ?? "nobody says when";
    const period = periods.get(reset) ?? { passed: 0, refused: 0 };
    if (answer.status === 429) period.refused++;
    else period.passed++;
    periods.set(reset, period);
  };
  const atOnce = AT_ONCE * replicas.length;
  for (let asked = 0; asked < count; asked += atOnce) {
    const urls = Array.from(
      { length: Math.min(atOnce, count - asked) },
      (_, at) => replicas[at % replicas.length]?.url ?? "",
    );
    for (const answer of await Promise.all(urls.map((url) => ask(url, address)))) take(answer);
  }
  return { periods, unanswered };
}

function ask(url: string, address: string): Promise<Answered | undefined> {
  // Answered from the clock alone, whatever fails.
  const path = "/api/v1/markets/timestamps?asset=btc&interval=1hour&date=2026-11-20";
  return askOne(`${url}${path}`, { address, timeoutMs: TIMEOUT_MS }).catch(() => undefined);
}

/** Whether a replica says that it counts alone. */
async function someAlone(replicas: ReadonlyArray<Replica>): Promise<boolean> {
  const states = await Promise.all(replicas.map((one) => fleetStateOf(one).catch(() => undefined)));
  return states.some((one) => one?.limits === "memory");
}

/** An address nobody has asked from: an earlier run of the same world may still be counted. */
function newAddress(): string {
  const [a = 0, b = 0, c = 0] = crypto.getRandomValues(new Uint16Array(3));
  return `2001:${[a, b, c].map((part) => part.toString(16)).join(":")}::1`;
}
