import { useEffect, useState } from 'react'

/** The markers that fit beside the text: icons with their count, the count alone, or nothing. */
export type MarginWidth = 'wide' | 'narrow' | 'none'

/** Px of an icon including its distance from the text. */
const wideMargin = 60
const narrowMargin = 30

/** Measures the room beside the note. */
export function useMarginWidth(root: HTMLElement): MarginWidth {
  const [room, setRoom] = useState<MarginWidth>('none')
  useEffect(() => {
    const page = root.closest('main') ?? document.documentElement
    const measure = () => {
      const width = page.getBoundingClientRect().left + page.clientWidth - root.getBoundingClientRect().right
      setRoom(width >= wideMargin ? 'wide' : width >= narrowMargin ? 'narrow' : 'none')
    }
    const sizes = new ResizeObserver(measure)
    sizes.observe(page)
    sizes.observe(root)
    return () => sizes.disconnect()
  }, [root])
  return room
}
