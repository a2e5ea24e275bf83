import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadError } from '../../ui/page/load-error.tsx'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { ListSkeleton } from '../../ui/page/list-skeleton.tsx'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import { useOnline } from '../../ui/use-online.ts'
import { moveTabFocus } from '../../ui/move-tab-focus.ts'
import { NotificationRows } from './notification-rows.tsx'
import type { NotificationList } from './notification-list.ts'
import { refetchAllNotifications, notificationsQuery, useMarkAllRead } from '../notification.queries.ts'
import { bellId, closeNotifications, closeAndFocusBell } from './panel-state.ts'
import { SidePanelHead } from '../../ui/page/side-panel.tsx'
import sidePanel from '../../ui/page/side-panel.module.css'
import tabStyles from '../../ui/tabs.module.css'
import * as texts from '../texts.ts'
import styles from './notifications.module.css'

/** The notifications of a person: over the page at its right, a sheet on narrow screens. */
export function NotificationsPanel({ owner }: { owner: string }) {
  const isNarrow = useNarrow()
  const client = useQueryClient()
  useEffect(() => void refetchAllNotifications(client, owner), [client, owner])
  if (isNarrow) {
    return (
      <Sheet opened onClose={closeNotifications} label={texts.notifications}>
        <Panel owner={owner} onClose={closeNotifications} />
      </Sheet>
    )
  }
  return <Aside owner={owner} />
}

function Aside({ owner }: { owner: string }) {
  const panel = useRef<HTMLElement>(null)
  useCloseOnOutsideClick(panel)
  return (
    <aside
      ref={panel}
      className={`${sidePanel.aside} ${styles.aside}`}
      aria-label={texts.notifications}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) closeAndFocusBell()
      }}
    >
      <Panel owner={owner} onClose={closeAndFocusBell} />
    </aside>
  )
}

/** It overlays the page, so a click beside it is meant for the page. */
function useCloseOnOutsideClick(panel: { readonly current: HTMLElement | null }): void {
  useEffect(() => {
    const press = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || panel.current?.contains(target)) return
      // The bell closes it itself; messages, menus and dialogs are above everything.
      if (target.closest(`#${bellId}, [data-portal], [role="status"], [role="alert"]`)) return
      closeNotifications()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  }, [panel])
}

type View = 'all' | 'unread'

function Panel({ owner, onClose }: { owner: string; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [view, setView] = useState<View>('all')
  const { data, ...request } = useQuery(notificationsQuery(owner))
  const readAll = useMarkAllRead(owner)
  // Moves the focus into the panel when it opens.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={sidePanel.panel}>
      <SidePanelHead
        heading={heading}
        title={texts.notifications}
        closeLabel={texts.closeNotifications}
        onClose={onClose}
      >
        {data && data.count > 0 && (
          <Button
            variant="subtle"
            color="gray"
            onClick={() => {
              readAll.mutate()
              // The button disappears when nothing is new.
              heading.current?.focus()
            }}
          >
            {texts.markAllAsRead}
          </Button>
        )}
      </SidePanelHead>
      {data ? (
        <NotificationTabs owner={owner} list={data} view={view} onView={setView} />
      ) : (
        <ListFallback
          isFailed={request.isError}
          isRetrying={request.isFetching}
          onRetry={() => void request.refetch()}
        />
      )}
    </div>
  )
}

type ListFallbackProps = { isFailed: boolean; isRetrying: boolean; onRetry: () => void }

function ListFallback({ isFailed, isRetrying, onRetry }: ListFallbackProps) {
  const isOnline = useOnline()
  if (!isOnline) {
    return <EmptyState drawing="error" text={texts.youreOfflineNotificationsWillLoad} />
  }
  if (isFailed) return <LoadError text={texts.theNotificationsCouldNotBe} onRetry={onRetry} isRetrying={isRetrying} />
  return (
    <div className={styles.waiting}>
      <ListSkeleton rows={5} height={72} label={texts.loadingNotifications} />
    </div>
  )
}

type NotificationTabsProps = { owner: string; list: NotificationList; view: View; onView: (view: View) => void }

function NotificationTabs({ owner, list, view, onView }: NotificationTabsProps) {
  const unread = list.items.filter(({ isNew }) => isNew)
  const items = view === 'all' ? list.items : unread
  return (
    <>
      <div role="tablist" aria-label={texts.notificationsShown} className={styles.tabs} onKeyDown={moveTabFocus}>
        <Tab name={texts.all} count={list.items.length} isOpen={view === 'all'} onOpen={() => onView('all')} />
        <Tab name={texts.unread} count={list.count} isOpen={view === 'unread'} onOpen={() => onView('unread')} />
      </div>
      <div role="tabpanel" aria-label={view === 'all' ? texts.all : texts.unread} className={styles.scroll}>
        {items.length > 0 ? (
          <NotificationRows owner={owner} items={items} />
        ) : list.items.length === 0 ? (
          <EmptyState drawing="comments" text={texts.youHaveNoNotificationsYet} />
        ) : (
          <EmptyState drawing="comments" text={texts.youreAllCaughtUp} />
        )}
      </div>
    </>
  )
}

type TabProps = { name: string; count: number; isOpen: boolean; onOpen: () => void }

function Tab({ name, count, isOpen, onOpen }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isOpen}
      tabIndex={isOpen ? 0 : -1}
      className={tabStyles.tab}
      onClick={onOpen}
    >
      {name} {count > 0 && <span className="kr-count">{count}</span>}
    </button>
  )
}
