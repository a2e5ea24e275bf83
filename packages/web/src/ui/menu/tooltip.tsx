import { cloneElement, useEffect, useState, type ComponentProps, type MouseEvent, type ReactElement } from 'react'
import { lazyWhenIdle } from '../lazy-components.tsx'

const LazyTooltipBubble = lazyWhenIdle(() => import('./tooltip-bubble.tsx').then((module) => module.TooltipBubble))

type HoverHandlers = Pick<ComponentProps<'button'>, 'onMouseEnter' | 'onMouseLeave' | 'onMouseDown'>

type TooltipProps = {
  label: string
  position?: 'top' | 'right'
  disabled?: boolean
  /** In milliseconds. */
  openDelay?: number
  children: ReactElement<HoverHandlers>
}

/**
 * The visible label of an icon button on hover; the button has its own accessible name. Its code is loaded when the
 * page is idle.
 */
export function Tooltip({ label, position = 'top', disabled = false, openDelay = 400, children }: TooltipProps) {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isNear, setNear] = useState(false)
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    if (!isNear) return
    const timer = setTimeout(() => setOpen(true), openDelay)
    return () => clearTimeout(timer)
  }, [isNear, openDelay])

  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    setTarget(currentTarget)
    setNear(true)
  }
  const close = () => {
    setNear(false)
    setOpen(false)
  }

  return (
    <>
      {/* Touch also fires mouseenter, but immediately followed by mousedown. */}
      {cloneElement(children, { onMouseEnter: open, onMouseLeave: close, onMouseDown: close })}
      {target && !disabled && (
        <LazyTooltipBubble target={target} label={label} position={position} isOpen={isOpen} onClose={close} />
      )}
    </>
  )
}
