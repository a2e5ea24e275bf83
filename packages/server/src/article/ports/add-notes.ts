/** Adds generated notes to a draft: as a new tab, or at the end of one. */
import type { TextTab } from '@knowreel/shared/article/article.wire.ts'
import { storedTabTitle, tabSlugs, validateTabs } from '@knowreel/shared/article/text-tab.rules.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import { newKey } from '@knowreel/shared/identity/ids.ts'
import {
  isEmptyNote,
  NOTE_SERVER_LIMIT,
  noteSize,
  withBlockKeys,
  type NoteJson,
} from '@knowreel/shared/note/note-document.ts'
import type { Member } from '../../access/index.ts'
import { editStoredNote } from '../../note/index.ts'
import type { Db, Trx } from '../../platform/database/db.ts'
import { runTransaction } from '../../platform/database/run-transaction.ts'
import { slugFrom } from '../../platform/slug/slug.ts'
import { toTab, type TabContent } from '../article-content.ts'
import { isOpenDraft, loadContent, lockArticleRows, saveContent, seedNotes } from '../article-write.queries.ts'
import { alreadyPublishedError } from '../article.policy.ts'
import { findOrCreateDraft } from '../draft/create-draft.ts'
import { markDraftOpened } from '../draft/idle-draft.queries.ts'
import { reloadSubject } from '../draft/save-draft.ts'
import { announceSaved, type LiveNotes } from '../live-notes.ts'

export type GeneratedNotes = {
  readonly title: string
  readonly note: NoteJson
  /** The tab to whose end they are added; null adds a tab. */
  readonly tabId: string | null
}

export type AddedNotes = { readonly textTabs: readonly TextTab[]; readonly draftId: string; readonly tabId: string }

/** Checks access anew, because generating takes time. The draft of a published article is created if there is none. */
export async function addNotes(
  { db, live }: { readonly db: Db; readonly live: LiveNotes | null },
  actor: Member,
  articleId: string,
  notes: GeneratedNotes,
): Promise<AddedNotes> {
  for (;;) {
    const subject = await reloadSubject(db, actor, articleId)
    if (subject.kind === 'gone') throw alreadyPublishedError(subject)
    const { kind, id } = subject
    const added = await runTransaction(db, async (trx) => {
      const row =
        kind === 'published' ? await findOrCreateDraft(trx, actor, id) : (await lockArticleRows(trx, [id])).get(id)
      if (row === undefined || !isOpenDraft(row) || row.company_id !== actor.company.id) return null
      await markDraftOpened(trx, row.id)
      const present = await loadContent(trx, row)
      const { tabs, update } =
        notes.tabId === null
          ? { tabs: addTab(present.tabs, notes), update: null }
          : await appendToTab(trx, row.id, present.tabs, notes)
      await saveContent(trx, row.id, { ...present, tabs }, { updated_at: new Date(), updated_by_id: actor.userId })
      await seedNotes(trx, row.id, tabs)
      return { draftId: row.id, tabs, update }
    })
    if (added === null) continue
    const { draftId, tabs, update } = added
    if (update !== null && notes.tabId !== null)
      await live?.applyStored({ articleId: draftId, tabId: notes.tabId }, update)
    announceSaved(live, draftId)
    const textTabs = tabs.map(({ id, title, slug, html }) => ({ id, key: id, title, slug, text: html }))
    return { draftId, textTabs, tabId: notes.tabId ?? tabs.at(-1)?.id ?? '' }
  }
}

function addTab(present: readonly TabContent[], { title, note }: GeneratedNotes): TabContent[] {
  const added = { id: newKey(), title: storedTabTitle(title), note: requireFitting(withBlockKeys(note, newKey)) }
  const list = [...present, { ...added, slug: null }]
  validateTabs(list)
  return [...present, toTab({ ...added, slug: tabSlugs(list, slugFrom).at(-1) ?? '' })]
}

async function appendToTab(trx: Trx, draftId: string, present: readonly TabContent[], { note, tabId }: GeneratedNotes) {
  const tab = present.find(({ id }) => id === tabId)
  if (tab === undefined) throw new AppError('not_found')
  await seedNotes(trx, draftId, [tab])
  const edited = await editStoredNote(trx, { articleId: draftId, tabId: tab.id }, (before) => append(before, note))
  const tabs = present.map((one) => (one === tab ? toTab({ ...tab, note: edited.note }) : one))
  return { tabs, update: edited.update }
}

function append(present: NoteJson, added: NoteJson): NoteJson {
  const before = isEmptyNote(present) ? [] : (present.content ?? [])
  return requireFitting(withBlockKeys({ ...present, content: [...before, ...(added.content ?? [])] }, newKey))
}

function requireFitting(note: NoteJson): NoteJson {
  if (noteSize(note) > NOTE_SERVER_LIMIT)
    throw new AppError('invalid_input', { message: 'The notes do not fit into this tab. Choose another one' })
  return note
}
