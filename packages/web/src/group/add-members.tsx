import { useState, type FormEvent } from 'react'
import { Button } from '@mantine/core'
import { handleError } from '../platform/api/handle-error.ts'
import { showSuccess } from '../ui/toast/toast.ts'
import { Finder } from './finder.tsx'
import type { FinderResult } from './findings.ts'
import { useAddToGroup } from './group.queries.ts'
import * as texts from './texts.ts'
import styles from './group.module.css'

type AddMembersProps = {
  groupId: string
  memberKeys: ReadonlySet<string>
  onAdded?: () => void
}

/** The button adds the selected people immediately; those who could not be added stay selected. */
export function AddMembers({ groupId, memberKeys, onAdded }: AddMembersProps) {
  const [chosen, setChosen] = useState<FinderResult[]>([])
  const [isBusy, setBusy] = useState(false)
  const add = useAddToGroup()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (chosen.length === 0 || isBusy) return
    setBusy(true)
    const { left, reason } = await add(groupId, chosen)
    setBusy(false)
    setChosen(left)
    if (reason) return handleError(reason)
    showSuccess(texts.newUsersAdded)
    onAdded?.()
  }

  return (
    <form className={styles.add} onSubmit={(event) => void submit(event)}>
      <div className="kr-grow">
        <Finder
          label={texts.addUsers}
          isLabelHidden
          placeholder={texts.nameOrEmail}
          types={['user', 'invited']}
          value={chosen}
          onChange={setChosen}
          excludedKeys={memberKeys}
        />
      </div>
      <Button type="submit" variant="filled" size="md" disabled={chosen.length === 0} loading={isBusy}>
        {texts.add}
      </Button>
    </form>
  )
}
