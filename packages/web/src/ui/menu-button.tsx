import { cloneElement, useId, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'

/** What opens at a button, and what it tells when it closes. */
export type Anchored = {
  id: string
  anchor: HTMLElement
  isOpen: boolean
  onChange: (isOpen: boolean) => void
}

type MenuButtonProps = {
  children: ReactElement<ComponentProps<'button'> & { 'data-expanded'?: true | undefined }>
  /** Loaded `later`: with an AnchoredMenu in it. */
  menu: (anchored: Anchored) => ReactNode
  kind?: 'menu' | 'dialog'
  /** Where it is opened from elsewhere too. */
  isOpen?: boolean
  onChange?: (isOpen: boolean) => void
} & Pick<ComponentProps<'button'>, 'onMouseEnter' | 'onMouseLeave' | 'onMouseDown'>

/**
 * A button with a menu whose code comes when the page is idle, so that pages show their text without it. The button is
 * drawn once and stays the same element, whether its menu is there yet or not.
 */
export function MenuButton({ children, menu, kind = 'menu', isOpen, onChange, ...passed }: MenuButtonProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpenHere, setOpenHere] = useState(false)
  const isOpened = isOpen ?? isOpenHere
  const change = onChange ?? setOpenHere
  // What has been open stays, to leave as it came.
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
