import type { DiffLine } from './text-diff.ts'
import styles from './version-comparison.module.css'

/** Removed words are struck out, added ones are marked. */
export const ChangedWords = ({ line }: { line: DiffLine }) =>
  line.map(({ kind, text }, index) => {
    if (kind === 'added')
      return (
        <ins key={index} className={styles.added}>
          {text}
        </ins>
      )
    return kind === 'removed' ? (
      <del key={index} className={styles.removed}>
        {text}
      </del>
    ) : (
      <span key={index}>{text}</span>
    )
  })
