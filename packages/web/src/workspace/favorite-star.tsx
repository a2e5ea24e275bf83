import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { Tooltip } from '../ui/menu/tooltip.tsx'
import type { WorkspaceSummary } from '@knowreel/shared/workspace/workspace.calls.ts'
import * as texts from './texts.ts'
import { useSetFavorite } from './workspace.queries.ts'
import styles from './favorite-star.module.css'

type FavoriteStarProps = {
  workspace: Pick<WorkspaceSummary, 'id' | 'title' | 'isFavorite'>
  size?: 'sm' | 'md'
  /** Visible only while its row is hovered or focused, unless it is set. */
  isQuiet?: boolean
}

export function FavoriteStar({
  workspace: { id, title, isFavorite },
  size = 'md',
  isQuiet = false,
}: FavoriteStarProps) {
  const { mutate } = useSetFavorite()
  const Icon = isFavorite ? IconStarFilled : IconStar
  return (
    <Tooltip label={isFavorite ? texts.removeFromFavourites : texts.addToFavourites}>
      <ActionIcon
        size={size}
        className={styles.star}
        data-set={isFavorite || undefined}
        data-quiet={isQuiet || undefined}
        aria-label={texts.favouriteTitle(title)}
        aria-pressed={isFavorite}
        onClick={() => mutate({ id, isFavorite: !isFavorite })}
      >
        <Icon className={size === 'sm' ? 'kr-icon-16' : undefined} />
      </ActionIcon>
    </Tooltip>
  )
}
