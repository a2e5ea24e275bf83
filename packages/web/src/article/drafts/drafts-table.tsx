import type { MouseEvent } from 'react'
import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconEdit, IconFileText, IconTrash, IconVideo } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import type { Article, ArticleSummary } from '@knowreel/shared/article/article.wire.ts'
import { api } from '../../platform/api/api.ts'
import { DataTable, type Column } from '../../ui/list/data-table.tsx'
import { confirmAction } from '../../ui/dialog/dialogs.ts'
import { PersonCell } from '../../ui/identity/person-avatar.tsx'
import { formatDate, formatDuration } from '../../ui/time-format.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import { Emoji } from '../../ui/emoji.tsx'
import * as texts from '../texts.ts'
import { draftKind } from './draft-list.ts'
import { useRemoveDraft } from './draft-list.queries.ts'
import cells from '../../ui/list/subject-cell.module.css'
import styles from './drafts-page.module.css'

const draftPath = '/draft/$id/{-$mode}'
const draftParams = ({ shortId }: ArticleSummary) => ({ id: shortId })
const titleOf = ({ title }: ArticleSummary) => title || texts.untitled

const columns: Column<ArticleSummary>[] = [
  { name: 'title', title: texts.title, cell: (draft) => <DraftCell draft={draft} /> },
  {
    name: 'workspace',
    title: texts.workspace,
    width: 192,
    hideBelow: 'phone',
    cell: ({ workspace }) =>
      workspace ? (
        <span className="kr-row">
          <WorkspaceAvatar id={workspace.id} title={workspace.title} size={20} />
          <span className="kr-trunc">{workspace.title}</span>
        </span>
      ) : (
        texts.drafts
      ),
  },
  {
    name: 'author',
    title: texts.author,
    width: 184,
    hideBelow: 'tablet',
    cell: ({ author }) => (author ? <PersonCell person={author} /> : texts.unknownAuthor),
  },
  {
    name: 'edited',
    title: texts.edited,
    width: 112,
    hideBelow: 'phone',
    cell: ({ updatedAt }) => <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>,
  },
  {
    name: 'length',
    title: texts.length,
    width: 80,
    align: 'right',
    hideBelow: 'tablet',
    cell: ({ duration }) => (duration > 0 ? formatDuration(duration) : ''),
  },
]

type DraftsTableProps = { drafts: readonly ArticleSummary[]; isLoading: boolean }

export function DraftsTable({ drafts, isLoading }: DraftsTableProps) {
  const router = useRouter()
  const { mutateAsync } = useRemoveDraft()
  // The duration column is useful only if there is a recording.
  const hasRecording = drafts.some(({ duration }) => duration > 0)

  const open = (draft: ArticleSummary, event?: MouseEvent) => {
    const link = { to: draftPath, params: draftParams(draft) } as const
    const isElsewhere = event && (event.ctrlKey || event.metaKey || event.button === 1)
    if (isElsewhere) window.open(router.buildLocation(link).href, '_blank')
    else void router.navigate(link)
  }
  const remove = async (draft: ArticleSummary) => {
    const seen = draft.original ? await loadSeenDraft(draft) : undefined
    if (!(await confirmAction(removalConfirmation(draft)))) return
    try {
      if (!(await mutateAsync({ ...draft, seen }))) return
      showSuccess(draft.original ? texts.theChangesWereDiscarded : texts.theDraftWasDeleted)
    } catch {
      // The message is already shown and the row is back.
    }
  }

  return (
    <DataTable
      label={texts.drafts}
      rows={drafts}
      columns={hasRecording ? columns : columns.filter(({ name }) => name !== 'length')}
      rowKey={({ id }) => id}
      rowHeight={64}
      onOpen={open}
      isLoading={isLoading}
      menuLabel={(draft) => texts.actionsForDraft(titleOf(draft))}
      menu={(draft) => (
        <>
          <Menu.Item leftSection={<IconEdit />} onClick={() => open(draft)}>
            {texts.edit}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={draft.original ? <IconArrowBackUp /> : <IconTrash />}
            data-danger
            onClick={() => void remove(draft)}
          >
            {draft.original ? texts.discardChanges : texts.deleteDraft}
          </Menu.Item>
        </>
      )}
    />
  )
}

/** Discarding shows what would be lost; if the draft is gone or unreadable, the discard call reports it. */
const loadSeenDraft = ({ id }: ArticleSummary): Promise<Article | undefined> =>
  api.draft.get({ params: { id } }).then(
    ({ article }) => article,
    () => undefined,
  )

const removalConfirmation = (draft: ArticleSummary) =>
  draft.original
    ? {
        title: texts.discardTheChangesToDraft(titleOf(draft)),
        body: texts.thePublishedArticleStaysAs,
        confirmLabel: texts.discardChanges,
        isDangerous: true,
      }
    : {
        title: texts.deleteDraftOf(titleOf(draft)),
        body: texts.itWasNeverPublishedSo,
        confirmLabel: texts.deleteDraft,
        isDangerous: true,
      }

function DraftCell({ draft }: { draft: ArticleSummary }) {
  const isVideo = draft.duration > 0 || draft.isNotUploadedVideo
  const Icon = isVideo ? IconVideo : IconFileText
  const kind = [
    draftKind(draft),
    ...(draft.isNotUploadedVideo ? ['uploading'] : []),
    ...(draft.original ? [texts.changesToAPublishedArticle] : []),
  ].join(', ')
  return (
    <div className={`${cells.cell} ${styles.cell}`}>
      <span className={styles.thumb} data-video={isVideo || undefined} aria-hidden>
        <Emoji icon={draft.icon}>
          <Icon />
        </Emoji>
      </span>
      <div className={cells.words}>
        <Link
          to={draftPath}
          params={draftParams(draft)}
          className="kr-trunc"
          data-untitled={draft.title === '' || undefined}
        >
          {titleOf(draft)}
        </Link>
        <span className={cells.detail} data-wide>
          {kind}
        </span>
        <span className={cells.facts}>
          {draft.workspace?.title ?? texts.drafts}, {formatDate(draft.updatedAt)}
        </span>
      </div>
    </div>
  )
}
