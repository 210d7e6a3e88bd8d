/**
 * Counts down how long the service asked to wait before a request is repeated.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import type { AnswerFailure } from "../service/answer_failure.ts";

const TICK_MS = 250;

/** Returns the seconds that a refusal for too many attempts still asks to wait; 0: none. */
export function useWaitSec(failure: AnswerFailure | undefined): number {
  const [leftSec, setLeftSec] = useState(0);
  useEffect(() => {
    const waitSec = failure?.status === 429 ? failure.retryAfterSec ?? 0 : 0;
    const untilMs = performance.now() + waitSec * 1000;
    const left = () => Math.max(0, Math.ceil((untilMs - performance.now()) / 1000));
    setLeftSec(left());
    if (waitSec === 0) return;
    const timer = setInterval(() => {
      setLeftSec(left());
      if (left() === 0) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [failure]);
  return leftSec;
}
