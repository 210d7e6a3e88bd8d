/**
 * Leases in Redis: each is held by one replica, which loses it if it does not renew it in time.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { FleetState, Leases } from "../../core/port/mod.ts";
import type { RedisConnection } from "./connection.ts";

/** The connection, and how leases are named. */
export interface RedisLeasesOptions {
  readonly connection: Pick<RedisConnection, "send">;
  /** Names this process in its fleet. */
  readonly holder: string;
  readonly keyOf: (lease: string) => string;
  /** Default: the machine's. */
  readonly time?: LeaseTime;
}

/** The time on which leases run. */
export interface LeaseTime {
  /** Milliseconds from an arbitrary origin. */
  readonly nowMs: () => number;
  /** Calls `work` again and again. Returns a function that ends it. */
  readonly every: (ms: number, work: () => void) => () => void;
}

const MACHINE_TIME: LeaseTime = {
  nowMs: () => performance.now(),
  every: (ms, work) => {
    const timer = setInterval(work, ms);
    return () => clearInterval(timer);
  },
};

/** The port, and its end. */
export interface RedisLeases {
  readonly leases: Leases["Service"];
  /** Ends the work under a lease that Redis does not grant any more, before the next renewal. */
  readonly lose: (lease: string) => void;
  /** Gives up every lease at once, so that no replica need wait for its end. */
  readonly close: () => Promise<void>;
}

/** A holder that hangs for longer is replaced. */
export const LEASE_MS = 3_000;
/** How often leases are renewed, and free ones are taken. */
export const RENEW_EVERY_MS = 500;

/** Takes the free ones of these leases, renews our own, and returns 1 or 0 for each. */
const RENEW = `
  local held = {}
  for i, key in ipairs(KEYS) do
    local holder = redis.call('GET', key)
    if not holder or holder == ARGV[1] then
      redis.call('SET', key, ARGV[1], 'PX', ARGV[2])
      held[i] = 1
    else
      held[i] = 0
    end
  end
  return held`;

/** Gives up our own ones of these leases. */
const RELEASE = `
  for _, key in ipairs(KEYS) do
    if redis.call('GET', key) == ARGV[1] then redis.call('DEL', key) end
  end`;

/** A lease that this process wants. Milliseconds of machine time from an arbitrary origin. */
interface WantedLease {
  readonly untilMs: number;
  /** Held when Redis went away: kept until Redis answers, so that its work goes on meanwhile. */
  readonly isKept: boolean;
}

const FREE: WantedLease = { untilMs: -Infinity, isKept: false };

/** Starts to renew. */
export function makeRedisLeases(
  { connection, holder, keyOf, time: { nowMs, every } = MACHINE_TIME }: RedisLeasesOptions,
): RedisLeases {
  const wanted = new Map<string, WantedLease>();
  /** Called whenever a lease may have been taken or lost. */
  const watchers = new Set<() => void>();
  let contactMs = nowMs();
  let isAlone = false;
  let isRenewing = false;
  /** Whether a lease was wanted meanwhile, which need not wait for the next renewal. */
  let isAskedAgain = false;

  const isOurs = ({ untilMs, isKept }: WantedLease) => isKept || nowMs() < untilMs;
  const holds = (name: string) => isAlone || isOurs(wanted.get(name) ?? FREE);

  const run = (script: string, names: ReadonlyArray<string>, parameters: ReadonlyArray<string>) =>
    connection.send("EVAL", [
      script,
      String(names.length),
      ...names.map(keyOf),
      holder,
      ...parameters,
    ]);

  async function renew(): Promise<void> {
    const [askedMs, names] = [nowMs(), [...wanted.keys()]];
    try {
      const held = await run(RENEW, names, [String(LEASE_MS)]);
      [contactMs, isAlone] = [nowMs(), false];
      for (const [index, name] of names.entries()) {
        if (!wanted.has(name)) continue;
        // Counted from before the question: here it ends no later than in Redis.
        const isHeld = Array.isArray(held) && held[index] === 1;
        wanted.set(name, isHeld ? { untilMs: askedMs + LEASE_MS, isKept: false } : FREE);
      }
    } catch {
      for (const [name, lease] of wanted) wanted.set(name, { ...lease, isKept: isOurs(lease) });
      // The others hold their leases until the end, and know no sooner that we are gone.
      isAlone = nowMs() - contactMs > LEASE_MS;
    }
  }

  function tick(): void {
    // Also without an answer: a lease ends by itself.
    for (const watch of [...watchers]) watch();
    if (isRenewing) return;
    isRenewing = true;
    void renew().finally(() => {
      isRenewing = false;
      for (const watch of [...watchers]) watch();
      if (!isAskedAgain) return;
      isAskedAgain = false;
      tick();
    });
  }

  const stop = every(RENEW_EVERY_MS, tick);
  tick();

  /** Ends when the lease is held, or with `isHeld: false` when it is not. */
  const until = (name: string, { isHeld }: { readonly isHeld: boolean }) =>
    Effect.callback<void>((resume) => {
      const watch = () => {
        if (holds(name) !== isHeld) return;
        watchers.delete(watch);
        resume(Effect.void);
      };
      watchers.add(watch);
      watch();
      return Effect.sync(() => void watchers.delete(watch));
    });

  const give = (names: ReadonlyArray<string>) => run(RELEASE, names, []).catch(() => {});

  const whileHeld = <A, R>(name: string, work: Effect.Effect<A, never, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        wanted.set(name, FREE);
        isAskedAgain = isRenewing;
        tick();
      }),
      () =>
        Effect.andThen(
          until(name, { isHeld: true }),
          Effect.raceFirst(
            Effect.asSome(work),
            Effect.as(until(name, { isHeld: false }), Option.none()),
          ),
        ).pipe(Effect.repeat({ until: Option.isSome }), Effect.map(Option.getOrThrow)),
      () =>
        Effect.sync(() => {
          wanted.delete(name);
          void give([name]);
        }),
    );

  return {
    leases: {
      state: (): FleetState => isAlone ? "alone" : "shared",
      held: () => [...wanted.keys()].filter(holds),
      holds,
      whileHeld,
    },
    lose: (name) => {
      if (!wanted.has(name)) return;
      wanted.set(name, FREE);
      isAlone = false;
      for (const watch of [...watchers]) watch();
    },
    close: async () => {
      stop();
      await give([...wanted.keys()]);
    },
  };
}
