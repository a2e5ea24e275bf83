import { useEffect } from 'react'
import { Tooltip } from '@mantine/core'

type TooltipBubbleProps = {
  target: HTMLElement
  label: string
  position: 'top' | 'right'
  isOpen: boolean
  onClose: () => void
}

export function TooltipBubble({ target, label, position, isOpen, onClose }: TooltipBubbleProps) {
  useEffect(() => {
    if (!isOpen) return
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    window.addEventListener('keydown', closeByKey)
    return () => window.removeEventListener('keydown', closeByKey)
  }, [isOpen, onClose])

  return <Tooltip target={target} label={label} position={position} opened={isOpen} />
}
