/**
 * What the service answers about the service itself.
 *
 * Made by `bun run client-types` from the service's document: do not edit.
 *
 * @module
 */

export interface Health {
  readonly ok: boolean;
  readonly service: string;
  readonly now: string;
}

export interface Status {
  readonly providers: ReadonlyArray<ProviderStatus>;
  readonly jobs: ReadonlyArray<{
    readonly name: string;
    readonly last_run_at: string;
    readonly ok: boolean;
  }>;
  readonly limits: {
    readonly store: "redis" | "memory";
  };
  readonly fleet: FleetStatus;
  readonly targets: TargetStatus;
  readonly recording: RecordingStatus | null;
  /**
   * What the primary venue takes from each signer, by tier: from its answers to this
   * process. Orders and cancellations wait for it up to 1 s, and are 503 beyond that
   */
  readonly venue_limits: ReadonlyArray<TierStatus>;
}

export interface ProviderStatus {
  readonly name: string;
  /** `off`: not set up. `degraded`: some calls fail. `unknown`: no call yet */
  readonly state: "healthy" | "degraded" | "down" | "off" | "unknown";
  readonly last_success_at: string | null;
  /** Seconds since the last success */
  readonly age_s: number | null;
  /** Share of recent calls that failed, 0 to 1 */
  readonly error_rate: number | null;
  readonly sockets?: SocketStatus;
}

/** The sockets of a provider that takes one for each wallet that trades */
export interface SocketStatus {
  /** How many are open */
  readonly open: number;
  /** How many this process keeps open; 0 where another one does */
  readonly wanted: number;
}

export interface FleetStatus {
  /**
   * `off`: without `DATABASE_URL` and `REDIS_URL` each process asks providers by itself.
   * `shared`: replicas share sockets and answers. `alone`: it would share, and cannot
   * reach Redis now
   */
  readonly state: "off" | "shared" | "alone";
  /** Work that this process does for all replicas; the others do the rest */
  readonly holds: ReadonlyArray<string>;
}

/** Counted by this process since it began */
export interface TargetStatus {
  /** Targets that the venue's metadata may still correct */
  readonly provisional: number;
  /** Targets whose price was corrected */
  readonly corrected: number;
  /** Contradictions between the sources of one target */
  readonly disputed: number;
}

export interface RecordingStatus {
  /** `standing_by`: another replica records */
  readonly state: "recording" | "standing_by";
  /** The size of its folder, with older days */
  readonly bytes: number;
  /** What this process received and kept */
  readonly kept: number;
  /** What it received and could not keep */
  readonly dropped: number;
  readonly last_received_at: string | null;
  /** Why the last could not be kept, until one can */
  readonly failure: string | null;
}

export interface TierStatus {
  /** As the venue calls it; null before its first answer with one */
  readonly tier: string | null;
  /** Wallets that have sent something, by their signers */
  readonly signers: number;
  readonly orders: EntryStatus;
  readonly cancels: EntryStatus;
}

export interface EntryStatus {
  /**
   * How many the signer with the fewest may send at once, as far as is known;
   * cancellations may be owed
   */
  readonly lowest_remaining: number;
  /** Signers that wait for the venue before they send more */
  readonly resting: number;
  /** Seconds until the last of them goes on, 0 if none rests */
  readonly rest_s: number;
}

/** The requests about the service itself: what each takes, and its answer. */
export interface ServiceOperations {
  /** Whether the service can answer */
  readonly "GET /health": {
    readonly input: Readonly<Record<never, never>>;
    readonly answer: Health;
  };
  /** How the providers and the background jobs are doing */
  readonly "GET status": {
    readonly input: Readonly<Record<never, never>>;
    readonly answer: Status;
  };
}
