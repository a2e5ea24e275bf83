import { Menu } from '@mantine/core'
import { IconCalendarCheck, IconCalendarPlus, IconCircleCheck, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Review } from '@knowreel/shared/review/review.calls.ts'
import { openDialog } from '../ui/dialog/dialogs.ts'
import { Tooltip } from '../ui/menu/tooltip.tsx'
import { shownName } from '../ui/identity/shown-name.ts'
import { formatLongDate } from '../ui/time-format.ts'
import { showSuccess } from '../ui/toast/toast.ts'
import { reviewQuery, useChangeReview } from './review.queries.ts'
import * as texts from './texts.ts'
import styles from './review-chip.module.css'

type ReviewChipProps = { articleId: string; mayEdit: boolean }

/** Whether somebody answers for the article. Editors confirm it here, or choose who does and when. */
export function ReviewChip({ articleId, mayEdit }: ReviewChipProps) {
  const { data: review } = useQuery(reviewQuery(articleId))
  const change = useChangeReview(articleId)
  if (review === undefined || (review === null && !mayEdit)) return null
  const choose = () =>
    void openDialog(() => import('./review-dialog.tsx').then((module) => module.ReviewDialog), { articleId, review })
  if (review === null) {
    return (
      <button type="button" className={styles.add} onClick={choose}>
        <IconCalendarPlus className="kr-icon-14" />
        {texts.addReviewDate}
      </button>
    )
  }
  const label = labelOf(review)
  const owner = texts.ownedBy(shownName(review.owner?.name ?? texts.unknownAuthor))
  const face = (
    <>
      {review.state === 'confirmed' ? (
        <IconCircleCheck className="kr-icon-14" />
      ) : (
        <IconCalendarCheck className="kr-icon-14" />
      )}
      {label}
    </>
  )
  if (!mayEdit) {
    return (
      <Tooltip label={owner}>
        <span className={styles.chip} data-state={review.state}>
          {face}
        </span>
      </Tooltip>
    )
  }
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <button type="button" className={styles.chip} data-state={review.state} aria-label={texts.reviewActions(label)}>
          {face}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{owner}</Menu.Label>
        <Menu.Item
          leftSection={<IconCircleCheck />}
          onClick={() => change.mutate({ kind: 'confirm' }, { onSuccess: () => showSuccess(texts.confirmed) })}
        >
          {texts.stillTrue}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil />} onClick={choose}>
          {texts.changeReview}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash />} onClick={() => change.mutate({ kind: 'remove' })}>
          {texts.removeReview}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function labelOf({ state, reviewAt, confirmedAt }: Review): string {
  if (state === 'due') return texts.stillTrueQuestion
  if (state === 'confirmed' && confirmedAt !== null) return texts.confirmedOn(formatLongDate(confirmedAt))
  return texts.reviewOn(formatLongDate(`${reviewAt}T12:00`))
}
