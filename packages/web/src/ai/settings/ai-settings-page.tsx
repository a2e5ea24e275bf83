import { useQuery } from '@tanstack/react-query'
import { LoadError } from '../../ui/page/load-error.tsx'
import { PageFrame } from '../../ui/page/page-frame.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { AiSettingsForm } from './ai-settings-form.tsx'
import { aiSettingsQuery } from './ai-settings.queries.ts'
import { AiUsage } from './ai-usage.tsx'
import * as texts from './texts.ts'
import styles from './ai-settings.module.css'

/** The model and the budget of the company; for its owner. */
export function AiSettingsPage() {
  const settings = useQuery(aiSettingsQuery)
  return (
    <PageFrame title={texts.aiTitle}>
      {settings.isPending && <ListSkeleton rows={5} height={56} />}
      {settings.isError && (
        <LoadError
          text={texts.couldNotBeLoaded}
          onRetry={() => void settings.refetch()}
          isRetrying={settings.isFetching}
        />
      )}
      {settings.data && (
        <div className={styles.page}>
          <AiSettingsForm settings={settings.data} />
          <AiUsage settings={settings.data} />
        </div>
      )}
    </PageFrame>
  )
}
