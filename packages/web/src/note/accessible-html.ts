/**
 * Makes wide tables and code scrollable, also by keyboard, passes the width of floating images to CSS, and puts list
 * markers where the text begins. Text cannot contain these tags, because it is escaped.
 */
export const withAccessibleMarkup = (html: string): string =>
  html
    .replaceAll(/<pre(?=[ >])/g, '<pre tabindex="0"')
    .replaceAll(/<table(?=[ >])/g, '<div class="tableWrapper" tabindex="0" role="region" aria-label="Table"><table')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<span data-mention=', '<span role="button" tabindex="0" data-mention=')
    .replaceAll(/<(li|blockquote)(?=[ >])/g, '<$1 dir="auto"')
    .replaceAll(floatingImageWidth, '$&;--picture-width:$1px')

const floatingImageWidth = /(?<=<span data-type="image" data-display="float-(?:left|right)" style=")width:(\d+)px/g
