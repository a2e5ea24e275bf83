import { useState, type FormEvent } from 'react'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ShareAudience, ShareRecipient } from '@knowreel/shared/share/share.calls.ts'
import { Finder, FindingLine, findingKey, type FinderResult } from '../../group/index.ts'
import { Chip } from '../../ui/chip.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { useMe } from '../../user/index.ts'
import { sharePeopleQuery, useAddPeople, useRemovePerson } from '../share.queries.ts'
import * as texts from '../texts.ts'
import { RetryNotice } from './retry-notice.tsx'
import styles from './share-dialog.module.css'

type SharePeopleProps = { articleId: string; mayEdit: boolean }

/** The people the article is shared with by name: they can read it, and nothing else of its workspace. */
export function SharePeople({ articleId, mayEdit }: SharePeopleProps) {
  const { data, isError, isFetching, refetch } = useQuery(sharePeopleQuery(articleId))
  const entities = data?.entities ?? []
  return (
    <section aria-label={texts.peopleAndGroups} className={styles.people}>
      {mayEdit && <AddPeople articleId={articleId} entities={entities} audience={data?.audience} />}
      {data ? (
        entities.length > 0 && (
          <ul className={styles.list} aria-label={texts.sharedWith}>
            {entities.map((entity) => (
              <PersonRow key={entity.shareId} articleId={articleId} recipient={entity} mayEdit={mayEdit} />
            ))}
          </ul>
        )
      ) : isError ? (
        <RetryNotice text={texts.failedToLoadSharedUsers} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ListSkeleton rows={2} height={48} />
      )}
      {data && entities.length === 0 && (
        <p className="kr-second kr-muted">{mayEdit ? noteFor(data.audience) : texts.notSharedWithAnyoneYet}</p>
      )}
      {data?.isTruncated && <p className="kr-second kr-muted">{texts.thisListIsIncomplete}</p>}
    </section>
  )
}

const noteFor = (audience: ShareAudience | undefined): string =>
  audience?.isWholeCompany ? texts.everyoneInTheCompanyHasAccess : texts.peopleYouAddCanView

type AddPeopleProps = {
  articleId: string
  entities: readonly ShareRecipient[]
  audience: ShareAudience | undefined
}

function AddPeople({ articleId, entities, audience }: AddPeopleProps) {
  const me = useMe()?.user
  const present = new Set(entities.map(findingKey))
  if (me) present.add(findingKey({ type: 'user', id: me.id, email: me.email }))
  const blockedReason = (finding: FinderResult) => (audience && hasAccess(finding, audience) ? texts.hasAccess : null)
  const [chosen, setChosen] = useState<FinderResult[]>([])
  const add = useAddPeople(articleId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    // People who could not be added stay selected.
    if (chosen.length > 0 && !add.isPending) add.mutate(chosen, { onSuccess: () => setChosen([]) })
  }
  return (
    <form className={styles.add} onSubmit={submit}>
      <div className="kr-grow">
        <Finder
          label={texts.shareWithPeopleAndGroups}
          isLabelHidden
          placeholder={texts.nameGroupOrEmail}
          types={['user', 'group', 'invited']}
          value={chosen}
          onChange={setChosen}
          excludedKeys={present}
          blockedReason={blockedReason}
        />
      </div>
      <Button type="submit" variant="filled" size="md" disabled={chosen.length === 0} loading={add.isPending}>
        {texts.add}
      </Button>
    </form>
  )
}

/** Through the workspace of the article. */
function hasAccess({ type, id, email }: FinderResult, audience: ShareAudience): boolean {
  if (audience.isWholeCompany) return true
  if (type === 'user') return audience.userIds.includes(id)
  if (type === 'group') return audience.groupIds.includes(id)
  return audience.emails.some((address) => address.toLowerCase() === email?.toLowerCase())
}

type PersonRowProps = { articleId: string; recipient: ShareRecipient; mayEdit: boolean }

function PersonRow({ articleId, recipient, mayEdit }: PersonRowProps) {
  const remove = useRemovePerson(articleId)
  return (
    <li className={styles.person}>
      <FindingLine finding={recipient} badge={recipient.type === 'invited' && <Chip>{texts.invited}</Chip>} />
      {mayEdit && (
        <Tooltip label={texts.remove}>
          <ActionIcon aria-label={texts.removeRecipient(recipient.name)} onClick={() => remove.mutate(recipient)}>
            <IconX />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  )
}
