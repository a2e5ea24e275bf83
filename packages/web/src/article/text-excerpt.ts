/** The first words of a text, without its marks. Takes HTML that the server has cleaned. */
export function textExcerpt(html: string, length = 160): string {
  const spaced = html.replaceAll(/<(?:\/(?:p|h[1-6]|li|td|th|pre|blockquote)|br\s*\/?|hr\s*\/?)>/g, '$& ')
  // A document that is only parsed loads nothing and runs nothing.
  const text = new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? ''
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, length)
}
