interface SkipLinkProps {
  /** Stacking order within the page. */
  className: string;
  children: string;
}

/**
 * Leads the keyboard past what is on every page. The browser's own jump would be an entry of the history that
 * is not the router's: on a step back from it nothing that is typed could hold the page. It is left to browsers
 * without JavaScript.
 */
export function SkipLink({ className, children }: SkipLinkProps) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it does lead to a place in the page, also without JavaScript
    <a
      href="#main"
      className={`button absolute top-1 left-2 -translate-y-20 focus:translate-y-0 ${className}`}
      onClick={(event) => {
        const main = document.getElementById('main');
        if (!main) return;
        event.preventDefault();
        main.focus();
        // From further down, where the header comes along.
        if (main.getBoundingClientRect().top < 0) main.scrollIntoView();
      }}
    >
      {children}
    </a>
  );
}
