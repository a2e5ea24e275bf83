import { useEffect, useState, useSyncExternalStore, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { registerPanel, closePanelSheet, panelSheetStore } from '../dialog/panel-sheet.ts'
import { clampPanelWidth, panelLimits, readPanelWidth, rememberPanelWidth } from './panel-width.ts'
import { Sheet } from '../dialog/sheet.tsx'
import * as texts from '../texts.ts'
import { useCloseOnNavigation } from './use-close-on-navigation.ts'
import { useNarrow } from '../use-breakpoints.ts'
import styles from './second-sidebar.module.css'

type SecondSidebarProps = {
  /** Names the panel, and is shown in the header on narrow screens: "Support runbooks". */
  label: string
  children: ReactNode
  /** A short navigation list needs no resizing: always 240 px wide. */
  isFixed?: boolean
  /** Hides while a panel on the other side would take the room that the text needs. */
  hidesForPanel?: boolean
}

/**
 * The list beside a page: 345 to 600 px wide, resizable by drag or arrow keys, with the width stored. Render it before
 * PageMain. Its children form a column: a header, then an element with `overflow: auto`. Under 992 px it is a bottom
 * sheet.
 */
export function SecondSidebar({ label, children, isFixed = false, hidesForPanel = false }: SecondSidebarProps) {
  const isNarrow = useNarrow()
  useEffect(() => registerPanel(label), [label])
  if (isNarrow) return <SidebarSheet label={label}>{children}</SidebarSheet>
  if (!isFixed) {
    return (
      <SidebarPanel label={label} hidesForPanel={hidesForPanel}>
        {children}
      </SidebarPanel>
    )
  }
  return (
    <aside className={styles.panel} data-fixed aria-label={label}>
      {children}
    </aside>
  )
}

function SidebarSheet({ label, children }: SecondSidebarProps) {
  const { isOpen } = useSyncExternalStore(panelSheetStore.subscribe, panelSheetStore.read)
  // Following a link in the sheet closes it.
  useCloseOnNavigation(closePanelSheet)
  return (
    <Sheet opened={isOpen} onClose={closePanelSheet} label={label} keepMounted>
      {children}
    </Sheet>
  )
}

function SidebarPanel({ label, children, hidesForPanel }: SecondSidebarProps) {
  const [width, setWidth] = useState(readPanelWidth)
  return (
    <aside className={styles.panel} style={{ width }} data-gives-way={hidesForPanel || undefined} aria-label={label}>
      {children}
      <Resizer width={width} onResize={setWidth} />
    </aside>
  )
}

const resizeStepPx = 16

function Resizer({ width, onResize }: { width: number; onResize: (width: number) => void }) {
  const [isDragging, setDragging] = useState(false)

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const panel = event.currentTarget.parentElement
    if (panel) onResize(clampPanelWidth(event.clientX - panel.getBoundingClientRect().left))
  }
  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragging(true)
  }
  const release = () => {
    setDragging(false)
    rememberPanelWidth(width)
  }
  const turn = (event: KeyboardEvent) => {
    const next = widthAfterKey(event.key, width)
    if (next === null) return
    event.preventDefault()
    onResize(next)
    rememberPanelWidth(next)
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={texts.sidebarWidth}
      aria-valuemin={panelLimits.minimum}
      aria-valuemax={panelLimits.maximum}
      aria-valuenow={width}
      tabIndex={0}
      className={styles.resizer}
      data-dragging={isDragging || undefined}
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={() => {
        onResize(panelLimits.minimum)
        rememberPanelWidth(panelLimits.minimum)
      }}
      onKeyDown={turn}
    />
  )
}

function widthAfterKey(key: string, width: number): number | null {
  if (key === 'ArrowRight') return clampPanelWidth(width + resizeStepPx)
  if (key === 'ArrowLeft') return clampPanelWidth(width - resizeStepPx)
  if (key === 'Home') return panelLimits.minimum
  if (key === 'End') return panelLimits.maximum
  return null
}
