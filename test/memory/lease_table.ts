/** Leases as the server of a fleet keeps them: by name, each with a holder and an end. @module */

/** A lease that somebody holds. */
interface TakenLease {
  readonly holder: string;
  readonly untilMs: number;
}

/** A claim on a lease, at an instant of the server's clock. */
export interface LeaseClaim {
  readonly holder: string;
  readonly nowMs: number;
}

/** Leases end by themselves. Milliseconds of the server's clock. */
export class LeaseTable {
  readonly #taken = new Map<string, TakenLease>();
  readonly #lengthMs: number;

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
  }

  /** Takes a free lease, or renews one's own. Returns whether the holder has it now. */
  take(name: string, { holder, nowMs }: LeaseClaim): boolean {
    const held = this.holderOf(name, nowMs);
    if (held !== undefined && held !== holder) return false;
    this.#taken.set(name, { holder, untilMs: nowMs + this.#lengthMs });
    return true;
  }

  /** Gives up one's own lease. */
  release(name: string, holder: string): void {
    if (this.#taken.get(name)?.holder === holder) this.#taken.delete(name);
  }

  /** Nobody holds anything any more. */
  forget(): void {
    this.#taken.clear();
  }

  holderOf(name: string, nowMs: number): string | undefined {
    const held = this.#taken.get(name);
    return held !== undefined && nowMs < held.untilMs ? held.holder : undefined;
  }

  /** Whether another one has taken the lease since this one held it, even if that has ended. */
  isTakenFrom(name: string, holder: string): boolean {
    const last = this.#taken.get(name);
    return last !== undefined && last.holder !== holder;
  }
}
