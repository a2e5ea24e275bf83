import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { articleLimits } from '@knowreel/shared/article/article.rules.ts'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { writeParagraphs } from '@knowreel/shared/video/paragraph-reading.ts'
import { api } from '../../platform/api/api.ts'
import type { DraftStore } from '../draft-store.ts'

/** Puts the draft as it stands here, with the notes as they are for all, into a draft of its own. */
export async function keepMineApart(store: DraftStore): Promise<Article> {
  const { fields, article, conflicts } = store.read()
  const { article: present } = await api.draft.get({ params: { id: article.id } })
  const keys = new Map(present.textTabs.map(({ id }) => [id, newKey()]))
  const { article: kept } = await api.article.saveDraft({
    params: { id: 'new' },
    body: {
      clientId: newId(),
      // Two drafts of one name would not be told apart.
      title: conflicts.title ? fields.title : `Copy of ${fields.title}`.slice(0, articleLimits.titleLength),
      workspace: fields.workspaceId,
      tags: [...fields.tags],
      textTabs: present.textTabs.map(({ id, title, text }) => ({ id: keys.get(id) ?? newKey(), title, text })),
      pinnedNote: present.pinnedNote === null ? null : keys.get(present.pinnedNote),
      paragraphs: writeParagraphs(fields.paragraphs),
      copyOf: article.id,
    },
  })
  return kept
}
