/**
 * The step that makes an API key, as the page of keys does.
 *
 * @module
 */
import { useState } from "preact/hooks";
import { KeyForm } from "../keys/key_form.tsx";
import type { MadeKey } from "../keys/key_request.ts";
import { NewKey } from "../keys/new_key.tsx";
import { StepPanel, type StepProps } from "./step_panel.tsx";

/** The step. A key that was made stays until it is copied: it is not shown again. */
export function KeyStep({ text, onPassed }: StepProps) {
  const [made, setMade] = useState<MadeKey>();
  if (made !== undefined) return <NewKey made={made} onDone={onPassed} />;
  return (
    <>
      <StepPanel step="key" text={text}>
        <div class="buttons">
          <button type="button" onClick={onPassed}>Go on without a key</button>
        </div>
      </StepPanel>
      <KeyForm isFirst isNew onMade={setMade} />
    </>
  );
}
