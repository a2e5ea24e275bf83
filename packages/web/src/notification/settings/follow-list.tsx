import { Button } from '@mantine/core'
import { IconBellOff, IconFileText, IconVocabulary } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FollowTarget } from '@knowreel/shared/notification/notification.calls.ts'
import { Chip } from '../../ui/chip.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import * as texts from '../texts.ts'
import { followsQuery, useFollow } from './follow.queries.ts'
import styles from './settings-section.module.css'

/** Everything that the person follows or has muted; each can be reverted here. */
export function FollowList() {
  const { data, isError, isFetching, refetch } = useQuery(followsQuery)
  if (isError && !data) {
    return <LoadError text={texts.yourFollowedItemsCouldNot} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  if (!data) return null
  return (
    <section className={styles.follows} aria-labelledby="followed-things">
      <h3 id="followed-things" className={styles.label}>
        {texts.following}{' '}
        {data.follows.length > 0 && (
          <span className="kr-muted kr-num">
            {data.follows.length}
            {data.isTruncated && '+'}
          </span>
        )}
      </h3>
      {data.follows.length === 0 ? (
        <p className="kr-second kr-muted">{texts.articlesYouTakePartIn}</p>
      ) : (
        <ul className={styles.things}>
          {data.follows.map((thing) => (
            <FollowedItem key={thing.id} target={thing} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FollowedItem({ target }: { target: FollowTarget }) {
  const { kind, id, follow, workspace } = target
  const save = useFollow({ kind, id })
  const Icon = kind === 'article' ? IconFileText : IconVocabulary
  const isMuted = follow === 'muted'
  const word = isMuted ? texts.unmute : texts.unfollow
  const title = target.title || texts.untitled
  return (
    <li className={styles.thing}>
      <Icon className="kr-icon-16" aria-hidden />
      <span className={styles.thingWords}>
        <FollowedItemLink target={target} title={title} />
        {workspace && <span className="kr-second kr-muted kr-trunc">{workspace.title}</span>}
      </span>
      {isMuted && <Chip icon={<IconBellOff className="kr-icon-14" />}>{texts.muted}</Chip>}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        loading={save.isPending}
        aria-label={`${word} ${title}`}
        onClick={() => save.mutate(null)}
      >
        {word}
      </Button>
    </li>
  )
}

/** Something that is only shared has no URL of its own. */
function FollowedItemLink({ target, title }: { target: FollowTarget; title: string }) {
  const { kind, shortId, slug, workspace } = target
  if (kind === 'workspace') {
    return (
      <Link to="/workspace/$id" params={{ id: shortId }} className="kr-trunc">
        {title}
      </Link>
    )
  }
  if (workspace === null) return <span className="kr-trunc">{title}</span>
  const params = {
    workspaceId: workspace.shortId,
    workspaceSlug: workspace.slug,
    articleId: shortId,
    articleSlug: slug,
  }
  return (
    <Link
      to="/b/$workspaceId/$workspaceSlug/$articleId/{-$articleSlug}/{-$part}/{-$tab}"
      params={params}
      className="kr-trunc"
    >
      {title}
    </Link>
  )
}
