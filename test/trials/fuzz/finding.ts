/** What a part of a fuzzing run sent, and what it found. @module */

/** Where a part of a run sends, how much, and which. */
export interface FuzzPart {
  readonly url: URL;
  readonly seed: number;
  readonly count: number;
  readonly apiKey: string;
  /** Ends the part when so much was found. */
  readonly findingsMax: number;
}

/** Counts and findings of a part. */
export class PartLog {
  readonly done: string;
  /** What should not be, and the bytes that make it again. */
  readonly findings: Array<string> = [];
  /** Answers by status, or by another name. */
  readonly outcomes = new Map<string, number>();
  sent = 0;
  slowestMs = 0;

  /** One a part; `done` says what is counted, in the plural. */
  constructor(done: string) {
    this.done = done;
  }

  /** Counts something that was sent, by how it ended. */
  count(outcome: string, tookMs = 0): void {
    this.sent += 1;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    this.slowestMs = Math.max(this.slowestMs, tookMs);
  }

  /** Adds a finding. */
  find(what: string, sent: Uint8Array | string): void {
    const text = typeof sent === "string" ? sent : Buffer.from(sent).toString("latin1");
    this.findings.push(`${what}; sent ${JSON.stringify(text.slice(0, 1_500))}`);
  }
}
