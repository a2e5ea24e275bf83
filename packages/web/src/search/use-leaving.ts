import { useEffect } from 'react'

type Box = { readonly current: HTMLElement | null }

export function useCloseOutside(box: Box, isEnabled: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isEnabled) return
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onClose()
    }
    document.addEventListener('pointerdown', press)
    return () => document.removeEventListener('pointerdown', press)
  })
}

/** Escape inside the box, or anywhere if it is null: in a dialog, the focus may have been lost. Menus close first. */
export function useEscape(box: Box | null, onLeave: () => void): void {
  useEffect(() => {
    const target = box === null ? window : box.current
    const press = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key !== 'Escape' || event.isComposing) return
      if (event.defaultPrevented || isInMenu(event.target)) return
      event.preventDefault()
      onLeave()
    }
    target?.addEventListener('keydown', press)
    return () => target?.removeEventListener('keydown', press)
  })
}

const isInMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menu"]') !== null
