import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Bundled with the frame, because it must be available when nothing more can be loaded. */
export const errorDrawing = (
  <>
    <rect x="24" y="14" width="72" height="50" rx="6" />
    <path d="M24 26h72" />
    <path d="M52 38l16 16M68 38L52 54" stroke="var(--red-text)" />
  </>
)

export type StateFrameProps = {
  /** 120 × 80. */
  art: ReactNode
  text: string
  /** A heading above the sentence, if the state fills the whole page. */
  title?: string
  children?: ReactNode
}

export function StateFrame({ art, text, title, children }: StateFrameProps) {
  return (
    <div className={styles.empty}>
      <svg
        className={styles.art}
        viewBox="0 0 120 80"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {art}
      </svg>
      {title && <h1 className="kr-title">{title}</h1>}
      <p>{text}</p>
      {children}
    </div>
  )
}
