/**
 * The one refusal of a claim, a split or a merge that is certain whatever its status says.
 *
 * @module
 */
import { AnswerFailure } from "../service/answer_failure.ts";

/** What the service says where the wallet's road is not set up. */
const ROAD_OFF = /^Cannot reach the chain for this wallet: .+ is not set$/;

/**
 * Returns an answer. Where it says that the wallet's road is not set up, it throws that as certain:
 * the service asks for the road before it stores anything, and not for a key that it has stored.
 */
export async function certain<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (thrown) {
    const failure = AnswerFailure.of(thrown);
    const { message, status, code, hint, requestId } = failure;
    if (status !== 503 || !ROAD_OFF.test(message)) throw failure;
    throw new AnswerFailure(message, { status, code, hint, requestId });
  }
}
