/**
 * What a trade costs by either formula, as the service answers, and the curves of both.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import type { FlatFeeEstimate, LegacyFeeEstimate } from "../../client/typescript/mod.ts";
import { Fact, Facts } from "../part/facts.tsx";
import { FaultNote } from "../part/failure_note.tsx";
import { type Loaded, useLoaded } from "../part/loaded.ts";
import { Panel } from "../part/panel.tsx";
import { exactApi } from "../service/api.ts";
import type { NumbersAsText } from "../service/numbers_as_text.ts";
import { answerFields } from "./answer_fields.ts";
import { FeeChart } from "./fee_chart.tsx";
import { type FeeFormula } from "./fee_curve.ts";
import { estimateBody, type FeeQuestion } from "./fee_question.ts";

/** An answer. Its numbers are the texts that were sent. */
type Estimate = NumbersAsText<FlatFeeEstimate | LegacyFeeEstimate>;

/** The answers. What cannot be asked is said in words. */
export function FeeAnswers({ question }: { readonly question: FeeQuestion }) {
  const body = estimateBody(question);
  return typeof body === "string"
    ? <FaultNote fault={body} />
    : <Answers question={question} body={body} />;
}

function Answers({ question, body }: {
  readonly question: FeeQuestion;
  readonly body: Exclude<ReturnType<typeof estimateBody>, string>;
}) {
  const by = [JSON.stringify(body)];
  const { estimate, legacyEstimate } = exactApi.fees;
  const flat = useLoaded((signal) => exact(estimate(body, { signal })), { by });
  const legacy = useLoaded((signal) => exact(legacyEstimate(body, { signal })), { by });
  const formulas = [...formulaOf("flat", flat.value), ...formulaOf("legacy", legacy.value)];
  return (
    <>
      {formulas.length === 0 ? null : (
        <section class="panel">
          <h2>The fee by price</h2>
          <FeeChart
            formulas={formulas}
            shares={Number(question.shares)}
            price={Number(question.price)}
          />
        </section>
      )}
      <div class="panels">
        <Answer title="Flat formula" of={flat}>
          What the venue charges now: <code>shares * rate * price * (1 - price)</code>{" "}
          in USDC on both sides, on top of a purchase and off a sale, by the rate that the venue
          publishes.
        </Answer>
        <Answer title="Legacy formula" of={legacy}>
          What the venue charged until 2026-03-30:{" "}
          <code>shares * price * rate * (price * (1 - price)) ^ exponent</code>, taken in shares of
          a purchase and in USDC of a sale, by the rules for the event's tags.
        </Answer>
      </div>
      <p>
        <a href="/docs/guide/fees">
          What differs between the formulas, and how figures are rounded
        </a>
      </p>
    </>
  );
}

function Answer({ title, of, children }: {
  readonly title: string;
  readonly of: Loaded<Estimate>;
  readonly children: ComponentChildren;
}) {
  return (
    <Panel title={title} of={of}>
      {(answer) => (
        <>
          <p class="soft">{children}</p>
          <Facts>
            {answerFields(answer).map(([path, text]) => (
              <Fact key={path} name={<code>{path}</code>}>
                {/^(fee|result)\./.test(path) ? <strong>{text}</strong> : text}
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </Panel>
  );
}

/** What an answer is by that client. */
async function exact<Answer>(answer: Promise<Answer>): Promise<NumbersAsText<Answer>> {
  return await answer as NumbersAsText<Answer>;
}

/** The curve of an answer, if there is one. */
function formulaOf(
  kind: FeeFormula["kind"],
  estimate: Estimate | undefined,
): ReadonlyArray<FeeFormula> {
  if (estimate === undefined) return [];
  const { feeRate, exponent } = estimate.feeConfig;
  return [{ kind, feeRate: Number(feeRate), exponent: Number(exponent) }];
}
