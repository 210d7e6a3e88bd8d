/**
 * What the oracle writes: the shapes of its answers.
 *
 * @module
 */
import { Schema } from "effect";

/** A report as it comes over REST. Only `fullReport` is signed; the rest repeats it. */
export const ReportPayload = Schema.Struct({
  feedID: Schema.String,
  validFromTimestamp: Schema.Int,
  observationsTimestamp: Schema.Int,
  fullReport: Schema.String,
});
/** A report as it comes over REST. Only `fullReport` is signed; the rest repeats it. */
export type ReportPayload = typeof ReportPayload.Type;

/** `GET /api/v1/reports/latest` and `GET /api/v1/reports`. */
export const SingleReport = Schema.Struct({ report: ReportPayload });

/** `GET /api/v1/reports/bulk` and `GET /api/v1/reports/page`. */
export const ReportList = Schema.Struct({ reports: Schema.Array(ReportPayload) });

/** A frame of the stream. It may repeat the timestamps; only `fullReport` is signed. */
const StreamFrame = Schema.Struct({
  report: Schema.Struct({ feedID: Schema.String, fullReport: Schema.String }),
});

/** Reads a frame of the stream; none when it is not one. */
export const decodeFrame = Schema.decodeUnknownOption(Schema.fromJsonString(StreamFrame));

/** `GET /api/v1/discovery`, as far as a feed is chosen by it. */
export const DiscoveredFeeds = Schema.Struct({
  feeds: Schema.Array(Schema.Struct({
    feedId: Schema.String,
    name: Schema.String,
    baseAsset: Schema.String,
    quoteAsset: Schema.String,
    networkType: Schema.String,
    status: Schema.String,
  })),
});
