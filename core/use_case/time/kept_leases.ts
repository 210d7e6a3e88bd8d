/**
 * Leases that a process keeps by renewing them on a server, which grants each to one of several.
 *
 * @module
 */
import { Effect, Option, Queue, Result, Schedule } from "effect";
import type { LeasesService } from "../../port/leases.ts";
import { MachineTime } from "./machine_time.ts";
import { repeatJob } from "./repeat_job.ts";

/** A server of leases, as one process reaches it. Both calls fail without an answer. */
export interface LeaseServer {
  /** Takes those that are free, and renews our own. Returns of each whether it is ours. */
  readonly take: (
    names: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<boolean>, unknown>;
  /** Gives up our own ones of these leases. */
  readonly release: (names: ReadonlyArray<string>) => Effect.Effect<unknown, unknown>;
  /** A holder that hangs for longer is replaced. */
  readonly leaseMs: number;
  /** How often leases are renewed, and free ones are taken. */
  readonly renewEveryMs: number;
  /** Whether this process does all the work while the server is away, or none of it. */
  readonly worksAlone: boolean;
}

/** A lease that this process wants. Milliseconds of machine time. */
interface WantedLease {
  readonly untilMs: number;
  /** Held when the server went away: kept until it answers, so that its work goes on meanwhile. */
  readonly isKept: boolean;
}

const free = (): WantedLease => ({ untilMs: -Infinity, isKept: false });

/**
 * Renews what it holds for the life of the scope, and gives up everything then. `lose` ends the
 * work under a lease that the server does not grant any more, before the next renewal.
 */
export const keepLeases = Effect.fnUntraced(function* (
  { take, release, leaseMs, renewEveryMs, worksAlone }: LeaseServer,
) {
  const runSync = Effect.runSyncWith(yield* Effect.context<never>());
  const machine = yield* MachineTime;
  const nowMs = () => runSync(machine.nowMs);
  const wanted = new Map<string, WantedLease>();
  const everWanted = new Set<string>();
  /** Called whenever a lease may have been taken or lost. */
  const watchers = new Set<() => void>();
  /** A lease that was wanted just now need not wait for the next renewal. */
  const asked = yield* Queue.sliding<void>(1);
  let contactMs = nowMs();
  let isAlone = false;

  const isOurs = ({ untilMs, isKept }: WantedLease) => isKept || nowMs() < untilMs;
  const holds = (name: string) => isAlone || isOurs(wanted.get(name) ?? free());
  const look = () => {
    for (const watch of [...watchers]) watch();
  };

  const renew = Effect.gen(function* () {
    const [askedMs, claimed] = [nowMs(), [...wanted]];
    const taken = yield* Effect.result(take(claimed.map(([name]) => name)));
    // What has ended meanwhile is lost, whatever the answer is.
    look();
    if (Result.isSuccess(taken)) {
      [contactMs, isAlone] = [nowMs(), false];
      for (const [index, [name, lease]] of claimed.entries()) {
        if (wanted.get(name) !== lease) continue;
        // Counted from before the question: here it ends no later than on the server.
        const untilMs = askedMs + leaseMs;
        wanted.set(name, taken.success[index] === true ? { untilMs, isKept: false } : free());
      }
    } else if (worksAlone) {
      for (const [name, lease] of wanted) wanted.set(name, { ...lease, isKept: isOurs(lease) });
      // The others hold their leases until the end, and know no sooner that we are gone.
      isAlone = nowMs() - contactMs > leaseMs;
    }
    look();
  });

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

  const whileHeld = <A, R>(name: string, work: Effect.Effect<A, never, R>) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        wanted.set(name, free());
        everWanted.add(name);
        Queue.offerUnsafe(asked, undefined);
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
        Effect.suspend(() => {
          wanted.delete(name);
          return Effect.ignore(release([name]));
        }),
    );

  yield* Effect.addFinalizer(() => Effect.ignore(release([...everWanted])));
  const schedule = Schedule.fixed(renewEveryMs);
  yield* Effect.forkScoped(repeatJob(renew, { schedule, wake: Queue.take(asked) }));
  // Also without an answer: a lease ends by itself.
  yield* Effect.forkScoped(repeatJob(Effect.sync(look), { schedule }));

  const leases: LeasesService = {
    state: () => isAlone ? "alone" : "shared",
    held: () => [...wanted.keys()].filter(holds),
    holds,
    whileHeld,
  };
  const lose = (name: string) => {
    if (!wanted.has(name) || !holds(name)) return;
    wanted.set(name, free());
    isAlone = false;
    look();
  };
  return { leases, lose };
});
