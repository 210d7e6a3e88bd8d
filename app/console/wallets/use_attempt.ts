/**
 * Something that is asked for under a key once the reader has confirmed it, until it is known what
 * became of it.
 *
 * @module
 */
import { useRef, useState } from "preact/hooks";
import { type Action, useAction } from "../part/action.tsx";
import { focusPart } from "../part/focus_part.ts";
import {
  type Attempt,
  type AttemptOutcome,
  type AttemptRoad,
  forgetAttempt,
  keptAttempt,
  newAttempt,
  placeAttempt,
} from "./order_attempt.ts";

/** Where it stands, and what the reader can do. */
export interface AttemptRun<Body, Placed> {
  /** From when the reader is asked to confirm until its outcome is known. */
  readonly attempt: Attempt<Body> | undefined;
  /** Whether the question is open. */
  readonly isConfirming: boolean;
  readonly outcome: AttemptOutcome<Placed> | undefined;
  /** Whether the service had it, whatever it answered since. */
  readonly isTaken: boolean;
  readonly sending: Action<Attempt<Body>>;
  /** Opens the question. */
  readonly ask: (body: Body) => void;
  /** Closes the question. */
  readonly close: () => void;
  /** Forgets the attempt and its outcome. */
  readonly drop: () => void;
}

/** Makes a run. It begins with what was sent by the account before the page was loaded again. */
export function useAttempt<Body, Placed>(
  { accountId, onAnswered, ...road }: AttemptRoad<Body, Placed> & {
    readonly accountId: string;
    /** Called after each attempt, however it went. */
    readonly onAnswered: (outcome: AttemptOutcome<Placed>) => void;
  },
): AttemptRun<Body, Placed> {
  const [attempt, setAttempt] = useState(() => keptAttempt<Body>(accountId, road.store));
  const isSent = useRef(attempt !== undefined);
  const isTaken = useRef(attempt?.isTaken === true);
  const [isConfirming, setIsConfirming] = useState(false);
  const [outcome, setOutcome] = useState<AttemptOutcome<Placed>>();
  const sending = useAction(async (attempt: Attempt<Body>) => {
    isSent.current = true;
    // What is on its way stays shown as such while it is asked for again.
    setOutcome((before) => before?.kind === "placed" ? before : undefined);
    const outcome = await placeAttempt(attempt, road);
    setIsConfirming(false);
    setOutcome(outcome);
    const isGoingOn = outcome.kind === "placed" && road.isOver?.(outcome.placed) === false;
    isTaken.current ||= isGoingOn;
    if (isGoingOn) setAttempt({ ...attempt, isTaken: true });
    else if (outcome.kind !== "open") setAttempt(undefined);
    onAnswered(outcome);
  });
  return {
    attempt,
    isConfirming,
    outcome,
    isTaken: isTaken.current,
    sending,
    ask: (body) => {
      isSent.current = false;
      isTaken.current = false;
      setOutcome(undefined);
      setAttempt(newAttempt(accountId, body));
      setIsConfirming(true);
    },
    close: () => {
      setIsConfirming(false);
      // Nothing was sent: the key was never used.
      if (!isSent.current) setAttempt(undefined);
    },
    drop: () => {
      if (attempt !== undefined) forgetAttempt(attempt, road.store);
      setAttempt(undefined);
      setOutcome(undefined);
      focusPart(document.activeElement);
    },
  };
}
