/**
 * Sends a wallet's signed bytes, and follows them until they are over.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import {
  type ChainSubmission,
  isNowhere,
  isPast,
  nextStep,
  type RoadAnswer,
  type RoadReport,
  type SubmissionEnd,
} from "../../chain/mod.ts";
import type { Wallet } from "../../order/mod.ts";
import { ChainRoad } from "../../port/chain_road.ts";
import { ChainStore } from "../../port/chain_store.ts";
import { MachineTime } from "../time/machine_time.ts";

/** What it refused each time, the road does not know. */
const NOWHERE: RoadReport = {
  state: "unknown",
  tx: Option.none(),
  why: Option.none(),
  nextNonce: Option.none(),
};

/** How bytes stand after one step: over, or to be looked at again after so long. */
export type Followed =
  | { readonly isOver: true }
  | { readonly isOver: false; readonly afterMs: number };

/** How often the road is asked, in machine time: as often as the venue's own client does. */
const LOOK_MS = 2_000;

/** Takes the next step. Not interrupted between storing and sending: see {@linkcode ChainRoad}. */
export const followSubmission = Effect.fn("followSubmission")(function* (
  submission: ChainSubmission,
  wallet: Wallet,
): Effect.fn.Return<Followed, FollowFailure, ChainRoad | ChainStore> {
  const [store, road] = [yield* ChainStore, yield* ChainRoad];
  const { id } = submission;
  const report = isNowhere(submission) ? NOWHERE : yield* road.look(submission, wallet);
  const machineMs = yield* (yield* MachineTime).nowMs;
  const nowMs = yield* Clock.currentTimeMillis;
  if (isPast(submission, report) && Option.isNone(submission.passedMs)) {
    yield* store.noteSubmission({ id, passedMs: Option.some(machineMs) });
  }
  const step = nextStep(submission, { report, machineMs, nowMs });
  if (step.step === "end") {
    // For what they waited is no reason why they ended.
    const why = Option.filter(report.why, () => report.state === "failed");
    return yield* end(submission, { tx: report.tx, why, end: step.end });
  }
  if (step.step === "wait") {
    yield* store.noteSubmission({ id, why: report.why });
    return { isOver: false, afterMs: LOOK_MS };
  }
  return yield* Effect.uninterruptible(sendBytes(submission, { wallet, machineMs }));
});

type FollowFailure =
  | Effect.Error<ReturnType<ChainRoad["Service"]["look"]>>
  | Effect.Error<ReturnType<ChainStore["Service"]["noteSubmission"]>>;

const sendBytes = Effect.fnUntraced(function* (
  submission: ChainSubmission,
  { wallet, machineMs }: { readonly wallet: Wallet; readonly machineMs: number },
) {
  const [store, road] = [yield* ChainStore, yield* ChainRoad];
  const { id } = submission;
  yield* store.noteSending({ id, sentMs: machineMs });
  const answer = yield* road.send(submission, wallet);
  if (answer.kind === "refused") return yield* refused(submission, answer);
  yield* store.noteSubmission(
    answer.kind === "taken"
      ? { id, roadId: answer.roadId, why: Option.none() }
      : { id, why: Option.some(answer.why) },
  );
  return { isOver: false, afterMs: LOOK_MS } as const;
});

/** Where the road has refused them each time, other bytes can be signed. */
const refused = Effect.fnUntraced(function* (
  submission: ChainSubmission,
  { why, retry }: Extract<RoadAnswer, { readonly kind: "refused" }>,
) {
  const isFree = yield* (yield* ChainStore).noteRefusal({ id: submission.id, why });
  if (isFree && retry.when !== "later") {
    const how = retry.when === "anew" ? "stale" : "refused";
    return yield* end(submission, { end: how, why: Option.some(why), tx: Option.none() });
  }
  return { isOver: false, afterMs: retry.when === "later" ? retry.afterMs : LOOK_MS } as const;
});

const end = Effect.fnUntraced(function* (
  { id, tx }: ChainSubmission,
  ended: Pick<RoadReport, "tx" | "why"> & { readonly end: SubmissionEnd },
) {
  yield* (yield* ChainStore).endSubmission({
    id,
    end: ended.end,
    endMs: yield* Clock.currentTimeMillis,
    tx: Option.orElse(ended.tx, () => tx),
    why: ended.why,
  });
  return { isOver: true } as const;
});
