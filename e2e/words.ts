/** A word that goes over the end of a line. */
interface BrokenWord {
  word: string;
  /** Of all of its parts, in CSS pixels. */
  width: number;
  /** What its block has for a line, in CSS pixels. */
  room: number;
}

/** Words in elements that are broken where no hyphen or slash is; Han characters and kana break anywhere. */
export function brokenWords(selector: string): BrokenWord[] {
  const found: BrokenWord[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element?.closest(selector) || element.closest('.sr-only, svg') || !element.checkVisibility())
      continue;
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(
      /[^\s\u200b\-–—/·,.、。，：；（）「」]+/g,
    )) {
      if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word)) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const parts = [...range.getClientRects()].filter(({ width }) => width > 1);
      if (new Set(parts.map(({ top }) => Math.round(top / 4))).size < 2) continue;
      let block: Element = element;
      while (block.parentElement && getComputedStyle(block).display.startsWith('inline'))
        block = block.parentElement;
      const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth } = getComputedStyle(block);
      const edges = [paddingLeft, paddingRight, borderLeftWidth, borderRightWidth];
      found.push({
        word,
        width: parts.reduce((sum, { width }) => sum + width, 0),
        // The box's width has fractions; clientWidth is rounded, so a word could seem to fit that does not.
        room: edges.reduce(
          (width, edge) => width - Number.parseFloat(edge),
          block.getBoundingClientRect().width,
        ),
      });
    }
  }
  return found;
}
