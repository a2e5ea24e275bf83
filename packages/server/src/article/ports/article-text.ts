/** The words of an article or draft, for those who may edit it. */
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { positionsOf } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { noteJsonToText } from '@knowreel/shared/note/note-text.ts'
import { AppError } from '@knowreel/shared/error/app-error.ts'
import type { NoteJson } from '@knowreel/shared/note/note-document.ts'
import { sql } from 'kysely'
import type { Member } from '../../access/index.ts'
import { readNotesOfArticle, type Collaboration } from '../../note/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { authoriseExport } from './exported-tab.ts'

export type ArticleText = {
  readonly id: string
  readonly title: string
  readonly tabs: readonly {
    readonly id: string
    readonly title: string
    readonly note: NoteJson
    readonly text: string
  }[]
  /** Times in ms of the article. */
  readonly paragraphs: readonly { readonly title: string; readonly start: number }[]
  readonly tree: ParagraphTree
}

export type ArticleTextServices = { readonly db: Db; readonly live: Pick<Collaboration, 'flush'> | null }

/** A draft as its editors see it now. Throws if this person may not edit it. */
export async function readArticleText(
  { db, live }: ArticleTextServices,
  actor: Member,
  articleId: string,
): Promise<ArticleText> {
  const { id } = await authoriseExport(db, actor, articleId)
  await live?.flush(id)
  const [row, notes] = await Promise.all([findRow(db, id), readNotesOfArticle(db, id)])
  if (row === undefined) throw new AppError('not_found')
  return {
    id,
    title: row.title,
    tabs: row.tabs.map(({ id: tabId, title, note: stored }) => {
      const note = notes.get(tabId) ?? stored
      return { id: tabId, title, note, text: noteJsonToText(note) }
    }),
    paragraphs: positionsOf(row.paragraphs).map(({ paragraph, start }) => ({ title: paragraph.title, start })),
    tree: row.paragraphs,
  }
}

type Tab = { readonly id: string; readonly title: string; readonly note: NoteJson }

const findRow = (db: Db, id: string) =>
  db
    .selectFrom('articles as a')
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .select(['a.title', 'a.paragraphs'])
    .$narrowType<{ paragraphs: ParagraphTree }>()
    .select(
      sql<readonly Tab[]>`coalesce((
        select json_agg(json_build_object('id', t.id, 'title', t.title, 'note', t.content) order by t.position)
        from text_tabs t where t.article_id = a.id
      ), '[]'::json)`.as('tabs'),
    )
    .executeTakeFirst()
