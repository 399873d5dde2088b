import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'primary' | 'danger';
  /** The started action is running: the button is not clickable but keeps the focus. */
  busy?: boolean;
}

const BUTTON_LOOKS = { plain: '', primary: 'button-primary', danger: 'button-danger' };

export function Button({
  look = 'plain',
  busy = false,
  disabled = false,
  type = 'button',
  className = '',
  onClick,
  ...props
}: ButtonProps) {
  const isOff = busy || disabled;
  return (
    <button
      type={type}
      className={`button ${BUTTON_LOOKS[look]} ${className}`}
      // The attribute would throw the focus out of the form or the dialog, also when a save leaves
      // nothing more to save.
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      {...props}
      onClick={(event) => {
        // Enter in a form's field presses its submit button, so this also stops a second submit.
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
