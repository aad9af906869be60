import { Field, VisuallyHidden } from '@palier/shared/ui';
import type { ComponentProps, SyntheticEvent } from 'react';
import { messages } from './secret-field.messages';
import styles from './secret-field.module.css';

/** Not "password": password managers take a text field of that name for a login's password. */
export const SECRET_NAME = 'secret';

/** Asks the extensions 1Password, Bitwarden, LastPass and Dashlane to leave the field alone. */
const IGNORED_BY_EXTENSIONS = {
  'data-1p-ignore': '',
  'data-bwignore': '',
  'data-lpignore': 'true',
  'data-form-type': 'other',
};

const refuse = (event: SyntheticEvent): void => event.preventDefault();
/** As a password field, a hidden text cannot be copied. */
const KEPT_IN_FIELD = { onCopy: refuse, onCut: refuse, onDragStart: refuse };

interface SecretFieldProps extends Pick<ComponentProps<typeof Field>, 'fault' | 'tries'> {
  readonly value: string;
  readonly isHidden: boolean;
  readonly onText: (text: string) => void;
}

/**
 * The password of another person. Not a password field, because browsers offer the user's own password there,
 * and offer to replace the saved one by what was typed (decision 0074). A browser that cannot hide the text
 * of a text field gets a password field.
 */
export function SecretField({ value, isHidden, onText, fault, tries }: SecretFieldProps) {
  const canHideText = CSS.supports('-webkit-text-security', 'disc');
  return (
    <div className={isHidden ? styles.hidden : undefined}>
      <Field
        label={messages.password}
        hint={
          <>
            {messages.hint}
            {isHidden && <VisuallyHidden> {messages.hidden}</VisuallyHidden>}
          </>
        }
        name={SECRET_NAME}
        type={isHidden && !canHideText ? 'password' : 'text'}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={value}
        fault={fault}
        tries={tries}
        onChange={(event) => onText(event.target.value)}
        {...(isHidden ? KEPT_IN_FIELD : {})}
        {...IGNORED_BY_EXTENSIONS}
      />
    </div>
  );
}
