/**
 * External HTML is measured in one pass before any parser sees it: parsers create an object for every tag and recurse,
 * so a small request could block or crash the process.
 */
const voidTags: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
)
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
/** Optional end tags: the open elements that a start tag closes when it is a direct child. Must match the parser. */
const impliedEndTags: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['tr', ['tr', 'th', 'td']],
  ['th', ['th']],
  ['td', ['thead', 'th', 'td']],
  ['li', ['li']],
  ['dt', ['dt', 'dd']],
  ['dd', ['dt', 'dd']],
  ...['p', 'div', 'ul', 'ol', 'pre', 'table', 'blockquote', 'hr'].map((name) => [name, ['p']] as const),
  ...headings.map((name) => [name, [...headings, 'p']] as const),
])

export type HtmlLimits = { readonly characters: number; readonly tags: number; readonly depth: number }

export function isHtmlWithinLimits(html: string, limits: HtmlLimits): boolean {
  if (html.length > limits.characters) return false
  const open: string[] = []
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    tags += 1
    if (tags > limits.tags) return false
    trackOpenElements(open, html.slice(at + 1, at + 40))
    if (open.length > limits.depth) return false
  }
  return true
}

const tagStart = /^(\/?)([a-z][^\s/>]*)/i

function trackOpenElements(open: string[], rest: string): void {
  const [, slash, written = ''] = tagStart.exec(rest) ?? []
  if (slash === undefined) return
  const name = written.toLowerCase()
  if (slash === '') {
    const ended = impliedEndTags.get(name) ?? []
    while (ended.includes(open.at(-1) ?? '')) open.pop()
    if (!voidTags.has(name)) open.push(name)
    return
  }
  const at = open.lastIndexOf(name)
  if (at !== -1) open.length = at
}
