/**
 * A labelled field of a form.
 *
 * @module
 */
import type { JSX } from "preact";
import { useId } from "preact/hooks";

/** A field of one line. */
export function Field({ label, value, onValue, hint, ...rest }: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string | undefined;
  readonly type?: "text" | "email" | "password" | "date" | "number";
  readonly autoComplete?: string;
  readonly required?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly inputMode?: "decimal" | "text";
  readonly list?: string;
  readonly placeholder?: string;
}) {
  const id = useId();
  // Which attributes go with which type is not checked: the type is chosen by the caller.
  const attributes = {
    ...rest,
    id,
    value,
    "aria-describedby": hint === undefined ? undefined : `${id}-hint`,
  } as JSX.IntrinsicElements["input"];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input {...attributes} onInput={({ currentTarget }) => onValue(currentTarget.value)} />
      {hint === undefined ? null : <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}

/** A field with a list of choices. */
export function Choice<Value extends string>({ label, value, choices, onValue }: {
  readonly label: string;
  readonly value: Value;
  readonly choices: ReadonlyArray<readonly [value: Value, text: string]>;
  readonly onValue: (value: Value) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value as Value)}
      >
        {choices.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
      </select>
    </div>
  );
}
