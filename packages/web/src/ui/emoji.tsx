import type { ReactNode } from 'react'

type EmojiProps = {
  icon: string | null | undefined
  /** Without an icon. */
  children?: ReactNode
}

/** The emoji of an article in place of the icon of its kind. `data-emoji` alone puts it before a title. */
export const Emoji = ({ icon, children }: EmojiProps) =>
  icon ? <span className="kr-emoji" data-emoji={icon} /> : children
