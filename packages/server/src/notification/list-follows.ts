import type { FollowedThing } from '@knowreel/shared/notification/notification.calls.ts'
import type { Member } from '../access/index.ts'
import { capRows } from '../platform/database/capped-rows.ts'
import type { Db } from '../platform/database/db.ts'
import { memberFacts, toArticleWorkspace } from '../workspace/index.ts'
import { listFollows, type FollowRow } from './follow-list.queries.ts'

type Follows = { follows: FollowedThing[]; isTruncated?: boolean }

export async function readFollows(db: Db, actor: Member): Promise<Follows> {
  const member = memberFacts(actor)
  if (member === null) return { follows: [] }
  const { rows, isTruncated } = capRows(await listFollows(db, member))
  return { follows: rows.flatMap(toFollowed), ...(isTruncated && { isTruncated }) }
}

function toFollowed({ follow, article, workspace }: FollowRow): FollowedThing[] {
  const place = workspace && toArticleWorkspace(workspace)
  if (article !== null) return [{ kind: 'article', ...article, follow, workspace: place && placeOf(place) }]
  return place === null ? [] : [{ kind: 'workspace', id: place.id, ...placeOf(place), follow, workspace: null }]
}

const placeOf = ({ shortId, slug, title }: { shortId: string; slug: string; title: string }) => ({
  shortId,
  slug,
  title,
})
