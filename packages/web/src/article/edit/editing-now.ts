import type { NotePerson } from '../../note/index.ts'
import * as articleTexts from '../texts.ts'
import * as texts from './texts.ts'

const maxNames = 3

/** A sentence that names the colleagues who edit the draft, with a space behind it; empty if there are none. */
export function editingNow(others: readonly NotePerson[]): string {
  if (others.length === 0) return ''
  const names = others.map(({ name }) => name || texts.someone)
  const list =
    names.length > maxNames ? [...names.slice(0, maxNames), articleTexts.moreItems(names.length - maxNames)] : names
  const last = list.at(-1) ?? ''
  const words = list.length > 1 ? articleTexts.listAndLast(list.slice(0, -1).join(', '), last) : last
  return texts.editingNow(words, others.length)
}
