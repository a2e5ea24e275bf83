/** Coloured ranges of code: the many classes of the grammars reduced to seven kinds. */

export type CodeKind = 'comment' | 'keyword' | 'string' | 'number' | 'name' | 'type' | 'meta'

export type CodeToken = { readonly kind: CodeKind; readonly from: number; readonly to: number }

/** The part of a syntax tree that is used here. */
export type CodeTree = { type: string; value?: string; children?: CodeTree[]; properties?: { className?: unknown } }

/** Longer code stays plain, because highlighting it would block the page. Characters. */
export const MAX_HIGHLIGHTED_CODE = 20_000

const kindByClassName: Readonly<Record<string, CodeKind>> = {
  'hljs-comment': 'comment',
  'hljs-quote': 'comment',
  'hljs-keyword': 'keyword',
  'hljs-selector-tag': 'keyword',
  'hljs-literal': 'keyword',
  'hljs-tag': 'keyword',
  'hljs-name': 'keyword',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-addition': 'string',
  'hljs-number': 'number',
  'hljs-symbol': 'number',
  'hljs-bullet': 'number',
  'hljs-title': 'name',
  'hljs-section': 'name',
  'hljs-selector-class': 'name',
  'hljs-selector-id': 'name',
  'hljs-type': 'type',
  'hljs-built_in': 'type',
  'hljs-attr': 'type',
  'hljs-attribute': 'type',
  'hljs-variable': 'type',
  'hljs-meta': 'meta',
  'hljs-deletion': 'meta',
}

/** A nested token has the inner kind, the rest of the outer token its own; in order, without overlaps. */
export function flattenTokens(tree: CodeTree): CodeToken[] {
  const tokens: CodeToken[] = []
  let at = 0
  const visit = (node: CodeTree, inherited: CodeKind | null): void => {
    if (node.type === 'text') {
      const from = at
      at += node.value?.length ?? 0
      if (inherited !== null) tokens.push({ kind: inherited, from, to: at })
      return
    }
    const names = Array.isArray(node.properties?.className) ? node.properties.className : []
    const own = names.map((name) => kindByClassName[String(name)]).find((kind) => kind !== undefined)
    for (const child of node.children ?? []) visit(child, own ?? inherited)
  }
  visit(tree, null)
  return tokens
}
