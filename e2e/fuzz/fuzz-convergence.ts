/** Once everything settles: are both editors, the database and the HTML generated from it identical? */
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from '@playwright/test'
import * as Y from 'yjs'
import { type NoteJson, sortedMarks, type NoteNode } from '../../packages/shared/src/note/note-document.ts'
import { noteJsonToHtml } from '../../packages/shared/src/note/note-html.ts'
import { readNoteJson } from '../../packages/server/src/note/index.ts'
import { loadNote } from '../../packages/server/src/note/note.queries.ts'
import type { Db } from '../../packages/server/src/platform/database/db.ts'
import { readClock, readNote } from './fuzz-page.ts'

const CONVERGENCE_TIMEOUT_MS = 60_000

/** Per client: the last edit that the server has reported as saved. */
type SavedClocks = ReadonlyMap<number, number>

/** Edits that were reported as saved but are not in the database. */
export async function findMissingEdits(
  db: Db,
  articleId: string,
  tabIds: readonly string[],
  saved: SavedClocks,
): Promise<string[]> {
  const documents = await Promise.all(
    tabIds.map(async (tabId) => {
      const document = new Y.Doc()
      const { snapshot, updates } = await loadNote(db, { articleId, tabId })
      if (snapshot) Y.applyUpdate(document, snapshot)
      for (const update of updates) Y.applyUpdate(document, update)
      return document
    }),
  )
  return [...saved].flatMap(([client, clock]) => {
    const stored = Math.max(...documents.map(({ store }) => Y.getState(store, client)))
    return stored < clock ? [`the database has ${stored} of ${clock} saved edits of client ${client}`] : []
  })
}

type Editing = { readonly personIndex: number; readonly page: Page }

/** Waits until every editor of this tab and the database agree; otherwise returns the differences. */
export async function waitForConvergence(
  db: Db,
  articleId: string,
  tabId: string,
  people: readonly Editing[],
  saved: SavedClocks,
): Promise<string[]> {
  let differences: string[] = []
  for (const until = Date.now() + CONVERGENCE_TIMEOUT_MS; Date.now() < until; await delay(500)) {
    const gone = (await Promise.all(people.map(describeWithoutEditor))).filter((found) => found !== null)
    differences = gone
    if (gone.length > 0) continue
    const notes = await Promise.all(people.map(({ page }) => readNote(page)))
    const stored = (await readNoteJson(db, articleId, tabId)) ?? { type: 'doc' }
    const [one, other] = notes.map((found) => withoutDefaults(found as NoteJson))
    if (!isDeepStrictEqual(one, other)) differences.push('the two editors differ')
    if (!isDeepStrictEqual(one, withoutDefaults(stored))) differences.push(`editor and database differ`)
    const [oneHtml, storedHtml] = [noteJsonToHtml(notes[0] as NoteJson), noteJsonToHtml(stored)]
    if (oneHtml !== storedHtml) differences.push(`the HTML differs:\n${firstDifference(oneHtml, storedHtml)}`)
    for (const { page, personIndex } of people) {
      const { client, clock } = await readClock(page)
      if (clock > (saved.get(client) ?? 0)) differences.push(`edits of person ${personIndex} were never called saved`)
    }
    if (differences.length === 0) return []
  }
  return differences
}

/** Null if the page has its editor, which may appear late after a reload. */
async function describeWithoutEditor({ personIndex, page }: Editing): Promise<string | null> {
  try {
    await readNote(page)
    return null
  } catch (error) {
    const shown = await page.evaluate(() => document.body.innerText.slice(0, 600)).catch(String)
    return `person ${personIndex}: ${String(error)}\n${page.url()}\n${shown}`
  }
}

/** Without null attributes: an editor spells out default values, the database does not. */
function withoutDefaults(node: NoteNode): unknown {
  const defaults: Record<string, unknown> = { colspan: 1, rowspan: 1, start: 1, checked: false, layout: 'two-column' }
  const attrs = Object.entries(node.attrs ?? {}).filter(([name, value]) => value !== null && value !== defaults[name])
  return {
    type: node.type,
    text: node.text,
    attrs: Object.fromEntries(attrs),
    marks: sortedMarks(node.marks ?? []).map((mark) => ({
      type: mark.type,
      attrs: Object.fromEntries(Object.entries(mark.attrs ?? {}).filter(([, value]) => value !== null)),
    })),
    content: (node.content ?? []).map(withoutDefaults),
  }
}

export function firstDifference(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 120)
  return `${around(one)}\n${around(other)}`
}
