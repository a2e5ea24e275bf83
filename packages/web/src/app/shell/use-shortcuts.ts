import { useLayoutEffect, useRef } from 'react'
import { useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { hasJustLeftEditor } from '../../ui/left-editor.ts'
import { areNavigationKeysHeld } from '../../ui/navigation-keys.ts'
import { actionKeys, goKeys, paletteKey, type PageAction } from '../../ui/shortcuts/page-keys.ts'
import { meQuery } from '../../user/index.ts'

const goPages = { workspaces: '/workspaces', meetings: '/meetings', drafts: '/drafts', home: '/' } as const

const isOneOf = <Keys extends object>(keys: Keys, key: string): key is Extract<keyof Keys, string> =>
  Object.hasOwn(keys, key)

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
      if (!isOneOf(goKeys, key)) return false
      const page = goKeys[key]
      if (page !== 'personal') {
        void router.navigate({ to: goPages[page] })
        return true
      }
      const personalId = queryClient.getQueryData(meQuery.queryKey)?.user.personalWorkspaceShortId
      if (personalId) void router.navigate({ to: '/workspace/$id', params: { id: personalId } })
      return Boolean(personalId)
    }

    const run: Record<PageAction, () => void> = {
      search: () => latest.current.onSearch(),
      create: () => latest.current.onCreate(),
      help: () => latest.current.onHelp(),
    }

    const press = (event: KeyboardEvent) => {
      if (!latest.current.isEnabled || event.defaultPrevented || event.isComposing) return
      const key = event.key.toLowerCase()
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.altKey &&
        !event.shiftKey &&
        key === paletteKey &&
        !isDialogOpen()
      ) {
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
      else if (isOneOf(actionKeys, key) && !(key === 'c' && event.shiftKey)) {
        event.preventDefault()
        run[actionKeys[key]]()
      }
    }

    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [router, queryClient])
}

/** Also for keys of menus, and of dialogs beside which the page can be used. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role=menu], [role=dialog]') !== null)

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null
