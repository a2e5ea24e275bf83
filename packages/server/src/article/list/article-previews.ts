import type { ArticlePreview } from '@knowreel/shared/article/article.wire.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { fileReader, type Member, type SignAddress } from '../../access/index.ts'
import type { Db } from '../../platform/database/db.ts'
import { listPosters } from '../../video/index.ts'
import { listPreviewedArticles } from './article-list.queries.ts'

/** Of those that the member sees in a workspace, in no particular order. */
export async function readPreviews(
  { db, signAddress }: { readonly db: Db; readonly signAddress: SignAddress },
  member: Member,
  ids: readonly string[],
): Promise<ArticlePreview[]> {
  const articles = await listPreviewedArticles(db, member, ids)
  const maps = new Map(articles.map(({ id, paragraphs }) => [id, articleMap(paragraphs ?? [])]))
  const posters = await listPosters(db, member.company.id, maps)
  return articles.map(({ id, text }) => {
    const key = posters.get(id)
    return {
      id,
      posterUrl: key === undefined ? null : signAddress(key, fileReader(member, `article:${id}`)),
      excerpt: firstWords(text ?? ''),
    }
  })
}

const maxExcerpt = 200

function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= maxExcerpt) return line
  const words = line.slice(0, line.lastIndexOf(' ', maxExcerpt)).trim()
  return words === '' ? Array.from(line).slice(0, maxExcerpt).join('') : words
}
