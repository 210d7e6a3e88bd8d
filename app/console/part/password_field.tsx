/**
 * A field for a password, which can be shown.
 *
 * @module
 */
import { useState } from "preact/hooks";
import { Field } from "./field.tsx";

/** The shortest password that the service takes. */
const PASSWORD_CHARS_MIN = 12;

/** The field. `isNew`: it asks for a password that does not exist yet. */
export function PasswordField({ label, value, onValue, isNew = false }: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly isNew?: boolean;
}) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      label={label}
      value={value}
      onValue={onValue}
      hint={isNew ? `At least ${PASSWORD_CHARS_MIN} characters` : undefined}
      type={isShown ? "text" : "password"}
      autoComplete={isNew ? "new-password" : "current-password"}
      autoCapitalize="none"
      spellcheck={false}
      required
      minLength={isNew ? PASSWORD_CHARS_MIN : undefined}
    >
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
    </Field>
  );
}
