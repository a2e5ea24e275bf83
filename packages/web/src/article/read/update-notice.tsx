import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { useIsOutdated } from '../../notification/index.ts'
import { Banner } from '../../ui/banner.tsx'
import { refreshArticles } from '../article.queries.ts'
import * as texts from '../texts.ts'
import styles from './article-view.module.css'

/** Nothing replaces a text that is being read; the reader decides when to see what a colleague has published. */
export function UpdateNotice({ article }: { article: Pick<Article, 'id' | 'hash'> }) {
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  if (!useIsOutdated(article.id, article.hash)) return null
  const reload = () => {
    setBusy(true)
    void refreshArticles(queryClient).finally(() => setBusy(false))
  }
  return (
    <div className={styles.notice}>
      <Banner
        icon={<IconRefresh />}
        tone="accent"
        action={
          <Button variant="subtle" loading={isBusy} onClick={reload}>
            {texts.reload}
          </Button>
        }
      >
        {texts.thisArticleWasUpdated}
      </Banner>
    </div>
  )
}
