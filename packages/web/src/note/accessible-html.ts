/**
 * Makes wide tables and code scrollable, also by keyboard, passes the width of floating images to CSS, and puts list
 * markers where the text begins. Callouts, lists of headings and toggles without words are named. Text cannot contain
 * these tags, because it is escaped.
 */
export const withAccessibleMarkup = (html: string): string =>
  html
    .replaceAll(/<pre(?=[ >])/g, '<pre tabindex="0"')
    .replaceAll(/<table(?=[ >])/g, '<div class="tableWrapper" tabindex="0" role="region" aria-label="Table"><table')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<span data-mention=', '<span role="button" tabindex="0" data-mention=')
    .replaceAll(/<(li|blockquote|details)(?=[ >])/g, '<$1 dir="auto"')
    .replaceAll(
      callout,
      (start, kind: keyof typeof calloutNames) => `${start} dir="auto" role="note" aria-label="${calloutNames[kind]}"`,
    )
    .replaceAll(/<summary>(?=(?:<(p|h\d)[^>]*><\/\1>)?<\/summary>)/g, '<summary aria-label="Details">')
    .replaceAll('<nav data-type', '<nav aria-label="Table of contents" data-type')
    .replaceAll(floatingImageWidth, '$&;--picture-width:$1px')

const calloutNames = { info: 'Info', tip: 'Tip', warning: 'Warning', danger: 'Danger' }
const callout = /<div data-type="callout" data-kind="(info|tip|warning|danger)"/g

const floatingImageWidth = /(?<=<span data-type="image" data-display="float-(?:left|right)" style=")width:(\d+)px/g
