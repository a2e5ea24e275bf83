import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { mergeTags } from '../edit/draft/draft-conflicts.ts'

type TaggedArticle = Pick<Article, 'id' | 'tags' | 'draft'>

/**
 * Publishes changed tags of an article. The change is also applied to its draft, or publishing it would revert them;
 * other tags of either stay.
 */
export async function publishTags({ id, tags: base, draft }: TaggedArticle, wanted: readonly string[]): Promise<void> {
  await saveWithMerge(base, wanted, {
    read: async () => (await api.article.get({ params: { id } })).article.tags,
    save: (tags, from) =>
      api.article.save({
        params: { id },
        body: { tags, baseFields: { tags: from }, isPublish: true, isKeepDraft: true },
      }),
  })
  if (draft === null) return
  const readDraft = async () => (await api.draft.get({ params: { id: draft.id } })).article.tags
  const theirs = await readDraft().catch(() => null)
  // Published or discarded in the meantime.
  if (theirs === null) return
  await saveWithMerge(theirs, mergeTags(base, wanted, theirs) ?? wanted, {
    read: readDraft,
    save: (tags, from) =>
      api.article.saveDraft({ params: { id: draft.id }, body: { tags, baseFields: { tags: from } } }),
  })
}

type TagStore = {
  readonly read: () => Promise<readonly string[]>
  readonly save: (tags: string[], from: string[]) => Promise<unknown>
}

/** Repeats the change on top of what someone else saved in the meantime. */
async function saveWithMerge(
  base: readonly string[],
  wanted: readonly string[],
  { read, save }: TagStore,
): Promise<void> {
  try {
    await save([...wanted], [...base])
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'draft_changed')) throw error
    const theirs = await read()
    await save([...(mergeTags(base, wanted, theirs) ?? wanted)], [...theirs])
  }
}
