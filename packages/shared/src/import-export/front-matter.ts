/** Metadata at the top of an article's Markdown file: the YAML subset that exports of this and other products use. */

export type FrontMatter = Readonly<Record<string, string | readonly string[]>>

const key = /^[A-Za-z][\w -]{0,60}$/

/** Empty values are omitted. A JSON string is a YAML string. */
export function writeFrontMatter(facts: Readonly<Record<string, string | readonly string[] | null>>): string {
  const lines = Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || value.length === 0) return []
    if (typeof value === 'string') return [`${name}: ${JSON.stringify(value)}`]
    return [`${name}:`, ...value.map((item) => `  - ${JSON.stringify(item)}`)]
  })
  return ['---', ...lines, '---', '', ''].join('\n')
}

/** Names are lower-cased. Text without front matter is returned unchanged. Unknown syntax is ignored. */
export function readFrontMatter(text: string): { readonly facts: FrontMatter; readonly body: string } {
  const found = /^---[ \t]*\n([^]{0,20000}?)\n?---[ \t]*(?:\n|$)/.exec(text)
  const inside = found?.[1]
  if (found === null || inside === undefined || !/^[A-Za-z][\w -]{0,60}:/m.test(inside))
    return { facts: {}, body: text }
  const facts: Record<string, string | string[]> = {}
  let list: string[] | null = null
  for (const line of inside.split('\n')) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    if (item !== undefined && list !== null) {
      list.push(scalar(item))
      continue
    }
    const at = line.indexOf(':')
    const name = line.slice(0, at)
    if (at < 1 || !key.test(name)) continue
    const value = line.slice(at + 1).trim()
    list = value === '' ? [] : null
    facts[name.toLowerCase()] = list ?? readValue(value)
  }
  return { facts, body: text.slice(found[0].length) }
}

function readValue(value: string): string | string[] {
  if (!value.startsWith('[') || !value.endsWith(']')) return scalar(value)
  const items = value.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|'[^']*'|[^,]+/g) ?? []
  return items.map(scalar).filter((item) => item !== '')
}

function scalar(value: string): string {
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
export function factText(facts: FrontMatter, name: string): string | null {
  const value = facts[name]
  const text = typeof value === 'string' ? value : value?.[0]
  return text === undefined || text === '' ? null : text
}

/** A list, or a comma-separated text. */
export function factList(facts: FrontMatter, name: string): readonly string[] {
  const value = facts[name]
  if (value === undefined) return []
  return typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value
}
