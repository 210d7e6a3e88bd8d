/**
 * The page that sets a live service up, a step after the other. It begins with the first step that
 * is missing, however far the service was set up before.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import { isSetupLater } from "../frame/first_setup.ts";
import { goTo } from "../frame/location.ts";
import { FailureNote } from "../part/failure_note.tsx";
import { useLoaded } from "../part/loaded.ts";
import { Waiting } from "../part/waiting.tsx";
import { service, session } from "../service/session.ts";
import { EntryForm } from "../sign_in/entry_form.tsx";
import { KeyStep } from "./key_step.tsx";
import { LimitStep } from "./limit_step.tsx";
import { RelayStep } from "./relay_step.tsx";
import { type AddedWallet, askSetup, type SetupState } from "./setup_request.ts";
import { SetupResult } from "./setup_result.tsx";
import { nextStep, type StepName, type Visit } from "./setup_steps.ts";
import { StepPanel } from "./step_panel.tsx";
import { ACCOUNT_TEXT, stepText } from "./step_text.ts";
import { WalletStep } from "./wallet_step.tsx";

/** The page. */
export function Page() {
  const answer = service.value;
  const account = session.value?.account;
  const isOfOthers = answer?.world === "live" && account === undefined && !answer.needs_setup;
  useEffect(() => {
    if (isOfOthers) goTo("/console/sign-in?to=%2Fconsole%2Fsetup", { isReplaced: true });
  }, [isOfOthers]);
  if (answer === undefined || isOfOthers) return <Waiting />;
  return (
    <>
      <h1>Set up this service</h1>
      {answer.world === "sandbox"
        ? <p>A sandbox has all that it needs. This page sets a live service up.</p>
        : account === undefined
        ? <AccountStep />
        : <Steps key={account.id} />}
    </>
  );
}

function AccountStep() {
  return (
    <>
      <StepPanel step="account" text={ACCOUNT_TEXT}>
        <div class="narrow left">
          <EntryForm isNew firstEmail="me@localhost" />
        </div>
      </StepPanel>
      <Later />
    </>
  );
}

function Later() {
  return (
    <p>
      <a href="/console" onClick={() => void (isSetupLater.value = true)}>Later</a>{" "}
      <span class="soft">What is done stays; "Set up" above goes on from here.</span>
    </p>
  );
}

function Steps() {
  const loaded = useLoaded(askSetup, { by: [] });
  const [latest, setLatest] = useState<SetupState>();
  const [visit, setVisit] = useState<Visit>({ passed: [], asked: undefined });
  const [added, setAdded] = useState<AddedWallet>();
  const state = latest ?? loaded.value;
  if (state === undefined) {
    return loaded.failure === undefined
      ? <Waiting what="Loading what is set up" />
      : <FailureNote failure={loaded.failure} retry={loaded.reload} />;
  }
  const step = nextStep(state, visit);
  if (step === undefined) return <SetupResult state={state} added={added} />;
  const Step = STEPS[step];
  return (
    <>
      <AddedNote added={added} />
      <Step
        key={step}
        state={state}
        text={stepText(step, state)}
        onState={setLatest}
        onAdded={(added) => {
          setAdded(added);
          setVisit((visit) => ({ ...visit, asked: "limits" }));
        }}
        onPassed={() => setVisit(({ passed, asked }) => ({ passed: [...passed, step], asked }))}
      />
      <Later />
    </>
  );
}

const STEPS = {
  wallet: WalletStep,
  limits: LimitStep,
  relay: RelayStep,
  key: KeyStep,
} as const satisfies Record<StepName, unknown>;

function AddedNote({ added }: { readonly added: AddedWallet | undefined }) {
  if (added === undefined) return null;
  const { wallet: { address }, key_file } = added;
  return (
    <div class="note" role="status">
      {key_file === null ? <p>Imported the wallet {address}.</p> : (
        <p>
          Made the wallet {address}.{" "}
          <strong>
            A copy of its key is in <code>{key_file}</code>
          </strong>
          : keep it elsewhere too.
        </p>
      )}
    </div>
  );
}
