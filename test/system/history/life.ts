/** One life of a process: ports and jobs over the ground, until it ends. @module */
import { type Context, Effect, type Fiber, Layer, References, type Scope } from "effect";
import { MemoryReplica } from "../../memory/fleet_replica.ts";
import type { Enter } from "../../stage/virtual_time.ts";
import type { Caller, Ground } from "./ground.ts";

/** A life that is begun. */
export interface LifeOptions {
  /** That of this life alone. */
  readonly name: string;
  /** Called as it ends. */
  readonly ended: () => void;
}

/** What a process is made of. */
export interface LifeParts<Ports> {
  readonly service: Layer.Layer<Ports>;
  /** Never end by themselves. */
  readonly jobs: Effect.Effect<unknown, unknown, Ports | Scope.Scope>;
}

/** A life. */
export class Life<Ports> {
  readonly name: string;
  readonly fleet: MemoryReplica;
  readonly #ground: Ground;
  readonly #ended: LifeOptions["ended"];
  readonly #onEnd: Array<() => void> = [];
  #context: Context.Context<Ports> | undefined;
  #callsLeft = Infinity;

  /** Starts it at once. */
  constructor(
    ground: Ground,
    { name, ended }: LifeOptions,
    make: (parts: { readonly fleet: MemoryReplica; readonly caller: Caller }) => LifeParts<Ports>,
  ) {
    [this.#ground, this.#ended, this.name] = [ground, ended, name];
    this.fleet = new MemoryReplica(ground.fleet, name);
    const caller = { name, enter: this.enter, departs: () => this.#departs() };
    const { service, jobs } = make({ fleet: this.fleet, caller });
    const work = Effect.gen({ self: this }, function* () {
      const context = yield* Layer.build(service);
      this.#context = context;
      return yield* Effect.provideContext(jobs, context);
    });
    ground.time.fork(
      Effect.provideService(Effect.scoped(work), References.MinimumLogLevel, "None"),
      this.enter,
    );
  }

  /** Whether it answers now. */
  get isRunning(): boolean {
    return this.fleet.gate.isRunning && this.#context !== undefined;
  }

  get isGone(): boolean {
    return this.fleet.gate.isGone;
  }

  /** Runs something in it: when it runs again, if it hangs. */
  run<A, E>(
    effect: Effect.Effect<A, E, Ports>,
    begun: (fiber: Fiber.Fiber<A, E>) => void = () => {},
  ): void {
    this.enter(() => {
      const context = this.#context;
      if (context === undefined) return;
      begun(this.#ground.time.fork(Effect.provideContext(effect, context), this.enter));
    });
  }

  /** Does this a little after it has ended. */
  onEnd(work: () => void): void {
    this.#onEnd.push(work);
  }

  /** It ends at its call with this number, from 1 on. */
  endAtCall(number: number): void {
    this.#callsLeft = number;
  }

  /** Ends it, as SIGKILL does; or `quietly`, as SIGTERM does. */
  end(isQuiet = false): void {
    if (this.isGone) return;
    if (isQuiet) this.fleet.close();
    else this.fleet.kill();
    this.#ground.traffic.deaths.push({ replica: this.name, atMs: this.#ground.machineMs });
    this.#ended();
    for (const work of this.#onEnd.splice(0)) this.#ground.after(1, work);
  }

  readonly enter: Enter = (work) => this.fleet.gate.enter(work);

  #departs(): boolean {
    if (--this.#callsLeft > 0) return !this.isGone;
    this.end();
    return this.#ground.chance.is(0.5);
  }
}
