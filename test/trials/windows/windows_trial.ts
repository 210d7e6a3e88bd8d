/** Windows of a fleet by one subscription, while sockets are cut and a replica dies. @module */
import { afterAll, expect, test } from "bun:test";
import type { SentTouches } from "../../../app/simulator/polymarket/clob/touch_log.ts";
import { ASSETS } from "../../../core/market/mod.ts";
import { startSandbox } from "../../app/process.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { dropSchema } from "../../bench/drop_schema.ts";
import { schemaOf } from "../../../app/wiring/world_folder.ts";
import { redisSkip, redisUrl } from "../../adapters/redis/redis_server.ts";
import { serverSkip, serverUrl } from "../../adapters/postgres/fresh_schema.ts";
import { control } from "../../simulator/kit/support.ts";
import { withReason } from "../../skip_reason.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { calmly } from "../calmly.ts";
import { sized } from "../size.ts";
import { tell } from "../tell.ts";
import { judgeQuotes, wrongDates } from "./judge_quotes.ts";
import { followWindows, type SeenTopic } from "./window_follower.ts";

const SPEED = 60;
const WINDOW_SEC = 300;
/** Of each asset, of five seconds each. */
const WINDOWS = sized({ short: 5, whole: 143 });
const CUT_EVERY_MS = sized({ short: 6_000, whole: 60_000 });
/** How often the log of the venue is read, which is bounded. */
const READ_EVERY_MS = 2_000;
/**
 * How long the levels of a quote may have been replaced at its instant, in the machine's time: a
 * tenth of a second from replica to replica, a second where all have to be told again, and what a
 * busy machine adds.
 */
const LATE_MS_MAX = 2_000;
/**
 * How long books may be in doubt after a start, a cut or a kill, and after a kill what the killed
 * one told may still be taken for new.
 */
const DOUBT_MS_MAX = 6_000;
/** A book whose tick has changed is requested anew, once a second at most. */
const TICK_MS_MAX = 2_000;
/**
 * The part of the quotes that may know nothing without a reason that the venue's log shows, such as
 * a hash that speaks against a book.
 */
const UNEXPLAINED_MAX = 0.01;
const skip = serverSkip.skip ?? redisSkip.skip;

test.skipIf(skip !== undefined)(
  withReason("windows come in order, each once and as the world has them, whatever dies", skip),
  async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const world = startWorld({ startIso: "2026-11-20T12:00:00Z", speed: SPEED, seed });
    afterAll(world.simulators.stop);
    const folder = makeFolder();
    afterAll(folder.remove);
    afterAll(() => dropSchema(serverUrl, schemaOf(`sandbox_${seed}`)));
    const start = (name: string) =>
      startSandbox({
        ...world.settings,
        DATA_DIR: `${folder.path}/${name}`,
        DATABASE_URL: serverUrl,
        REDIS_URL: redisUrl,
        RATE_LIMIT_PUBLIC: "0",
      });
    const [first, second] = await Promise.all([start("a"), start("b")]);
    let urls = [first.url, second.url];
    const bot = followWindows(() => urls, ASSETS);
    // One of both is at the replica that has no books of the venue.
    const bots = [bot, followWindows(() => urls.toReversed(), ASSETS)];
    const frames: Array<SentTouches> = [];
    const readTouches = async () => {
      const url = `${world.simulators.urlOf("venue-orders")}/__touches`;
      const { body } = await control<{ readonly frames: typeof frames }>(url, "DELETE");
      frames.push(...body.frames);
    };
    const reading = setInterval(() => void readTouches(), READ_EVERY_MS);
    const troubles = [world.clock.nowMs()];
    const cutting = setInterval(() => {
      troubles.push(world.clock.nowMs());
      for (const name of ["oracle", "relay", "exchange-spot", "venue-orders"] as const) {
        void control(`${world.simulators.urlOf(name)}/__sockets`, "DELETE");
      }
    }, CUT_EVERY_MS);
    const closedOfAll = () =>
      Math.min(...bots.flatMap(topicsOf).map(({ closed }) => closed.length));
    await calmly(() => closedOfAll() >= Math.ceil(WINDOWS / 2));
    const killedMs = world.clock.nowMs();
    troubles.push(killedMs);
    first.kill("SIGKILL");
    await first.exited;
    urls = [second.url];
    await calmly(() => closedOfAll() >= WINDOWS);
    clearInterval(cutting);
    clearInterval(reading);
    for (const { stop } of bots) stop();
    await readTouches();

    const truth = await Promise.all(
      bots.flatMap(({ topics }) => [...topics]).map(([topic, seen]) =>
        wrongOf(topic, seen, world.simulators.urlOf("venue-metadata"))
      ),
    );
    const seen = bots.flatMap(topicsOf);
    const tokens = new Map(seen.flatMap((topic) => [...topic.tokens]));
    const isSoonAfter = (sinceMs: number, atMs: number) =>
      atMs >= sinceMs && atMs - sinceMs <= DOUBT_MS_MAX * SPEED;
    const judged = bots.map((one) =>
      judgeQuotes(topicsOf(one).flatMap(({ quotes }) => quotes), {
        frames,
        tokensOf: (window) => tokens.get(window) ?? [],
        lateMsMax: (atMs) => (isSoonAfter(killedMs, atMs) ? DOUBT_MS_MAX : LATE_MS_MAX) * SPEED,
        isDoubtful: (atMs) => troubles.some((sinceMs) => isSoonAfter(sinceMs, atMs)),
        tickMsMax: TICK_MS_MAX * SPEED,
      })
    );
    const dated = seen.flatMap(({ dated }) => dated);
    const wrongDated = wrongDates(dated, frames);
    const count = topicsOf(bot).reduce((sum, { closed }) => sum + closed.length, 0);
    const lost = seen.flatMap(missingOf).length;
    const wrong = truth.flat();
    tell({ done: "windows", count, lost, doubled: 0, wrong: wrong.length });
    for (const { wrong, lateMs, unknown } of judged) {
      const longestMs = Math.max(...lateMs) / SPEED;
      tell({ done: "quotes", count: lateMs.length, wrong: wrong.length, longestMs });
      tell({ done: "quotes that know nothing of an outcome", count: unknown });
    }
    tell({ done: "dated prices", count: dated.length, wrong: wrongDated.length });
    const wrongQuotes = judged.flatMap(({ wrong }) => wrong);
    expect([...wrong, ...wrongQuotes, ...wrongDated].slice(0, 5)).toEqual([]);
    for (const { lateMs, unexplained } of judged) {
      expect(unexplained / lateMs.length).toBeLessThan(UNEXPLAINED_MAX);
    }
    expect(lost).toBe(0);
    expect(bot.connections()).toBeGreaterThan(1);
  },
);

function topicsOf({ topics }: ReturnType<typeof followWindows>): ReadonlyArray<SeenTopic> {
  return [...topics.values()];
}

/** The windows between the first and the last that closed, and did not come in order. */
function missingOf({ closed }: SeenTopic): ReadonlyArray<number> {
  const first = closed[0]?.start ?? 0;
  return closed.flatMap(({ start }, at) => start === first + at * WINDOW_SEC ? [] : [start]);
}

/** What is not as the venue itself has it, once it shows how a window ended. */
async function wrongOf(
  topic: string,
  { closed }: SeenTopic,
  gammaUrl: string,
): Promise<ReadonlyArray<string>> {
  const wrong: Array<string> = [];
  for (const { slug, target, close, outcome, market } of closed) {
    const asked = await fetch(`${gammaUrl}/events/slug/${slug}`);
    const event = await asked.json() as {
      readonly markets: ReadonlyArray<ListedMarket>;
      readonly eventMetadata?: { readonly priceToBeat: number; readonly finalPrice?: number };
    };
    const [own] = event.markets;
    const ids = market?.outcomes.map(({ token_id }) => token_id);
    // Those of the second protocol are listed without the zeros at their end.
    if (own === undefined || market?.condition_id?.startsWith(own.conditionId) !== true) {
      wrong.push(
        `${topic} ${slug}: its condition is ${market?.condition_id}, not ${own?.conditionId}`,
      );
    }
    if (!Bun.deepEquals(tokensOf(own), ids)) {
      wrong.push(`${topic} ${slug}: its tokens`);
    }
    const { priceToBeat, finalPrice } = event.eventMetadata ?? {};
    if (priceToBeat !== undefined && Number(priceToBeat) !== target.price) {
      wrong.push(`${topic} ${slug}: its target is ${target.price}, not ${priceToBeat}`);
    }
    if (finalPrice !== undefined && Number(finalPrice) !== close?.price) {
      wrong.push(`${topic} ${slug}: its close is ${close?.price}, not ${finalPrice}`);
    }
    const isUp = (close?.price ?? NaN) >= (target.price ?? NaN);
    if (outcome !== (isUp ? "up" : "down")) wrong.push(`${topic} ${slug}: its outcome`);
  }
  return wrong;
}

/** A market as the venue's catalog lists it. */
interface ListedMarket {
  readonly conditionId: string;
  /** A list in a text. */
  readonly clobTokenIds?: string | null;
  /** Of the second protocol. */
  readonly positionIds?: ReadonlyArray<string>;
}

function tokensOf(market: ListedMarket | undefined): ReadonlyArray<string> {
  return market?.positionIds ?? JSON.parse(market?.clobTokenIds ?? "[]");
}
