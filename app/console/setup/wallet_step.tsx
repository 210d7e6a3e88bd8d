/**
 * The step that adds a wallet, and gets the venue's key for it.
 *
 * @module
 */
import { useEffect, useState } from "preact/hooks";
import { ActionButton, useAction } from "../part/action.tsx";
import { FailureNote } from "../part/failure_note.tsx";
import { Choice, Field, Radios } from "../part/field.tsx";
import { useLoaded } from "../part/loaded.ts";
import {
  addOwnWallet,
  askRegion,
  askSetup,
  makeWallet,
  makeWalletKey,
  provision,
  type SetupWallet,
} from "./setup_request.ts";
import { setupWallet } from "./setup_steps.ts";
import { RestartNote, StepPanel, type StepProps } from "./step_panel.tsx";

/** The step. */
export function WalletStep(props: StepProps) {
  const wallet = setupWallet(props.state);
  return (
    <StepPanel step="wallet" text={props.text}>
      <Region />
      {wallet === undefined
        ? <AddWallet {...props} />
        : <ProvisionWallet key={wallet.id} wallet={wallet} {...props} />}
    </StepPanel>
  );
}

/** What the venue says of orders from here. It may not say, which stops nothing. */
function Region() {
  const { value, failure } = useLoaded(askRegion, { by: [] });
  if (value === undefined) return failure === undefined ? null : <p>{failure.message}.</p>;
  return <p class={value.is_blocked ? "note caution" : ""}>The venue says: {value.text}.</p>;
}

type WalletChoice = "make" | "import" | "none";

const CHOICES: ReadonlyArray<readonly [WalletChoice, string]> = [
  ["make", "Make one: new and empty; the file with a copy of its key is yours to keep elsewhere"],
  ["import", "Import one that you have: its private key is stored sealed"],
  ["none", "None: no orders; 5min, 15min and 4hour prices come seconds late"],
];

/** How the venue checks a wallet's signatures, as it numbers that. */
const TYPES = [
  ["0", "0: a key that holds the money itself"],
  ["1", "1: a proxy"],
  ["2", "2: a Safe"],
  ["3", "3: a deposit wallet"],
] as const;

function AddWallet({ state, onState, onAdded, onPassed }: StepProps) {
  const [choice, setChoice] = useState<WalletChoice>("make");
  const [privateKey, setPrivateKey] = useState("");
  const [type, setType] = useState<(typeof TYPES)[number][0]>("0");
  const [funder, setFunder] = useState("");
  const adding = useAction(async () => {
    if (!state.has_wallet_key) onState(await makeWalletKey());
    const own = {
      private_key: privateKey,
      signature_type: Number(type),
      ...type === "0" ? {} : { funder: funder.trim() },
    };
    onAdded(await (choice === "make" ? makeWallet() : addOwnWallet(own)));
    setPrivateKey("");
    onState(await askSetup());
  });
  const submit = (event: Event) => {
    event.preventDefault();
    if (choice === "none") onPassed();
    else void adding.run();
  };
  return (
    <form onSubmit={submit}>
      <Radios legend="Which wallet" value={choice} choices={CHOICES} onValue={setChoice} />
      {choice !== "import" ? null : (
        <div class="narrow left">
          <Field
            label="Private key"
            type="password"
            autoComplete="off"
            autoCapitalize="none"
            spellcheck={false}
            required
            hint="64 hexadecimal digits, with or without 0x"
            value={privateKey}
            onValue={setPrivateKey}
          />
          <Choice label="Type" value={type} choices={TYPES} onValue={setType} />
          {type === "0" ? null : (
            <Field
              label="Funder"
              autoComplete="off"
              autoCapitalize="none"
              spellcheck={false}
              required
              hint="The address of its contract, which holds the money: 0x and 40 digits"
              value={funder}
              onValue={setFunder}
            />
          )}
        </div>
      )}
      <FailureNote failure={adding.failure} />
      <RestartNote isOn={adding.isBusy && !state.has_wallet_key} />
      <div class="buttons">
        <ActionButton action={adding} kind="main" isSubmit>
          {choice === "make"
            ? "Make the wallet"
            : choice === "import"
            ? "Import it"
            : "Go on without"}
        </ActionButton>
      </div>
    </form>
  );
}

/** Asks the venue at once: nobody has anything to decide. */
function ProvisionWallet(
  { wallet: { id, address }, onState, onPassed }: StepProps & { readonly wallet: SetupWallet },
) {
  const provisioning = useAction(async () => onState(await provision(id)));
  useEffect(() => void provisioning.run(), []);
  return (
    <>
      <p role="status">
        {provisioning.isBusy
          ? `The venue is asked for an API key of ${address}…`
          : `The wallet ${address} has no API key of the venue yet.`}
      </p>
      <FailureNote failure={provisioning.failure} />
      <div class="buttons">
        <ActionButton action={provisioning} kind="main" onPress={() => void provisioning.run()}>
          Ask again
        </ActionButton>
        <button type="button" onClick={onPassed}>Go on without</button>
      </div>
    </>
  );
}
