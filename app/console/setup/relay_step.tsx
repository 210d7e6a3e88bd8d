/**
 * The step that switches the venue's relay of the oracle on.
 *
 * @module
 */
import { ActionButton, useAction } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { askRelayWith } from "./setup_request.ts";
import { setupWallet } from "./setup_steps.ts";
import { RestartNote, StepPanel, type StepProps } from "./step_panel.tsx";

/** The step. */
export function RelayStep({ state, text, onState, onPassed }: StepProps) {
  const walletId = setupWallet(state)?.id ?? "";
  const asking = useAction(async () => onState(await askRelayWith(walletId)));
  return (
    <StepPanel step="relay" text={text}>
      <FailureNote failure={asking.failure} />
      <RestartNote isOn={asking.isBusy} />
      <div class="buttons">
        <ActionButton action={asking} kind="main" onPress={() => void asking.run()}>
          Receive them
        </ActionButton>
        <button type="button" onClick={() => asking.isBusy || onPassed()}>No</button>
      </div>
    </StepPanel>
  );
}
