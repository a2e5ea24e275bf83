import { useState } from 'react'
import { SegmentedControl } from '@mantine/core'
import { IconLock, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { sharedDataQuery } from '../share.queries.ts'
import * as texts from '../texts.ts'
import { RetryNotice } from './retry-notice.tsx'
import { PrivateLink } from './private-link.tsx'
import { PublicLink } from './public-link.tsx'
import styles from './share-dialog.module.css'

const kinds = ['public', 'private'] as const
type Kind = (typeof kinds)[number]
const kindLabels = {
  public: { label: texts.publicLabel, Icon: IconWorld },
  private: { label: texts.privateLabel, Icon: IconLock },
}
const kindOptions = kinds.map((value) => {
  const { label, Icon } = kindLabels[value]
  return {
    value,
    label: (
      <span className={styles.kind}>
        <Icon className="kr-icon-16" />
        {label}
      </span>
    ),
  }
})

type ShareLinksProps = { articleId: string; mayEdit: boolean; subArticleCount: number }

/**
 * The public link for anyone and the private one for named people; people who may not share can only copy the private
 * one.
 */
export function ShareLinks({ articleId, mayEdit, subArticleCount }: ShareLinksProps) {
  const request = useQuery({ ...sharedDataQuery(articleId), enabled: mayEdit })
  const [chosen, setChosen] = useState<Kind | null>(null)
  const shared = request.data
  const kind = chosen ?? (shared?.shared ? 'public' : 'private')
  return (
    <section className={styles.links} aria-labelledby="share-link">
      <div className={styles.head}>
        <h3 id="share-link" className={styles.title}>
          {texts.link}
        </h3>
        {shared && (
          <SegmentedControl
            aria-label={texts.linkType}
            data={kindOptions}
            value={kind}
            onChange={(next) => setChosen(kinds.find((one) => one === next) ?? null)}
          />
        )}
      </div>
      {!mayEdit ? (
        <PrivateLink articleId={articleId} mayEdit={false} />
      ) : shared ? (
        kind === 'public' ? (
          <PublicLink articleId={articleId} shared={shared} subArticleCount={subArticleCount} />
        ) : (
          <PrivateLink articleId={articleId} mayEdit />
        )
      ) : request.isError ? (
        <RetryNotice
          text={texts.theLinksCouldNotBe}
          onRetry={() => void request.refetch()}
          isRetrying={request.isFetching}
        />
      ) : (
        <ListSkeleton rows={2} height={36} />
      )}
    </section>
  )
}
