import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { VersionEntry } from '@knowreel/shared/article/article-version.calls.ts'
import { formatVersionTime } from '../../ui/time-format.ts'
import * as texts from './texts.ts'
import { toggleVersions } from './version-panel-state.ts'
import type { VersionSearch } from './version-search.ts'
import { versionsQuery, type VersionedArticle } from './version.queries.ts'
import styles from './version-bar.module.css'

type VersionBarProps = {
  article: { readonly id: string; readonly shortId: string }
  versioned: VersionedArticle
  version: VersionEntry
  onClose: () => Promise<void>
}

const noComparison = 'none'

/** Above a version: the way back, and the state it is compared with. */
export function VersionBar({ article, versioned, version, onClose }: VersionBarProps) {
  const navigate = useNavigate()
  const { compare }: VersionSearch = useSearch({ strict: false })
  const { data } = useQuery(versionsQuery(versioned))
  const others = (data?.versions ?? []).filter((one) => one.version !== version.version)

  const choose = (value: string | null) => {
    const next = value === 'current' ? value : Number(value)
    void navigate({
      to: '/article/$id/v/$version/edit',
      params: { id: article.shortId, version: String(version.version) },
      search: value === null || value === noComparison ? {} : { compare: next },
      replace: true,
    })
  }

  return (
    <div className={styles.bar}>
      <Button variant="subtle" leftSection={<IconArrowLeft />} onClick={() => void onClose()} className={styles.back}>
        <span className={styles.wide}>{texts.currentVersion}</span>
        <span className={styles.short}>{texts.back}</span>
      </Button>
      <span className={styles.end}>
        <Select
          className={styles.compare}
          aria-label={texts.compareWith}
          data={[
            { value: noComparison, label: texts.notCompared },
            { value: 'current', label: texts.comparedWithCurrent },
            ...others.map((one) => ({
              value: String(one.version),
              label: texts.comparedWithTime(formatVersionTime(one.time)),
            })),
          ]}
          value={compare === undefined ? noComparison : String(compare)}
          onChange={choose}
          allowDeselect={false}
          comboboxProps={{ width: 280, position: 'bottom-end' }}
        />
        <Tooltip label={texts.versions}>
          <ActionIcon aria-label={texts.versions} onClick={() => toggleVersions(article.id)}>
            <IconHistory />
          </ActionIcon>
        </Tooltip>
      </span>
    </div>
  )
}
