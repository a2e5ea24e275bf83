/** Wide tables and code scroll by themselves, also by keyboard; floating pictures tell their room;
 * signs of lists stand where their words begin. Text cannot hold these tags: in it they are escaped. */
export const withReachableParts = (html: string): string =>
  html
    .replaceAll(/<pre(?=[ >])/g, '<pre tabindex="0"')
    .replaceAll(/<table(?=[ >])/g, '<div class="tableWrapper" tabindex="0" role="region" aria-label="Table"><table')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<span data-mention=', '<span role="button" tabindex="0" data-mention=')
    .replaceAll(/<(li|blockquote)(?=[ >])/g, '<$1 dir="auto"')
    .replaceAll(floatingWidth, '$&;--picture-width:$1px')

const floatingWidth = /(?<=<span data-type="image" data-display="float-(?:left|right)" style=")width:(\d+)px/g
