/**
 * One connection to the venue's relay: says who we are, subscribes, counts its frames, and has
 * what was lost sent again.
 *
 * It has no clock and no network: whoever has them tells the machine's time, in milliseconds, and
 * lends the connection.
 *
 * @module
 */
import { Option } from "effect";
import type { VenueCredentials } from "../../../core/port/mod.ts";
import { authText } from "./client_frame.ts";
import type { PointDesk } from "./point_desk.ts";
import { readRelayFrame, type RelayFrame } from "./relay_frame.ts";
import { makeSubscriptions } from "./subscriptions.ts";
import { usablePoints } from "./usable_points.ts";

/**
 * Why a session gives its connection up: the venue does not know us, it forbids what we do, or
 * something that may be different on the next connection.
 */
export type Fault = "refused" | "policy" | "trouble";

/** What a session works with. */
export interface RelaySessionOptions {
  readonly credentials: VenueCredentials;
  readonly send: (text: string) => void;
  /** Ends the connection. Nothing is told to the session after that. */
  readonly end: (fault: Fault, reason: string) => void;
  readonly desk: Pick<PointDesk, "take" | "answered" | "doubtful">;
  /** A frame cannot be used, which is no reason to give the connection up. */
  readonly complain: (reason: string) => void;
  /** The service's clock, in unix milliseconds. */
  readonly clockMs: () => number;
}

/** A session, which has sent its credentials already. */
export interface RelaySession {
  /** Takes a frame. Says whether it brought news. */
  readonly hear: (text: string, nowMs: number) => boolean;
  /** To be called a few times a second. */
  readonly tend: (nowMs: number) => void;
}

type PointsFrame = Extract<RelayFrame, { kind: "points" }>;
type Answer = Extract<RelayFrame, { kind: "answer" }>;

/** How long the venue may take to answer credentials. */
const AUTH_MS_MAX = 5_000;

/** Errors that mean that we broke a rule of the venue. */
const POLICY_CODES: ReadonlySet<string> = new Set(["sub_limit", "rate_limited", "auth_attempts"]);
/**
 * Errors after which a connection that asks for credentials again is worth more than this one,
 * though the venue leaves it open.
 */
const ENDING_CODES: ReadonlySet<string> = new Set([
  "auth_required",
  "auth_expired",
  "auth_unavailable",
]);

/** Begins one on a connection that was opened at this instant. */
export function makeRelaySession(options: RelaySessionOptions, openedMs: number): RelaySession {
  const { desk, send, end, complain, clockMs } = options;
  const nowSec = () => Math.floor(clockMs() / 1000);
  const subscriptions = makeSubscriptions({ send, nowSec });
  let isKnown = false;
  /** The last number of the averages' channel. */
  let lastSeq: number | undefined;
  /** The last error that said that we asked for something that there is not. */
  let badCode: string | undefined;

  send(authText("a1", options.credentials));

  const heal = (nowMs: number) => {
    if (isKnown) subscriptions.heal(nowMs, desk.doubtful(nowMs));
  };

  const hearPoints = ({ seq, hasDropped, told, isSnapshot }: PointsFrame, nowMs: number) => {
    if (hasDropped || (lastSeq !== undefined && seq > lastSeq + 1)) subscriptions.lostFrames();
    lastSeq = Math.max(seq, lastSeq ?? seq);
    if (Option.isNone(told)) return complain("its points cannot be read"), false;
    const { asset, points, complaint } = usablePoints(told.value, { seq, nowMs: clockMs() });
    if (complaint !== undefined) complain(complaint);
    if (asset === undefined) return false;
    if (points.length > 0) subscriptions.heard(asset, nowMs);
    const isNews = desk.take(asset, { points, nowMs });
    const askedSec = isSnapshot ? subscriptions.snapshot(asset) : undefined;
    if (askedSec !== undefined) desk.answered(asset, askedSec);
    return isNews;
  };

  const hearError = (code: string) => {
    if (code === "auth_invalid") return end("refused", "it refused the credentials");
    if (POLICY_CODES.has(code)) return end("policy", `it forbids what we do: ${code}`);
    if (ENDING_CODES.has(code)) return end("trouble", `it serves us no more: ${code}`);
    if (code.startsWith("bad_")) badCode = code;
    complain(`it says ${code}`);
  };

  const hearAnswer = ({ op, rid, code }: Answer, nowMs: number) => {
    if (op === "subscribed") {
      badCode = undefined;
      subscriptions.acknowledged(rid);
    }
    if (op === "error") hearError(code);
    if (op !== "authed" || isKnown) return;
    isKnown = true;
    subscriptions.begin(nowMs);
  };

  const judge = (nowMs: number) => {
    const verdict = subscriptions.judge(nowMs);
    if (verdict === undefined) return;
    if (badCode !== undefined) return end("policy", `it refused our subscription: ${badCode}`);
    const what = verdict === "no snapshot" ? "sent no snapshot" : "acknowledged no subscription";
    end("trouble", `it ${what}`);
  };

  return {
    hear: (text, nowMs) => {
      const frame = readRelayFrame(text);
      if (frame.kind === "answer") hearAnswer(frame, nowMs);
      if (frame.kind === "unreadable") complain("it cannot be read");
      const isNews = frame.kind === "points" && hearPoints(frame, nowMs);
      heal(nowMs);
      return isNews;
    },
    tend: (nowMs) => {
      if (!isKnown && nowMs - openedMs >= AUTH_MS_MAX) {
        return end("trouble", "it did not answer the credentials");
      }
      judge(nowMs);
      heal(nowMs);
    },
  };
}
