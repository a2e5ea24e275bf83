/** Metadata at the top of an article's Markdown file: the YAML subset that exports of this and other products use. */

export type FrontMatter = Readonly<Record<string, string | readonly string[]>>

const keyPattern = /^[A-Za-z][\w -]{0,60}$/

/** Empty values are omitted. A JSON string is a YAML string. */
export function formatFrontMatter(facts: Readonly<Record<string, string | readonly string[] | null>>): string {
  const lines = Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || value.length === 0) return []
    if (typeof value === 'string') return [`${name}: ${JSON.stringify(value)}`]
    return [`${name}:`, ...value.map((item) => `  - ${JSON.stringify(item)}`)]
  })
  return ['---', ...lines, '---', '', ''].join('\n')
}

/** Names are lower-cased. Text without front matter is returned unchanged. Unknown syntax is ignored. */
export function parseFrontMatter(text: string): { readonly fields: FrontMatter; readonly body: string } {
  const found = /^---[ \t]*\n([^]{0,20000}?)\n?---[ \t]*(?:\n|$)/.exec(text)
  const inside = found?.[1]
  if (found === null || inside === undefined || !/^[A-Za-z][\w -]{0,60}:/m.test(inside))
    return { fields: {}, body: text }
  const fields: Record<string, string | string[]> = {}
  let list: string[] | null = null
  for (const line of inside.split('\n')) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    if (item !== undefined && list !== null) {
      list.push(parseScalar(item))
      continue
    }
    const at = line.indexOf(':')
    const name = line.slice(0, at)
    if (at < 1 || !keyPattern.test(name)) continue
    const value = line.slice(at + 1).trim()
    list = value === '' ? [] : null
    fields[name.toLowerCase()] = list ?? parseValue(value)
  }
  return { fields, body: text.slice(found[0].length) }
}

function parseValue(value: string): string | string[] {
  if (!value.startsWith('[') || !value.endsWith(']')) return parseScalar(value)
  const items = value.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^,]+/g) ?? []
  return items.map(parseScalar).filter((item) => item !== '')
}

function parseScalar(value: string): string {
  const text = value.trim()
  if (text.startsWith('"')) {
    try {
      const read: unknown = JSON.parse(text)
      return typeof read === 'string' ? read : text
    } catch {
      return text.replaceAll('"', '')
    }
  }
  return text.startsWith("'") && text.endsWith("'") && text.length > 1 ? text.slice(1, -1).replaceAll("''", "'") : text
}

/** A text, or the first of several. */
export function frontMatterText(facts: FrontMatter, name: string): string | null {
  const value = facts[name]
  const text = typeof value === 'string' ? value : value?.[0]
  return text === undefined || text === '' ? null : text
}

/** A list, or a comma-separated text. */
export function frontMatterList(facts: FrontMatter, name: string): readonly string[] {
  const value = facts[name]
  if (value === undefined) return []
  return typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value
}
