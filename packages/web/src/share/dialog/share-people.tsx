import { useState, type FormEvent } from 'react'
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ShareAudience, ShareRecipient } from '@knowreel/shared/share/share.calls.ts'
import { Finder, FindingLine, findingKey, type FinderResult } from '../../group/index.ts'
import { Chip } from '../../ui/chip.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { useMe } from '../../user/index.ts'
import { sharePeopleQuery, useAddPeople, useChangeAccess, useRemovePerson } from '../share.queries.ts'
import * as texts from '../texts.ts'
import { RetryNotice } from './retry-notice.tsx'
import styles from './share-dialog.module.css'

type SharePeopleProps = { articleId: string; mayEdit: boolean }

/** The people the article is shared with by name. They read it, may comment if the share says so, and see nothing else. */
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
  const [mayComment, setMayComment] = useState(true)
  const add = useAddPeople(articleId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    // People who could not be added stay selected.
    if (chosen.length > 0 && !add.isPending)
      add.mutate({ people: chosen, mayComment }, { onSuccess: () => setChosen([]) })
  }
  return (
    <form className={styles.add} onSubmit={submit}>
      <div className={styles.finder}>
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
      <AccessSelect size="md" label={texts.access} mayComment={mayComment} onChange={setMayComment} />
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
  const change = useChangeAccess(articleId)
  const { shareId, name, mayComment } = recipient
  return (
    <li className={styles.person}>
      <FindingLine finding={recipient} badge={recipient.type === 'invited' && <Chip>{texts.invited}</Chip>} />
      {mayEdit ? (
        <>
          <AccessSelect
            size="sm"
            label={texts.accessOfRecipient(name)}
            mayComment={mayComment}
            onChange={(next) => change.mutate({ shareId, mayComment: next })}
          />
          <Tooltip label={texts.remove}>
            <ActionIcon aria-label={texts.removeRecipient(name)} onClick={() => remove.mutate(recipient)}>
              <IconX />
            </ActionIcon>
          </Tooltip>
        </>
      ) : (
        <span className={styles.fixed}>{mayComment ? texts.canComment : texts.canView}</span>
      )}
    </li>
  )
}

const accessLabels = { comment: texts.canComment, view: texts.canView }
const accessOptions = (['comment', 'view'] as const).map((value) => ({ value, label: accessLabels[value] }))

type AccessSelectProps = {
  size: 'sm' | 'md'
  label: string
  mayComment: boolean
  onChange: (mayComment: boolean) => void
}

function AccessSelect({ size, label, mayComment, onChange }: AccessSelectProps) {
  const value = mayComment ? 'comment' : 'view'
  return (
    <Select
      size={size}
      className={styles.access}
      aria-label={label}
      data={accessOptions}
      value={value}
      allowDeselect={false}
      onChange={(next) => next !== null && next !== value && onChange(next === 'comment')}
    />
  )
}
