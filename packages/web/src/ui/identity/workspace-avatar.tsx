import { colourOfId, initialsOf } from './person-colour.ts'
import styles from './marks.module.css'

type WorkspaceAvatarProps = { id: string; title: string; size?: 20 | 24 | 32 }

/**
 * The first letter of a workspace or company on its colour; hidden from screen readers, because the title is always
 * beside it.
 */
export function WorkspaceAvatar({ id, title, size = 24 }: WorkspaceAvatarProps) {
  return (
    <span className={styles.mark} data-size={size} data-colour={colourOfId(id)} aria-hidden>
      {[...initialsOf(title)][0]}
    </span>
  )
}
