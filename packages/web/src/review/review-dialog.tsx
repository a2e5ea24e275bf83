import { useState, type FormEvent } from 'react'
import { Button, Modal, NativeSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Review } from '@knowreel/shared/review/review.calls.ts'
import { addMonths, dayOf, reviewIntervals, type ReviewInterval } from '@knowreel/shared/review/review.rules.ts'
import { api } from '../platform/api/api.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { handleError } from '../platform/api/handle-error.ts'
import type { DialogProps } from '../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import { isDay } from '../ui/form/calendar-days.ts'
import { DateField } from '../ui/form/date-field.tsx'
import { useMe } from '../user/index.ts'
import { useChangeReview } from './review.queries.ts'
import * as texts from './texts.ts'
import styles from './review-dialog.module.css'

type ReviewDialogProps = { articleId: string; review: Review | null }

const searchDelayMs = 200

/** Chooses who answers for an article, and when they are asked whether it is still true. */
export function ReviewDialog({ articleId, review, opened, onClose }: ReviewDialogProps & DialogProps) {
  const me = useMe()?.user
  const begun = review?.owner ?? (me && { id: me.id, name: me.name })
  const [owner, setOwner] = useState<Owner | null>(begun ?? null)
  const [everyMonths, setEveryMonths] = useState<ReviewInterval>(review?.everyMonths ?? 6)
  const [today] = useState(() => dayOf(new Date()))
  const [reviewAt, setReviewAt] = useState(review && review.reviewAt > today ? review.reviewAt : addMonths(today, 6))
  const [error, setError] = useState<string | null>(null)
  const change = useChangeReview(articleId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (owner === null || !isDay(reviewAt)) return
    change.mutate(
      { kind: 'save', body: { ownerId: owner.id, reviewAt, everyMonths } },
      {
        onSuccess: onClose,
        onError: (failure) => {
          if (failure instanceof ApiError && failure.code === 'unknown_review_owner') setError(failure.message)
          else handleError(failure)
        },
      },
    )
  }
  return (
    <Modal opened={opened} onClose={onClose} title={texts.reviewTitle} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={submit} noValidate>
        <OwnerField
          owner={owner}
          error={error}
          onChange={(next) => {
            setOwner(next)
            setError(null)
          }}
        />
        <div className={styles.dates}>
          <DateField label={texts.firstReview} min={today} value={reviewAt} onChange={setReviewAt} />
          <NativeSelect
            label={texts.repeat}
            value={everyMonths}
            data={reviewIntervals.map((months) => ({ value: String(months), label: texts.everyMonths(months) }))}
            onChange={(event) => {
              const months = reviewIntervals.find((one) => String(one) === event.currentTarget.value) ?? 6
              setEveryMonths(months)
              setReviewAt(addMonths(today, months))
            }}
          />
        </div>
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            type="submit"
            variant="filled"
            loading={change.isPending}
            disabled={owner === null || !isDay(reviewAt)}
          >
            {texts.save}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}

type Owner = { readonly id: string; readonly name: string }
type OwnerFieldProps = { owner: Owner | null; error: string | null; onChange: (owner: Owner | null) => void }

function OwnerField({ owner, error, onChange }: OwnerFieldProps) {
  const [typed, setTyped] = useState(owner?.name ?? '')
  const [asked] = useDebouncedValue(typed.trim(), searchDelayMs)
  const { data = [] } = useQuery({
    queryKey: ['review', 'owners', asked],
    queryFn: async () => (await api.finder.search({ params: { query: asked }, query: { people: '1' } })).items,
    enabled: asked !== '' && asked !== owner?.name,
  })
  const people = data.filter(({ type, isDeactivated }) => type === 'user' && isDeactivated !== true)
  const options = [...people, ...(owner && people.every(({ id }) => id !== owner.id) ? [owner] : [])]
  return (
    <Select
      label={texts.chooseOwner}
      description={texts.chooseOwnerHelp}
      error={error}
      data-autofocus
      searchable
      openOnFocus={false}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={texts.nobodyFound}
      value={owner?.id ?? null}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options: all }) => all}
      onChange={(id) => onChange(options.find((one) => one.id === id) ?? null)}
    />
  )
}
