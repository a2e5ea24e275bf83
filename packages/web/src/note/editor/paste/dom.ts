// Small changes of a tree of elements that keep what stands in them. The tree may be of the browser or of a test.

export function removeAll(root: Element, selector: string): void {
  for (const element of root.querySelectorAll(selector)) element.remove()
}

export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** Attributes go along where the new element is to have them. */
export function rename(element: Element, name: string, kept: readonly string[] = []): Element {
  const renamed = element.ownerDocument.createElement(name)
  for (const attribute of kept) {
    const value = element.getAttribute(attribute)
    if (value !== null) renamed.setAttribute(attribute, value)
  }
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}

export const styleOf = (element: Element): string => element.getAttribute('style') ?? ''

export const wordsOf = (node: Node): string => (node.textContent ?? '').replaceAll(/[\s\u00a0]+/g, ' ').trim()

const blockNames: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol table pre blockquote hr section article'.split(' '),
)
export const isBlock = (node: Node | null): boolean => node !== null && blockNames.has((node as Element).localName)
