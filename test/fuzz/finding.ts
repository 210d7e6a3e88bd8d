/**
 * What a fuzzing run found, and what it counted.
 *
 * @module
 */

/** Something that should not be, and how to make it again. */
export interface Finding {
  readonly what: string;
  /** The bytes that were sent, or a sentence about them. */
  readonly sent: string;
}

/** Counts of a part of a run. */
export interface PartCount {
  readonly part: string;
  readonly sent: number;
  /** Answers by status, or by another name. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly slowestMs: number;
}

/** Counts and findings of a part while it runs. */
export class PartLog {
  readonly part: string;
  readonly findings: Array<Finding> = [];
  readonly #outcomes = new Map<string, number>();
  #sent = 0;
  #slowestMs = 0;

  /** One per part. */
  constructor(part: string) {
    this.part = part;
  }

  /** Counts something that was sent, by how it ended. */
  count(outcome: string, tookMs = 0): void {
    this.#sent += 1;
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
    this.#slowestMs = Math.max(this.#slowestMs, tookMs);
  }

  /** Adds a finding. */
  find(what: string, sent: Uint8Array | string): void {
    const text = typeof sent === "string" ? sent : Buffer.from(sent).toString("latin1");
    this.findings.push({ what, sent: JSON.stringify(text.slice(0, 1_500)) });
  }

  /** The counts so far. */
  counts(): PartCount {
    return {
      part: this.part,
      sent: this.#sent,
      outcomes: this.#outcomes,
      slowestMs: this.#slowestMs,
    };
  }
}
