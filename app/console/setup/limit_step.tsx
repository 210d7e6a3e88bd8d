/**
 * The step that limits what a wallet may spend.
 *
 * @module
 */
import { useState } from "preact/hooks";
import { ActionButton, useAction } from "../part/action.tsx";
import { FailureNote, FaultNote } from "../part/failure_note.tsx";
import { Field } from "../part/field.tsx";
import { setLimits } from "./setup_request.ts";
import { limitOf, setupWallet } from "./setup_steps.ts";
import { StepPanel, type StepProps } from "./step_panel.tsx";

/** The step. A wallet begins with the limits that it was stored with. */
export function LimitStep({ state, text, onState, onPassed }: StepProps) {
  const wallet = setupWallet(state);
  const [order, setOrder] = useState(String(wallet?.max_order_usdc ?? 50));
  const [day, setDay] = useState(String(wallet?.max_daily_usdc ?? 200));
  const [fault, setFault] = useState<string>();
  const setting = useAction(async (limits: Parameters<typeof setLimits>[1]) => {
    if (wallet !== undefined) onState(await setLimits(wallet.id, limits));
    onPassed();
  });
  const submit = (event: Event) => {
    event.preventDefault();
    const [ofOrder, ofDay] = [limitOf("of an order", order), limitOf("of a day", day)];
    const wrong = [ofOrder, ofDay].find((limit) => typeof limit === "object");
    setFault(wrong?.fault);
    if (typeof ofOrder === "object" || typeof ofDay === "object") return;
    void setting.run({ max_order_usdc: ofOrder, max_daily_usdc: ofDay });
  };
  return (
    <StepPanel step="limits" text={text}>
      <form onSubmit={submit} class="narrow left">
        <Field
          label="USDC an order"
          inputMode="decimal"
          autoComplete="off"
          required
          hint="Up to 6 decimals, or none"
          value={order}
          onValue={setOrder}
        />
        <Field
          label="USDC a day"
          inputMode="decimal"
          autoComplete="off"
          required
          hint="The same; a day is UTC's"
          value={day}
          onValue={setDay}
        />
        <FaultNote fault={fault} />
        <FailureNote failure={setting.failure} />
        <div class="buttons">
          <ActionButton action={setting} kind="main" isSubmit>Set the limits</ActionButton>
        </div>
      </form>
    </StepPanel>
  );
}
