/**
 * The calls to providers that the replicas of a fleet make together, counted and answered in Redis.
 *
 * @module
 */
import { Effect, Exit, Option, Result } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import {
  CallProgress,
  type CallStep,
  type FleetCallsService,
  type HttpAnswer,
  type SharedQuestion,
  sleepMachineTime,
} from "../outbound/mod.ts";
import { type CallEnd, readCallEnd, writeCallEnd } from "./call_end_text.ts";
import type { RedisConnection } from "./connection.ts";

/** The connection, and how keys are named. */
export interface RedisFleetCallsOptions {
  readonly connection: Pick<RedisConnection, "send">;
  readonly keyOf: (name: string) => string;
  /** Whether Redis is known to be away: then it is not asked. */
  readonly isAlone: () => boolean;
  /** How many times faster the service's clock runs than the machine's. */
  readonly speed: number;
  /** Default: by the machine's clock. */
  readonly sleep?: typeof sleepMachineTime;
}

/** A replica that dies while it asks holds up the others for so long. */
const QUESTION_LEASE_MS = 3_000;
const RENEW_EVERY_MS = 1_000;
/** A slow call may take so much longer; after that the others ask themselves. */
const RENEWALS_MAX = 3;
/** And so much longer while it stands in a queue, where the others would stand behind it. */
const QUEUED_RENEWALS_MAX = 30;
/**
 * The replicas that others wait for, one after the other: so many without a way to the provider,
 * or hanging, and all ask at once.
 */
const ASKERS_MAX = 2;
/** Those who waited for an answer take it for so long after it has ceased to be news. */
const WAITERS_MS = 3_000;
/**
 * Who waits looks for the answer after so long, and then after twice as long each time: most calls
 * take less than 100 ms, and those that take seconds are not looked for 50 times a second. A read
 * that blocks would hold up every other command of its connection, so it would need one of its own.
 */
const LOOK_AFTER_MS = 20;
const LOOK_AFTER_MS_MAX = 160;
/** A larger answer is not shared: the others ask themselves, one after the other. */
const ANSWER_CHARS_MAX = 1_000_000;
const MINUTE_KEPT_MS = 120_000;

/**
 * Slots are reserved so far ahead: calls that would wait longer have a deadline before it, and a
 * replica that dies leaves no more unused.
 */
const RESERVED_MS = 10_000;

/**
 * Reserves the next slot of at most `ARGV[1]` within any `ARGV[2]` microseconds, and returns the
 * milliseconds until it starts: one trip a call, and first come, first served. Further away than
 * `ARGV[4]` none is reserved: then it returns the time, negative, after which to ask again, when
 * half of that is used. A slot still further away is of a server with another clock.
 */
const TAKE_SLOT = `
  local time = redis.call('TIME')
  local now = time[1] * 1000000 + time[2]
  local calls, per, ahead = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[4])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - per)
  redis.call('ZREMRANGEBYSCORE', KEYS[1], now + ahead + 1, '+inf')
  local count = redis.call('ZCARD', KEYS[1])
  local start = now
  if count > 0 then
    start = math.max(start, redis.call('ZRANGE', KEYS[1], -1, -1, 'WITHSCORES')[2])
  end
  if count >= calls then
    local first = redis.call('ZRANGE', KEYS[1], count - calls, count - calls, 'WITHSCORES')
    start = math.max(start, first[2] + per)
  end
  local wait = start - now
  if wait > ahead then return -math.ceil((wait - ahead / 2) / 1000) end
  redis.call('ZADD', KEYS[1], start, ARGV[3])
  redis.call('PEXPIRE', KEYS[1], math.ceil((wait + per) / 1000) + 1000)
  return math.ceil(wait / 1000)`;

/** Gives a slot back. Later ones stay where they are: if there is none, the next call takes it. */
const GIVE_BACK = `return redis.call('ZREM', KEYS[1], ARGV[1])`;

/** Adds weight if it fits, and returns 1; else 0. */
const ADD_WEIGHT = `
  local used = tonumber(redis.call('GET', KEYS[1]) or '0')
  if used + ARGV[1] > tonumber(ARGV[2]) then return 0 end
  redis.call('INCRBYFLOAT', KEYS[1], ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  return 1`;

/**
 * Returns the answer, or 1 if the question is ours to ask, or in a list who asks it. Who has
 * waited, `ARGV[3]`, takes any answer: that of a former question is gone since this one was asked.
 */
const CLAIM = `
  local answer = redis.call('GET', KEYS[1])
  local isNews = answer and redis.call('PTTL', KEYS[1]) > tonumber(ARGV[4])
  if answer and (ARGV[3] == '1' or isNews) then return answer end
  if not redis.call('SET', KEYS[2], ARGV[1], 'NX', 'PX', ARGV[2]) then
    return { redis.call('GET', KEYS[2]) }
  end
  redis.call('DEL', KEYS[1])
  return 1`;

/** Keeps the question ours for as long as it is being asked. */
const RENEW = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end`;

/** Shares an answer, if there is one to share, and lets the others ask again. */
const ANSWER = `
  if ARGV[2] ~= '' then redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
  if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[2]) end`;

/** Makes the calls of one replica. Where Redis does not answer, it keeps its own limits. */
export function makeRedisFleetCalls(
  { connection, keyOf, isAlone, speed, sleep = sleepMachineTime }: RedisFleetCallsOptions,
): FleetCallsService {
  /** Returns Redis' answer; undefined without one. */
  const send = (
    script: string,
    keys: ReadonlyArray<string>,
    parameters: ReadonlyArray<string | number>,
  ): Promise<unknown> => {
    if (isAlone()) return Promise.resolve(undefined);
    const all = [script, String(keys.length), ...keys, ...parameters.map(String)];
    return connection.send("EVAL", all).catch(() => undefined);
  };
  const run = (...script: Parameters<typeof send>) => Effect.promise(() => send(...script));

  const takeSlot: FleetCallsService["takeSlot"] = ({ name, calls, perMs }) => {
    const keys = [keyOf(`pace:${name}`)];
    const perMicros = Math.round(perMs * 1000 / speed);
    const slot = crypto.randomUUID();
    const parameters = [Math.floor(calls), perMicros, slot, RESERVED_MS * 1000];
    const take: Effect.Effect<void> = Effect.gen(function* () {
      const waitMs = yield* run(TAKE_SLOT, keys, parameters);
      if (typeof waitMs !== "number" || waitMs === 0) return;
      yield* sleep(Math.abs(waitMs));
      if (waitMs < 0) yield* take;
    });
    return Effect.onInterrupt(take, () => Effect.sync(() => void send(GIVE_BACK, keys, [slot])));
  };

  const addWeight: FleetCallsService["addWeight"] = ({ name, minute, weight, weightMax }) => {
    const key = keyOf(`weight:${name}:${minute}`);
    const added = run(ADD_WEIGHT, [key], [weight, weightMax, MINUTE_KEPT_MS]);
    return Effect.map(added, (isAdded) => isAdded !== 0);
  };

  const share: FleetCallsService["share"] = Effect.fnUntraced(function* (question, ask) {
    const name = new Bun.CryptoHasher("sha256").update(question.name).digest("base64url");
    const keys = [keyOf(`answer:${name}`), keyOf(`question:${name}`)];
    const asker = crypto.randomUUID();
    const askers = new Set<unknown>();
    for (let lookMs = LOOK_AFTER_MS;; lookMs = Math.min(2 * lookMs, LOOK_AFTER_MS_MAX)) {
      const parameters = [asker, QUESTION_LEASE_MS, askers.size > 0 ? 1 : 0, WAITERS_MS];
      const claimed = yield* run(CLAIM, keys, parameters);
      const answered = typeof claimed === "string" ? readCallEnd(claimed) : Option.none();
      if (Option.isSome(answered)) return yield* Effect.fromResult(answered.value);
      if (!Array.isArray(claimed) || askers.add(claimed[0]).size > ASKERS_MAX) break;
      yield* sleep(lookMs);
    }
    return yield* answer({ ask, keys, asker, lifeMs: question.lifeMs });
  });

  /**
   * Asks, and publishes how it ended, even if nobody here waits for it any more. Whoever waits here
   * does not wait for that. Once an attempt is lost, another replica may ask.
   */
  const answer = (
    { ask, keys, asker, lifeMs }: {
      readonly ask: Effect.Effect<HttpAnswer, ProviderFailed>;
      readonly keys: ReadonlyArray<string>;
      readonly asker: string;
      readonly lifeMs: SharedQuestion["lifeMs"];
    },
  ) => {
    let step: CallStep = "sent";
    const told = Effect.provideService(ask, CallProgress, (next) => {
      step = next;
      if (step === "lost") void send(ANSWER, keys, [asker, "", 1]);
    });
    const lease = renewing({ keys, asker, stepOf: () => step });
    return Effect.onExit(Effect.raceFirst(Effect.result(told), lease), (exit) => {
      const isShared = Exit.isSuccess(exit) && isOfProvider(exit.value, step);
      const text = isShared ? writeCallEnd(exit.value) : "";
      const shared = text.length <= ANSWER_CHARS_MAX ? text : "";
      const answered = Exit.isSuccess(exit) ? Result.getOrUndefined(exit.value) : undefined;
      const keptMs = lifeMs(answered) + WAITERS_MS;
      return Effect.sync(() => void send(ANSWER, keys, [asker, shared, keptMs]));
    }).pipe(Effect.flatMap(Effect.fromResult));
  };

  const renewing = Effect.fnUntraced(function* (
    { keys, asker, stepOf }: {
      readonly keys: ReadonlyArray<string>;
      readonly asker: string;
      readonly stepOf: () => CallStep;
    },
  ) {
    const times = { queued: 0, sent: 0 };
    while (times.queued < QUEUED_RENEWALS_MAX && times.sent < RENEWALS_MAX) {
      yield* sleep(RENEW_EVERY_MS);
      yield* run(RENEW, keys.slice(1), [asker, QUESTION_LEASE_MS]);
      times[stepOf() === "queued" ? "queued" : "sent"] += 1;
    }
    return yield* Effect.never;
  });

  return { takeSlot, addWeight, share };
}

/** Whether a call would end in the same way for every replica. Failing statuses are answers too. */
function isOfProvider(end: CallEnd, step: CallStep): boolean {
  if (Result.isSuccess(end)) return true;
  const { reason } = end.failure;
  return reason === "unreachable" ? step === "answered" : reason !== "timeout";
}
