/**
 * The schemas of the oracle's answers.
 *
 * @module
 */
import { Schema } from "effect";

/** A report over REST. Only `fullReport` is signed; the other fields repeat it. */
export const ReportPayload = Schema.Struct({
  feedID: Schema.String,
  validFromTimestamp: Schema.Int,
  observationsTimestamp: Schema.Int,
  fullReport: Schema.String,
});
/** A report over REST. Only `fullReport` is signed; the other fields repeat it. */
export type ReportPayload = typeof ReportPayload.Type;

/** `GET /api/v1/reports/latest` and `GET /api/v1/reports`. */
export const SingleReport = Schema.Struct({ report: ReportPayload });

/** `GET /api/v1/reports/bulk` and `GET /api/v1/reports/page`. */
export const ReportList = Schema.Struct({ reports: Schema.Array(ReportPayload) });

/** A frame of the stream. It may repeat the timestamps; only `fullReport` is signed. */
const StreamFrame = Schema.Struct({
  report: Schema.Struct({ feedID: Schema.String, fullReport: Schema.String }),
});

/** Parses a frame of the stream; none if it is not one. */
export const decodeFrame = Schema.decodeUnknownOption(Schema.fromJsonString(StreamFrame));

/** `GET /api/v1/discovery`: the fields that select a feed. */
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
