import { useState, type FormEvent } from 'react'
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ShareRecipient } from '@knowreel/shared/share/share.calls.ts'
import { Finder, FindingLine, findingKey, type FinderResult } from '../../group/index.ts'
import { Chip } from '../../ui/chip.tsx'
import { ListSkeleton } from '../../ui/page/skeleton.tsx'
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
      {mayEdit && <AddPeople articleId={articleId} present={new Set(entities.map(findingKey))} />}
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
        <p className="kr-second kr-muted">{mayEdit ? texts.peopleYouAddCanView : texts.notSharedWithAnyoneYet}</p>
      )}
      {data?.isTruncated && <p className="kr-second kr-muted">{texts.thisListIsIncomplete}</p>}
    </section>
  )
}

function AddPeople({ articleId, present }: { articleId: string; present: ReadonlySet<string> }) {
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
        />
      </div>
      <Button type="submit" variant="filled" size="md" disabled={chosen.length === 0} loading={add.isPending}>
        {texts.add}
      </Button>
    </form>
  )
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
