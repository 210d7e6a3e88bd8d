/**
 * The fields of forms, each with its label.
 *
 * @module
 */
import type { ComponentChildren, JSX } from "preact";
import { useId } from "preact/hooks";

/** A field of one line. */
export function Field({ label, value, onValue, hint, children, ...rest }: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string | undefined;
  readonly type?: "text" | "email" | "password" | "date";
  readonly autoComplete?: string;
  readonly required?: boolean;
  readonly minLength?: number | undefined;
  readonly maxLength?: number;
  readonly inputMode?: "decimal" | "text";
  readonly list?: string;
  readonly placeholder?: string;
  readonly spellcheck?: boolean;
  readonly autoCapitalize?: "none";
  /** Between the field and its hint. */
  readonly children?: ComponentChildren;
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
      {children}
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

/** A few choices below each other, of which one is taken. */
export function Radios<Value extends string>({ legend, value, choices, onValue }: {
  readonly legend: string;
  readonly value: Value;
  readonly choices: ReadonlyArray<readonly [value: Value, text: ComponentChildren]>;
  readonly onValue: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset class="checks column">
      <legend>{legend}</legend>
      {choices.map(([each, text]) => (
        <label key={each}>
          <input
            type="radio"
            name={name}
            checked={each === value}
            onChange={() => onValue(each)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}

/** Boxes to check, any number of them. */
export function Checks<Value extends string>({ legend, chosen, choices, onToggle }: {
  readonly legend: string;
  readonly chosen: ReadonlyArray<string>;
  readonly choices: ReadonlyArray<readonly [value: Value, text: ComponentChildren]>;
  readonly onToggle: (value: Value) => void;
}) {
  return (
    <fieldset class="checks">
      <legend>{legend}</legend>
      {choices.map(([value, text]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onToggle(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
