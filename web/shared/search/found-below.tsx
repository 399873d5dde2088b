import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useNavigate } from 'react-router';
import { FoundLists, SearchTexts } from './found.tsx';

type InputRef = RefObject<HTMLInputElement | null>;

/** Search results for a field of the page, as an overlay of the content below. */
export function FoundBelow({ field }: { field: InputRef }) {
  return (
    <SearchTexts>
      <Below field={field} />
    </SearchTexts>
  );
}

/** It is there while the field has the focus and words in it: until then the field is a search without a list. */
function Below({ field }: { field: InputRef }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const show = useEffectEvent(() => {
    const { current } = field;
    if (!current || !box.current) return;
    const isOpen = document.activeElement === current && current.value.trim() !== '';
    // What a finger typed into stands at the top, so that there is room above the keyboard.
    if (isOpen && box.current.hidden && matchMedia('(pointer: coarse)').matches) current.scrollIntoView();
    box.current.hidden = !isOpen;
    current.ariaExpanded = String(isOpen);
  });
  useEffect(() => {
    const { current } = field;
    if (!current) return;
    const ended = new AbortController();
    const { signal } = ended;
    const onChange = () => show();
    current.role = 'combobox';
    current.ariaAutoComplete = 'list';
    current.setAttribute('aria-controls', id);
    current.addEventListener('focus', onChange, { signal });
    current.addEventListener('blur', onChange, { signal });
    show();
    // Letters that were typed while this component was loading are searched for now.
    if (current.value.trim()) current.dispatchEvent(new Event('input', { bubbles: true }));
    return () => {
      ended.abort();
      for (const name of [
        'role',
        'aria-autocomplete',
        'aria-controls',
        'aria-expanded',
        'aria-activedescendant',
      ])
        current.removeAttribute(name);
    };
  }, [field, id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on it leaves the focus in the field
    <div ref={box} hidden className="search-found" onMouseDown={(event) => event.preventDefault()}>
      <FoundLists
        id={id}
        field={field}
        onTyped={() => show()}
        go={(to) => {
          if (field.current) {
            field.current.value = '';
            field.current.blur();
          }
          void navigate(to);
        }}
      />
    </div>
  );
}
