import { Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AdminCompany } from '@knowreel/shared/admin/admin.calls.ts'
import { formatStorage } from '@knowreel/shared/admin/admin.rules.ts'
import { AfterDelay, Skeleton } from '../../ui/page/skeleton.tsx'
import { showSuccess } from '../../ui/toast/toast.ts'
import { companyOwnerQuery, companyStatsQuery, useSetAi } from '../admin.queries.ts'
import { formatCount } from '../format-count.ts'
import { InlineError } from '../inline-error.tsx'
import * as texts from '../texts.ts'
import styles from '../admin.module.css'

export function CompanyGeneral({ company }: { company: AdminCompany }) {
  const query = useQuery(companyStatsQuery(company.id))
  const stats = query.data
  const tiles = [
    {
      label: texts.totalUsers,
      value: stats && formatCount(stats.users),
      note: stats && texts.activeAndInvited(formatCount(stats.activeUsers), formatCount(stats.invitedUsers)),
    },
    {
      label: texts.totalWorkspaces,
      value: stats && formatCount(stats.workspaces),
      note: stats && texts.archivedCount(formatCount(stats.archivedWorkspaces)),
    },
    {
      label: texts.totalArticles,
      value: stats && formatCount(stats.articles),
      note:
        stats &&
        texts.recordingsAndNotes(formatCount(stats.recordings), formatCount(stats.articles - stats.recordings)),
    },
    { label: texts.storageUsage, value: stats && formatStorage(stats.storage), note: undefined },
  ]
  return (
    <>
      {query.isError && !stats && (
        <InlineError
          text={texts.theTotalsCouldNotBe}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      <div className={styles.tiles}>
        {tiles.map(({ label, value, note }) => (
          <section key={label} className={styles.tile}>
            <h2 className={styles.tileLabel}>{label}</h2>
            <span className={styles.tileValue}>
              {value ??
                (query.isPending ? (
                  <AfterDelay>
                    <Skeleton width={72} height={20} />
                  </AfterDelay>
                ) : (
                  '–'
                ))}
            </span>
            <span className={styles.tileNote}>{note}</span>
          </section>
        ))}
      </div>
      <section className={styles.section}>
        <header>
          <h2>{texts.owner}</h2>
          <p>{texts.ownerHelp}</p>
        </header>
        <Owner companyId={company.id} />
      </section>
      <section className={styles.section}>
        <header>
          <h2>{texts.features}</h2>
          <p>{texts.appliesToEveryone}</p>
        </header>
        <AiSwitch company={company} />
      </section>
    </>
  )
}

function Owner({ companyId }: { companyId: string }) {
  const query = useQuery(companyOwnerQuery(companyId))
  const owner = query.data
  if (query.isError && !owner)
    return (
      <InlineError text={texts.theOwnerCouldNotBe} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    )
  if (query.isSuccess && !owner) return <p className="kr-muted">{texts.noOwnerInformation}</p>
  return (
    <div className={styles.fields}>
      <TextInput label={texts.firstName} value={owner?.firstName ?? ''} readOnly disabled={!owner} />
      <TextInput label={texts.lastName} value={owner?.lastName ?? ''} readOnly disabled={!owner} />
      <TextInput label={texts.email} value={owner?.email ?? ''} readOnly disabled={!owner} />
    </div>
  )
}

function AiSwitch({ company: { id, title, isAiEnabled } }: { company: AdminCompany }) {
  const { mutateAsync: setAi, isPending, variables } = useSetAi()
  const isOn = isPending ? variables.isAiEnabled : isAiEnabled
  const change = (next: boolean) =>
    void setAi({ id, isAiEnabled: next }).then(
      () => showSuccess(next ? texts.aiIsOn(title) : texts.aiIsOff(title)),
      () => undefined,
    )
  return (
    <div className={styles.switch}>
      <div className="kr-grow">
        <div className="kr-medium" id="ai-switch">
          {texts.aiEnabledQuestion}
        </div>
        <div className="kr-second kr-muted">{texts.aiHelp}</div>
      </div>
      <Switch
        aria-labelledby="ai-switch"
        checked={isOn}
        disabled={isPending}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </div>
  )
}
