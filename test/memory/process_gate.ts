/** A process as the others see it: it runs, hangs, or is gone. @module */

/** Everything that a process does passes its gate: while it hangs, work waits in order. */
export class ProcessGate {
  #state: "runs" | "hangs" | "gone" = "runs";
  #waiting: Array<() => void> = [];

  get isRunning(): boolean {
    return this.#state === "runs";
  }

  get isGone(): boolean {
    return this.#state === "gone";
  }

  /** Does the work now, when the process runs again, or never. */
  enter(work: () => void): void {
    if (this.#state === "runs") work();
    else if (this.#state === "hangs") this.#waiting.push(work);
  }

  /** Stops it, as SIGSTOP does. */
  hang(): void {
    if (this.#state === "runs") this.#state = "hangs";
  }

  /** Lets it run on. */
  wake(): void {
    if (this.#state !== "hangs") return;
    this.#state = "runs";
    // What it does may make it hang again.
    while (this.isRunning) {
      const work = this.#waiting.shift();
      if (work === undefined) return;
      work();
    }
  }

  /** Ends it, as SIGKILL does. */
  kill(): void {
    this.#state = "gone";
    this.#waiting = [];
  }
}
