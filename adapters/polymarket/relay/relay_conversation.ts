/**
 * One connection to the venue's relay: authenticates, subscribes, counts frames, and requests lost
 * points again.
 *
 * It has no clock and no network: callers pass the machine's time in milliseconds, and the
 * connection.
 *
 * @module
 */
import { Option } from "effect";
import type { VenueCredentials } from "../../../core/port/venue_account.ts";
import { authText } from "./client_frame.ts";
import type { PointState } from "./point_state.ts";
import { readRelayFrame, type RelayFrame } from "./relay_frame.ts";
import { makeSubscriptions } from "./subscriptions.ts";
import { usablePoints } from "./usable_points.ts";

/**
 * Why a conversation ends its connection: the credentials are refused, we violated a rule, or the
 * next connection may work.
 */
export type Fault = "refused" | "policy" | "trouble";

/** The dependencies of a conversation. */
export interface RelayConversationOptions {
  readonly credentials: VenueCredentials;
  readonly send: (text: string) => void;
  /** Ends the connection. The conversation receives nothing after that. */
  readonly end: (fault: Fault, reason: string) => void;
  readonly pointState: Pick<PointState, "take" | "answered" | "doubtful">;
  /** Called for an unusable frame; the connection is kept. */
  readonly complain: (reason: string) => void;
  /** The service's clock, in unix milliseconds. */
  readonly clockMs: () => number;
}

/** A conversation that has already sent its credentials. */
export interface RelayConversation {
  /** Processes a frame. Returns whether it held new points. */
  readonly receive: (text: string, nowMs: number) => boolean;
  /** Call a few times a second. */
  readonly tend: (nowMs: number) => void;
}

type PointsFrame = Extract<RelayFrame, { kind: "points" }>;
type Answer = Extract<RelayFrame, { kind: "answer" }>;

/** How long the venue may take to answer the credentials. */
const AUTH_MS_MAX = 5_000;

/** Errors that report a violation of the venue's rules. */
const POLICY_CODES: ReadonlySet<string> = new Set(["sub_limit", "rate_limited", "auth_attempts"]);
/**
 * Errors after which a new connection works better than this one, though the venue leaves it open.
 */
const ENDING_CODES: ReadonlySet<string> = new Set([
  "auth_required",
  "auth_expired",
  "auth_unavailable",
]);

/** Starts a conversation on a connection that was opened at this instant. */
export function makeRelayConversation(
  options: RelayConversationOptions,
  openedMs: number,
): RelayConversation {
  const { pointState, send, end, complain, clockMs } = options;
  const nowSec = () => Math.floor(clockMs() / 1000);
  const subscriptions = makeSubscriptions({ send, nowSec });
  let isKnown = false;
  /** The last number of the averages' channel. */
  let lastSeq: number | undefined;
  /** The last error about a subscription that does not exist. */
  let badCode: string | undefined;

  send(authText("a1", options.credentials));

  const heal = (nowMs: number) => {
    if (isKnown) subscriptions.heal(nowMs, pointState.doubtful(nowMs));
  };

  const receivePoints = ({ seq, hasDropped, content, isSnapshot }: PointsFrame, nowMs: number) => {
    if (hasDropped || (lastSeq !== undefined && seq > lastSeq + 1)) subscriptions.lostFrames();
    lastSeq = Math.max(seq, lastSeq ?? seq);
    if (Option.isNone(content)) return complain("its points are unreadable"), false;
    const { asset, points, complaint } = usablePoints(content.value, { seq, nowMs: clockMs() });
    if (complaint !== undefined) complain(complaint);
    if (asset === undefined) return false;
    if (points.length > 0) subscriptions.received(asset, nowMs);
    const isNews = pointState.take(asset, { points, nowMs });
    const askedSec = isSnapshot ? subscriptions.snapshot(asset) : undefined;
    if (askedSec !== undefined) pointState.answered(asset, askedSec);
    return isNews;
  };

  const receiveError = (code: string) => {
    if (code === "auth_invalid") return end("refused", "the relay refused the credentials");
    if (POLICY_CODES.has(code)) return end("policy", `the relay reports a violation: ${code}`);
    if (ENDING_CODES.has(code)) {
      return end("trouble", `the relay no longer serves this connection: ${code}`);
    }
    if (code.startsWith("bad_")) badCode = code;
    complain(`error code ${code}`);
  };

  const receiveAnswer = ({ op, rid, code }: Answer, nowMs: number) => {
    if (op === "subscribed") {
      badCode = undefined;
      subscriptions.acknowledged(rid);
    }
    if (op === "error") receiveError(code);
    if (op !== "authed" || isKnown) return;
    isKnown = true;
    subscriptions.begin(nowMs);
  };

  const judge = (nowMs: number) => {
    const verdict = subscriptions.judge(nowMs);
    if (verdict === undefined) return;
    if (badCode !== undefined) {
      return end("policy", `the relay refused the subscription: ${badCode}`);
    }
    const what = verdict === "no snapshot" ? "sent no snapshot" : "acknowledged no subscription";
    end("trouble", `the relay ${what}`);
  };

  return {
    receive: (text, nowMs) => {
      const frame = readRelayFrame(text);
      if (frame.kind === "answer") receiveAnswer(frame, nowMs);
      if (frame.kind === "unreadable") complain("it is unreadable");
      const isNews = frame.kind === "points" && receivePoints(frame, nowMs);
      heal(nowMs);
      return isNews;
    },
    tend: (nowMs) => {
      if (!isKnown && nowMs - openedMs >= AUTH_MS_MAX) {
        return end("trouble", "the relay did not answer the credentials");
      }
      judge(nowMs);
      heal(nowMs);
    },
  };
}
