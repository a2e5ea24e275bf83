import { ActionIcon } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { toggleVersions } from './version-panel-state.ts'

/** On narrow screens the menu of the article has it. */
export function VersionsButton({ article }: { article: Pick<Article, 'id' | 'abilities'> }) {
  const isNarrow = useNarrow()
  if (isNarrow || !article.abilities.editArticles) return null
  return (
    <Tooltip label="Versions">
      <ActionIcon aria-label="Versions" onClick={() => toggleVersions(article.id)}>
        <IconHistory />
      </ActionIcon>
    </Tooltip>
  )
}
