import { useLayoutEffect, useRef } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { hasJustLeftEditor } from '../../ui/left-editor.ts'
import { areNavigationKeysHeld } from '../../ui/navigation-keys.ts'
import { meQuery } from '../../user/index.ts'

type ShortcutActions = {
  isEnabled: boolean
  onSearch: () => void
  onPalette: () => void
  onCreate: () => void
  onHelp: () => void
}

/** Milliseconds in which the second key must follow G. */
const sequenceTimeoutMs = 1200

/** Shortcuts that work on every page, unless someone is typing or a dialog is open. */
export function useShortcuts(actions: ShortcutActions): void {
  const router = useRouter()
  const queryClient = useQueryClient()
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })

  // Before the first paint: what is visible can be operated.
  useLayoutEffect(() => {
    let goUntil = 0

    const goTo = (key: string): boolean => {
      const personalId = queryClient.getQueryData(meQuery.queryKey)?.user.personalWorkspaceShortId
      if (key === 'h') void router.navigate({ to: '/' })
      else if (key === 'w') void router.navigate({ to: '/workspaces' })
      else if (key === 'd') void router.navigate({ to: '/drafts' })
      else if (key === 'm') void router.navigate({ to: '/meetings' })
      else if (key === 'p' && personalId) void router.navigate({ to: '/workspace/$id', params: { id: personalId } })
      else return false
      return true
    }

    const press = (event: KeyboardEvent) => {
      if (!latest.current.isEnabled || event.defaultPrevented || event.isComposing) return
      const key = event.key.toLowerCase()
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && key === 'k' && !isDialogOpen()) {
        event.preventDefault()
        latest.current.onPalette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isDialogOpen()) return
      if (hasJustLeftEditor(event)) return

      const isHeld = areNavigationKeysHeld()
      const isSecondKey = Date.now() < goUntil && !isHeld
      goUntil = 0
      if (isSecondKey && goTo(key)) event.preventDefault()
      else if (key === 'g' && !isHeld) goUntil = Date.now() + sequenceTimeoutMs
      else if (key === '/') runAction(event, latest.current.onSearch)
      else if (key === '?') runAction(event, latest.current.onHelp)
      else if (key === 'c' && !event.shiftKey) runAction(event, latest.current.onCreate)
    }

    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [router, queryClient])
}

function runAction(event: KeyboardEvent, action: () => void): void {
  event.preventDefault()
  action()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="menu"]') !== null)

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null
