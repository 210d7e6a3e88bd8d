/**
 * What proves a target, with the fields as the API has them.
 *
 * @module
 */
import type { Evidence } from "../../client/typescript/mod.ts";
import { CopyButton } from "../part/copy_button.tsx";
import { Fact, Facts } from "../part/facts.tsx";

const MEANING: Readonly<Record<string, string>> = {
  report: "A report that the oracle signed: anyone can verify it with fullReport.",
  relay: "The oracle's own number as the venue relays it, without the signature.",
  published: "The price that the venue publishes for the window.",
  trade: "A trade of the exchange, which its public record has under tradeId.",
  kline: "A candle of the exchange, as it was sent.",
};

/** Longer values are folded away. */
const LONG = 200;

/** The proof. */
export function WindowEvidence({ evidence }: { readonly evidence: Evidence }) {
  const { kind, disputed, ...fields } = { disputed: undefined, ...evidence };
  return (
    <>
      <p>{MEANING[kind] ?? kind}</p>
      {disputed === undefined
        ? null
        : <p class="warn">Disputed: another source has another price, {textOf(disputed)}</p>}
      <Facts>
        {Object.entries(fields).map(([name, value]) => (
          <Field key={name} name={name} text={textOf(value)} />
        ))}
      </Facts>
      <CopyButton text={JSON.stringify(evidence, undefined, 2)} what="proof as JSON" />
    </>
  );
}

function Field({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <Fact name={<code>{name}</code>}>
      {text.length > LONG
        ? (
          <details>
            <summary>{text.length} characters</summary>
            <code>{text}</code>
          </details>
        )
        : <code>{text}</code>}
    </Fact>
  );
}

function textOf(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
