/**
 * The service's own state, as answers carry it.
 *
 * @module
 */
import { t } from "elysia";
import { RECORDING_STATES } from "../../../core/port/recording.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { whole } from "../wire/number.ts";
import { words } from "../wire/text.ts";

/** Whether the service can answer. */
export const Health = t.Object({
  ok: t.Boolean(),
  service: t.String(),
  now: IsoWire,
}, {
  $id: "Health",
  description: "The service can answer",
  examples: [{ ok: true, service: "strikeline", now: "2026-01-01T00:00:00.000Z" }],
});

const SocketStatus = t.Object({
  open: whole({ description: "How many are open" }),
  wanted: whole({ description: "How many this process keeps open; 0 where another one does" }),
}, {
  $id: "SocketStatus",
  description: "The sockets of a provider that takes one for each wallet that trades",
});

/** How a provider is doing. */
export const ProviderStatus = t.Object({
  name: t.String(),
  state: words(["healthy", "degraded", "down", "off", "unknown"], {
    description: "`off`: not set up. `degraded`: some calls fail. `unknown`: no call yet",
  }),
  last_success_at: nullable(IsoWire),
  age_s: nullable(t.Number({ description: "Seconds since the last success" })),
  error_rate: nullable(t.Number({ description: "Share of recent calls that failed, 0 to 1" })),
  sockets: t.Optional(SocketStatus),
}, { $id: "ProviderStatus" });

/** What the venue still takes of one kind. */
export const EntryStatus = t.Object({
  lowest_remaining: whole({
    description: "How many the signer with the fewest may send at once, as far as is known; " +
      "cancellations may be owed",
  }),
  resting: whole({ description: "Signers that wait for the venue before they send more" }),
  rest_s: t.Number({ description: "Seconds until the last of them goes on, 0 if none rests" }),
}, { $id: "EntryStatus" });

const TierStatus = t.Object({
  tier: nullable(t.String({
    description: "As the venue calls it; null before its first answer with one",
  })),
  signers: whole({ description: "Wallets that have sent something, by their signers" }),
  orders: EntryStatus,
  cancels: EntryStatus,
}, { $id: "TierStatus" });

const TargetStatus = t.Object({
  provisional: whole({ description: "Targets that the venue's metadata may still correct" }),
  corrected: whole({ description: "Targets whose price was corrected" }),
  disputed: whole({ description: "Contradictions between the sources of one target" }),
}, { $id: "TargetStatus", description: "Counted by this process since it began" });

const FleetStatus = t.Object({
  state: words(["off", "shared", "alone"], {
    description: "`off`: without `DATABASE_URL` and `REDIS_URL` each process asks providers by " +
      "itself. `shared`: replicas share sockets and answers. `alone`: it would share, and cannot " +
      "reach Redis now",
  }),
  holds: t.Array(t.String(), {
    description: "Work that this process does for all replicas; the others do the rest",
  }),
}, { $id: "FleetStatus" });

/** How far the recording of what providers send is. */
export const RecordingStatus = t.Object({
  state: words(RECORDING_STATES, {
    description: "`standing_by`: another replica records",
  }),
  bytes: whole({ description: "The size of its folder, with older days" }),
  kept: whole({ description: "What this process received and kept" }),
  dropped: whole({ description: "What it received and could not keep" }),
  last_received_at: nullable(IsoWire),
  failure: nullable(t.String({ description: "Why the last could not be kept, until one can" })),
}, { $id: "RecordingStatus" });

/** How the providers and the background jobs are doing. */
export const Status = t.Object({
  providers: t.Array(ProviderStatus),
  jobs: t.Array(t.Object({ name: t.String(), last_run_at: IsoWire, ok: t.Boolean() })),
  limits: t.Object({ store: words(["redis", "memory"]) }),
  fleet: FleetStatus,
  targets: TargetStatus,
  recording: nullable(RecordingStatus),
  venue_limits: t.Array(TierStatus, {
    description: "What the primary venue takes from each signer, by tier: from its answers to " +
      "this process. Orders and cancellations wait for it up to 1 s, and are 503 beyond that",
  }),
}, {
  $id: "Status",
  description: "The status",
  examples: [{
    providers: [{
      name: "oracle",
      state: "healthy",
      last_success_at: "2026-01-01T00:00:01.500Z",
      age_s: 3.5,
      error_rate: 0,
    }, {
      name: "venue user stream",
      state: "healthy",
      last_success_at: "2026-01-01T00:00:02.250Z",
      age_s: 2.75,
      error_rate: 0,
      sockets: { open: 2, wanted: 2 },
    }],
    jobs: [{ name: "record_openings", last_run_at: "2026-01-01T00:00:00.000Z", ok: true }],
    limits: { store: "memory" },
    fleet: { state: "shared", holds: ["oracle sockets"] },
    targets: { provisional: 3, corrected: 0, disputed: 0 },
    recording: {
      state: "recording",
      bytes: 1_204_567,
      kept: 52_310,
      dropped: 0,
      last_received_at: "2026-01-01T00:00:02.900Z",
      failure: "no space left on device",
    },
    venue_limits: [{
      tier: "standard",
      signers: 2,
      orders: { lowest_remaining: 41, resting: 0, rest_s: 0 },
      cancels: { lowest_remaining: -33, resting: 1, rest_s: 0.425 },
    }],
  }],
});

/** The counters, as text. */
export const Metrics = t.String({
  contentMediaType: "text/plain",
  description: "The counters",
  examples: ['strikeline_http_requests_total{method="GET",route="/health",status="200"} 7\n'],
});
