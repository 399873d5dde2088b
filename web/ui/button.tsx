import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'primary' | 'danger';
  /** What it started is under way: it cannot be pressed, but keeps the focus. */
  busy?: boolean;
}

const LOOKS = { plain: '', primary: 'button-primary', danger: 'button-danger' };

export function Button({
  look = 'plain',
  busy = false,
  type = 'button',
  className = '',
  onClick,
  ...props
}: ButtonProps) {
  return (
    <button
      type={type}
      className={`button ${LOOKS[look]} ${className}`}
      // `disabled` would throw the focus out of the form or the dialog.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      {...props}
      onClick={(event) => {
        // Enter in a form's field presses its submit button, so this also stops a second submit.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
