/**
 * A field for a password, which can be shown.
 *
 * @module
 */
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";

/** The shortest password that the service takes. */
export const PASSWORD_CHARS_MIN = 12;

/** The field. `isNew`: it asks for a password that does not exist yet. */
export function PasswordField({ label, value, onValue, isNew = false }: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly isNew?: boolean;
}) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  // Which attributes go with which type is checked for one type alone.
  const attributes = {
    id,
    value,
    type: isShown ? "text" : "password",
    autoComplete: isNew ? "new-password" : "current-password",
    autoCapitalize: "none",
    spellcheck: false,
    required: true,
    minLength: isNew ? PASSWORD_CHARS_MIN : undefined,
    "aria-describedby": isNew ? `${id}-hint` : undefined,
  } as JSX.IntrinsicElements["input"];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input {...attributes} onInput={({ currentTarget }) => onValue(currentTarget.value)} />
      <span class="checks">
        <label>
          <input
            type="checkbox"
            checked={isShown}
            onChange={({ currentTarget }) => setIsShown(currentTarget.checked)}
          />
          Show it
        </label>
      </span>
      {isNew ? <small id={`${id}-hint`}>At least {PASSWORD_CHARS_MIN} characters</small> : null}
    </div>
  );
}
