import { cloneElement, useId, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'

/** The props that a MenuButton passes to its floating menu. */
export type AnchoredMenuControl = {
  id: string
  anchor: HTMLElement
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

type MenuButtonProps = {
  children: ReactElement<ComponentProps<'button'> & { 'data-expanded'?: true | undefined }>
  /** Wrapped in `later`; contains an AnchoredMenu. */
  menu: (anchored: AnchoredMenuControl) => ReactNode
  kind?: 'menu' | 'dialog'
  /** For menus that can also be opened from elsewhere. */
  isOpen?: boolean
  onChange?: (isOpen: boolean) => void
} & Pick<ComponentProps<'button'>, 'onMouseEnter' | 'onMouseLeave' | 'onMouseDown'>

/**
 * A button whose menu is loaded when the page is idle, so that pages render without it. The button remains the same
 * element, whether its menu is loaded or not.
 */
export function MenuButton({ children, menu, kind = 'menu', isOpen, onChange, ...passed }: MenuButtonProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpenHere, setOpenHere] = useState(false)
  const isOpened = isOpen ?? isOpenHere
  const change = onChange ?? setOpenHere
  // Stays mounted after the first opening, for the exit transition.
  const [wasOpened, setWasOpened] = useState(isOpened)
  if (isOpened && !wasOpened) setWasOpened(true)
  return (
    <>
      {cloneElement(children, {
        ...passed,
        id,
        ref: setAnchor,
        'aria-haspopup': kind,
        'aria-expanded': isOpened,
        'aria-controls': isOpened ? `${id}-dropdown` : undefined,
        'data-expanded': isOpened || undefined,
        onClick: () => change(!isOpened),
      })}
      {anchor && wasOpened && menu({ id, anchor, isOpen: isOpened, onChange: change })}
    </>
  )
}
