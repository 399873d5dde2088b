/**
 * Lets React change a page that the browser translated. Translators put `<font>` elements in the place of React's
 * texts; React would then remove what is not there, which is a NotFoundError and takes the page away
 * (https://github.com/facebook/react/issues/11538), or write into a text that nobody sees.
 */
export function keepTranslated(): void {
  /** What stands in a page for a text of React's. */
  const standIns = new WeakMap<Node, ChildNode>();
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
        const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT');
        if (font) standIns.set(text, font as ChildNode);
      }
  }).observe(document, { childList: true, subtree: true });

  /** Child of `parent` that is, contains or replaces the node. */
  function childOf(parent: Node, node: Node): Node | null {
    let at: Node | null = node.isConnected ? node : (standIns.get(node) ?? node);
    while (at && at.parentNode !== parent) at = at.parentNode;
    return at;
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const found = child.parentNode === this ? child : childOf(this, child);
    if (found) removeChild.call(this, found);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    return insertBefore.call(
      this,
      node,
      before && before.parentNode !== this ? childOf(this, before) : before,
    ) as T;
  };
  const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as {
    get(this: Node): string | null;
    set(this: Node, value: string | null): void;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    configurable: true,
    enumerable: true,
    get,
    set(this: Node, value: string | null) {
      const font = this.isConnected ? undefined : standIns.get(this);
      if (font?.isConnected) font.replaceWith(this);
      set.call(this, value);
    },
  });
}
