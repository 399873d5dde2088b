import type { ChoiceGroup, Said, SearchChoice } from './choices.ts';

/** An element with a text, such as a status line. */
interface Saying {
  element: HTMLElement;
  said?: string;
}

interface DrawnOption {
  element: HTMLElement;
  picture: HTMLImageElement;
  name: Saying;
  about: Saying;
}

interface DrawnGroup {
  element: HTMLElement;
  options: DrawnOption[];
  /** How many of them are in the list. */
  shown: number;
}

/**
 * The listbox of the palette: grouped options, one of them active. It is rendered with each typed letter, without
 * React and into reused elements, so that a phone renders it between two letters.
 */
export class ChoiceList {
  readonly #list: HTMLElement;
  readonly #id: string;
  readonly #onActive: (id: string | null) => void;
  readonly #groups = new Map<string, DrawnGroup>();
  #choices: SearchChoice[] = [];
  #options: HTMLElement[] = [];
  #active = 0;

  /** @param id prefix of the ids of the options @param onActive called with the id of the active option */
  constructor(list: HTMLElement, id: string, onActive: (id: string | null) => void) {
    this.#list = list;
    this.#id = id;
    this.#onActive = onActive;
  }

  get first(): SearchChoice | undefined {
    return this.#choices[0];
  }

  get active(): SearchChoice | undefined {
    return this.#choices[this.#active];
  }

  get length(): number {
    return this.#choices.length;
  }

  draw(groups: readonly ChoiceGroup[]): void {
    const list = this.#list;
    this.#choices = groups.flatMap(({ items }) => items);
    this.#active = Math.min(this.#active, Math.max(0, this.#choices.length - 1));
    this.#options = [];
    let place = list.firstChild;
    for (const group of groups) {
      const { element } = this.#drawGroup(group);
      if (element === place) place = place.nextSibling;
      else list.insertBefore(element, place);
    }
    while (place) {
      const after = place.nextSibling;
      place.remove();
      place = after;
    }
    this.#onActive(this.#options[this.#active]?.id ?? null);
  }

  /** Index of the option that contains the event's target; -1 outside of options. */
  placeOf(target: EventTarget | null): number {
    const option = target instanceof Element ? target.closest('[role=option]') : null;
    return option ? this.#options.indexOf(option as HTMLElement) : -1;
  }

  at(place: number): SearchChoice | undefined {
    return this.#choices[place];
  }

  activate(place: number): void {
    if (place === this.#active) return;
    this.#options[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = place;
    this.#options[place]?.setAttribute('aria-selected', 'true');
    this.#onActive(this.#options[place]?.id ?? null);
  }

  /** Goes on by so many choices, and round at the ends. */
  move(by: number): void {
    const { length } = this.#choices;
    if (length === 0) return;
    this.activate((this.#active + by + length) % length);
    this.#options[this.#active]?.scrollIntoView({ block: 'nearest' });
  }

  #drawGroup({ id, label, items }: ChoiceGroup): DrawnGroup {
    let group = this.#groups.get(id);
    if (!group) {
      group = { element: createGroup(`${this.#id}${id}`, label), options: [], shown: 0 };
      this.#groups.set(id, group);
    }
    const { element, options } = group;
    for (const [i, { name, about, picture }] of items.entries()) {
      let option = options[i];
      if (!option) {
        option = createOption();
        options.push(option);
      }
      const at = this.#options.push(option.element) - 1;
      setOnce(option.element, 'id', `${this.#id}${at}`);
      setOnce(option.element, 'aria-selected', String(at === this.#active));
      say(option.name, name);
      if (about) say(option.about, about);
      if (about && !option.about.element.parentNode) option.name.element.after(option.about.element);
      if (!about) option.about.element.remove();
      if (picture === undefined) option.picture.remove();
      else {
        setOnce(option.picture, 'src', picture);
        if (!option.picture.parentNode) option.element.prepend(option.picture);
      }
      if (i >= group.shown) element.append(option.element);
    }
    for (let i = items.length; i < group.shown; i++) options[i]?.element.remove();
    group.shown = items.length;
    return group;
  }
}

function createGroup(id: string, label: string): HTMLElement {
  const element = document.createElement('div');
  element.className = 'pb-2';
  element.setAttribute('role', 'group');
  element.setAttribute('aria-labelledby', id);
  const heading = document.createElement('div');
  heading.id = id;
  heading.className = 'px-3 py-1.5 text-soft text-xs';
  heading.textContent = label;
  element.append(heading);
  return element;
}

function createOption(): DrawnOption {
  const element = document.createElement('div');
  element.className =
    'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm aria-selected:bg-tint wrap-anywhere';
  element.setAttribute('role', 'option');
  element.tabIndex = -1;
  const name = document.createElement('span');
  name.className = 'block font-medium';
  const words = document.createElement('span');
  words.className = 'min-w-0 flex-1';
  words.append(name);
  element.append(words);
  const about = document.createElement('span');
  about.className = 'block text-soft text-xs/5';
  const picture = document.createElement('img');
  picture.className = 'size-8 shrink-0 rounded-md bg-white object-contain';
  picture.alt = '';
  picture.decoding = 'async';
  return { element, picture, name: { element: name }, about: { element: about } };
}

/** Sets an attribute only if it differs: the browser recalculates styles after every write. */
function setOnce(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Writes a text with its marks. Existing nodes are reused where their number and kinds fit. */
function say(saying: Saying, { text, marks = [] }: Said): void {
  const said = `${marks.join(' ')}\n${text}`;
  if (saying.said === said) return;
  saying.said = said;
  const parts: { text: string; isMark: boolean }[] = [];
  const add = (from: number, to: number | undefined, isMark: boolean) => {
    const part = text.slice(from, to);
    if (part !== '') parts.push({ text: part, isMark });
  };
  let at = 0;
  for (const [start, length] of marks) {
    add(at, start, false);
    at = start + length;
    add(start, at, true);
  }
  add(at, undefined, false);
  const places = saying.element.childNodes;
  if (places.length === parts.length && parts.every(({ isMark }, i) => isMark === isElement(places[i]))) {
    for (const [i, part] of parts.entries()) setData(places[i], part.text);
    return;
  }
  saying.element.replaceChildren(
    ...parts.map((part) => {
      if (!part.isMark) return part.text;
      const mark = document.createElement('mark');
      mark.textContent = part.text;
      return mark;
    }),
  );
}

const isElement = (node: Node | undefined): boolean => node instanceof Element;

function setData(place: Node | undefined, text: string): void {
  const node = isElement(place) ? place?.firstChild : place;
  if (node instanceof Text && node.data !== text) node.data = text;
}
