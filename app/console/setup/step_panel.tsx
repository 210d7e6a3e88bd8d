/**
 * A step of setting up, with what it is for, what it costs, what is risky and how to undo it.
 *
 * @module
 */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { CommandText } from "../part/command_text.tsx";
import { Fact, Facts } from "../part/facts.tsx";
import type { AddedWallet, SetupState } from "./setup_request.ts";
import type { StepName } from "./setup_steps.ts";
import { type StepText, stepTitle } from "./step_text.ts";

/** What every step is shown with. */
export interface StepProps {
  readonly state: SetupState;
  readonly text: StepText;
  /** Called with what is newly set up. */
  readonly onState: (state: SetupState) => void;
  /** Called with a wallet that was added. */
  readonly onAdded: (added: AddedWallet) => void;
  /** Called where the reader goes on, whatever is missing. */
  readonly onPassed: () => void;
}

/** The panel. A reader of the keyboard, or of the screen, goes on at its heading. */
export function StepPanel({ step, text, children }: {
  readonly step: StepName | "account";
  readonly text: StepText;
  readonly children: ComponentChildren;
}) {
  const { title, purpose, costs, risk, undo } = text;
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => heading.current?.focus(), []);
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>{stepTitle(step, title)}</h2>
      <p>{purpose}</p>
      <Facts>
        <Fact name="Costs">{costs}</Fact>
        <Fact name="Risk">{risk}</Fact>
        <Fact name="Undo">
          <CommandText text={undo} />
        </Fact>
      </Facts>
      {children}
    </section>
  );
}

/** Says that the service is away for a moment. */
export function RestartNote({ isOn }: { readonly isOn: boolean }) {
  return <p role="status">{isOn ? "The service starts again…" : ""}</p>;
}
