import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { Button, Loader } from '@mantine/core'
import { IconArrowUp, IconWifiOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../platform/api/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { useOnline } from '../../ui/use-online.ts'
import { CommentControllerProvider, type CommentController } from '../comment-controller.ts'
import { CommentList } from '../thread/comment-list.tsx'
import type { CommentList as Listed } from '../comment-pages.ts'
import { commentsQuery, useCommentCount } from '../comment.queries.ts'
import { ComposeBox } from '../editor/compose-box.tsx'
import type { ShowRecording } from '../page-player.ts'
import * as texts from '../texts.ts'
import { OlderComments } from './older-comments.tsx'
import { PanelFilter } from './panel-filter.tsx'
import { closeComments, clearAnchorRequest, usePanelState } from './panel-state.ts'
import {
  noFilter,
  isStillPlayed,
  filterThreads,
  sortThreads,
  findRootId,
  buildThreads,
  type ShownComment,
  type ThreadFilter,
  type ThreadOrder,
  type Thread,
} from '../thread/threads.rules.ts'
import { useCommentActions } from '../use-comment-actions.ts'
import { usePendingComments, withPending } from '../use-pending-comments.ts'
import { useCommentsWithTarget } from './use-comments-with-target.ts'
import { SidePanelHead } from '../../ui/page/side-panel.tsx'
import sidePanel from '../../ui/page/side-panel.module.css'
import styles from './comments-panel.module.css'

export type CommentedArticle = {
  /** The signed-in person; undefined while unknown, and for guests. */
  me: CommentController['me'] | undefined
  /** The article or draft on the screen. */
  articleId: string
  /** On an edit page a reaction waits for the publish, and the panel says so. */
  isEditing?: boolean
  /** Nothing can be written, as in an archived workspace and by people who may only view. */
  isReadOnly?: boolean
  /** Brings the recording onto the screen; absent if there is none. */
  onShowRecording?: ShowRecording
}

/** Milliseconds that a comment stays highlighted. */
const highlightMs = 2000

export function PanelContent(props: CommentedArticle) {
  const { me, articleId, isEditing = false, isReadOnly = false, onShowRecording } = props
  const query = useQuery(commentsQuery(articleId))
  const stored = useCommentActions(articleId, isEditing)
  const { pending, write } = usePendingComments(stored, articleId, me)
  const actions = useMemo(() => ({ ...stored, write }), [stored, write])
  const [busy, setBusy] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const showRecording = onShowRecording ?? null
  const controller: CommentController | null = useMemo(
    () =>
      me
        ? {
            articleId,
            me,
            actions,
            showRecording,
            isReadOnly,
            async withBusyMessage(words, work) {
              setBusy(words)
              await work().finally(() => setBusy(null))
            },
          }
        : null,
    [me, articleId, actions, showRecording, isReadOnly],
  )
  // Moves the focus into the panel when it opens.
  useLayoutEffect(() => heading.current?.focus(), [])
  const list = query.data

  return (
    <div
      className={`${sidePanel.panel} ${styles.panel}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) closeComments()
      }}
    >
      {controller && list ? (
        <CommentControllerProvider value={controller}>
          <Threads controller={controller} list={list} pending={pending} heading={heading} />
        </CommentControllerProvider>
      ) : (
        <>
          <PanelHeader heading={heading} count={null} />
          {query.isError ? (
            <CommentsError query={query} />
          ) : (
            <ListSkeleton rows={5} height={96} label={texts.loadingComments} />
          )}
        </>
      )}
      <div role="status">
        {busy !== null && (
          <div className={styles.busy}>
            <Loader size={18} />
            {busy}
          </div>
        )}
      </div>
    </div>
  )
}

type PanelHeaderProps = {
  heading: RefObject<HTMLHeadingElement | null>
  count: number | null
  children?: ReactNode
}

const PanelHeader = ({ heading, count, children }: PanelHeaderProps) => (
  <SidePanelHead
    heading={heading}
    title={texts.commentsHeading}
    mark={count !== null && <span className="kr-count">{count}</span>}
    closeLabel={texts.closeComments}
    onClose={closeComments}
  >
    {children}
  </SidePanelHead>
)

type CommentsQueryState = { error: Error | null; isFetching: boolean; refetch: () => unknown }

function CommentsError({ query: { error, isFetching, refetch } }: { query: CommentsQueryState }) {
  if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
    return <EmptyState drawing="locked" text={texts.youDontHaveAccessTo} />
  }
  return <LoadError text={texts.theCommentsCouldNotBe} onRetry={() => void refetch()} isRetrying={isFetching} />
}

type ThreadsProps = {
  controller: CommentController
  list: Listed
  pending: readonly ShownComment[]
  heading: RefObject<HTMLHeadingElement | null>
}

function Threads({ controller, list, pending, heading }: ThreadsProps) {
  const { articleId, me, actions } = controller
  const [filter, setFilter] = useState<ThreadFilter>({ state: 'open', involvement: 'everyone' })
  const [order, setOrder] = useState<ThreadOrder>('newest')
  const scroll = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow()
  const activeId = usePanelState((panel) => panel.activeId)
  const begun = usePanelState((panel) => panel.anchorRequest)
  const comments = useCommentsWithTarget(articleId, list)
  const count = useCommentCount(articleId)
  const all = useMemo(() => buildThreads(withPending(comments, pending)), [comments, pending])
  const chosen = useMemo(() => sortThreads(filterThreads(all, filter, me.id), order), [all, filter, me.id, order])
  const { shown, pendingCount, showAll } = useNewThreads(chosen, me.id, scroll)
  const { target, litId } = useTargetComment(all, chosen, () => setFilter(noFilter), showAll)
  const hasTimes = comments.some(isStillPlayed) || (list.before !== null && controller.showRecording !== null)
  const isAllResolved = filter.state === 'open' && all.every(({ root }) => root.resolvedAt !== null)
  const isChoosing = filter.involvement !== 'everyone' || filter.state === 'resolved' || order === 'article'

  const [initialFocus] = useState(() => (isNarrow || target ? null : 0))
  const compose = controller.isReadOnly ? (
    <p className={`${styles.compose} kr-second kr-muted`}>{texts.youCanOnlyViewComments}</p>
  ) : (
    <div className={styles.compose}>
      <ComposeBox
        target={{ userId: me.id, articleId }}
        label={texts.comment}
        placeholder={texts.writeACommentToMention}
        canHaveTime={controller.showRecording !== null}
        anchorRequest={begun}
        onAnchorUsed={clearAnchorRequest}
        focusRequest={initialFocus}
        listed={comments}
        onSend={async ({ html, clientId, anchor, time }) => {
          if (filter.state === 'resolved') setFilter(noFilter)
          scroll.current?.scrollTo({ top: 0 })
          await actions.write({
            clientId,
            content: html,
            timestamp: time ?? null,
            ...(anchor && 'quote' in anchor ? { quote: anchor.quote } : {}),
            ...(anchor && 'videoReaction' in anchor ? { videoReaction: anchor.videoReaction } : {}),
          })
        }}
      />
    </div>
  )
  return (
    <>
      <PanelHeader heading={heading} count={count}>
        {comments.length > 0 && (
          <PanelFilter filter={filter} onFilter={setFilter} order={order} onOrder={hasTimes ? setOrder : null} />
        )}
      </PanelHeader>
      {!isNarrow && compose}
      <OfflineNotice />
      <div className={styles.pill} role="status">
        {pendingCount > 0 && (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconArrowUp className="kr-icon-16" />}
            onClick={() => {
              showAll()
              scroll.current?.scrollTo({ top: 0 })
            }}
          >
            {texts.newComments(pendingCount)}
          </Button>
        )}
      </div>
      <div
        ref={scroll}
        className={styles.scroll}
        onScroll={(event) => pendingCount > 0 && event.currentTarget.scrollTop === 0 && showAll()}
      >
        {shown.length > 0 ? (
          <CommentList threads={shown} scroll={scroll} activeId={activeId} highlightedId={litId} target={target} />
        ) : all.length === 0 ? (
          <EmptyState drawing="comments" text={texts.noCommentsYet} />
        ) : list.before !== null ? null : isAllResolved ? (
          <EmptyState drawing="comments" text={texts.noOpenCommentsResolved(all.length)}>
            <Button onClick={() => setFilter({ state: 'resolved', involvement: 'everyone' })}>
              {texts.showResolved}
            </Button>
          </EmptyState>
        ) : (
          <EmptyState drawing="noMatch" text={texts.noCommentsMatchThisFilter}>
            <Button onClick={() => setFilter(noFilter)}>{texts.showAll}</Button>
          </EmptyState>
        )}
        {list.before !== null && (
          <OlderComments
            articleId={articleId}
            before={list.before}
            scroll={scroll}
            isFiltering={isChoosing}
            mustLoadAll={order === 'article'}
          />
        )}
      </div>
      {isNarrow && compose}
    </>
  )
}

function OfflineNotice() {
  const isOnline = useOnline()
  if (isOnline) return null
  return (
    <div className={styles.offline}>
      <Banner icon={<IconWifiOff />}>{texts.youreOfflineYourCommentIs}</Banner>
    </div>
  )
}

type ThreadArray = Parameters<typeof findRootId>[0]

/** The requested comment: resets every filter that hides it and highlights it for a moment. */
function useTargetComment(all: ThreadArray, chosen: ThreadArray, showEverything: () => void, showArrivals: () => void) {
  const target = usePanelState((panel) => panel.target)
  const [litId, setLitId] = useState<string | null>(null)
  const requestId = target?.requestId
  const latest = useRef({ showEverything, showArrivals })
  useEffect(() => {
    latest.current = { showEverything, showArrivals }
  })
  const light = useCallback((id: string) => {
    setLitId(id)
    const timer = setTimeout(() => setLitId(null), highlightMs)
    return () => clearTimeout(timer)
  }, [])
  const isThere = target !== null && findRootId(all, target.id) !== null
  useEffect(() => {
    if (!target || !isThere) return
    if (findRootId(chosen, target.id) === null) latest.current.showEverything()
    latest.current.showArrivals()
    return light(target.id)
    // eslint-disable-next-line react/exhaustive-deps
  }, [requestId, isThere, light])
  return { target, litId }
}

/** Distance from the top in px within which the list counts as scrolled to its beginning. */
const topTolerancePx = 40

type NewThreads = {
  readonly shown: readonly Thread[]
  /** Number of threads by others that wait to be shown. */
  readonly pendingCount: number
  readonly showAll: () => void
}

type KnownThreads = { readonly ids: ReadonlySet<string>; readonly newest: string }

function knownThreadsOf(threads: readonly Thread[]): KnownThreads {
  let newest = ''
  for (const { root } of threads) if (!root.isPending && root.createdAt > newest) newest = root.createdAt
  return { ids: new Set(threads.map(({ root }) => root.id)), newest }
}

/** New threads by others wait while the reader is further down, so that the list does not move. */
function useNewThreads(threads: readonly Thread[], userId: string, scroll: RefObject<HTMLElement | null>): NewThreads {
  const [known, setKnown] = useState<KnownThreads | null>(null)
  // Threads that are not newer than the known ones were loaded by scrolling back, so they do not wait.
  const isHeld = ({ root }: Thread) =>
    known !== null && !known.ids.has(root.id) && root.createdAt > known.newest && root.userId !== userId
  const waiting = threads.filter(isHeld).length
  const present = useMemo(() => knownThreadsOf(threads), [threads])
  const showAll = () => setKnown(present)
  useLayoutEffect(() => {
    const isAtTop = (scroll.current?.scrollTop ?? 0) < topTolerancePx
    if (known === null || (waiting > 0 && isAtTop)) setKnown(present)
  }, [known, waiting, present, scroll])
  return { shown: waiting > 0 ? threads.filter((one) => !isHeld(one)) : threads, pendingCount: waiting, showAll }
}
