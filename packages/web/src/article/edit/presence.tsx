import { AvatarStack } from '../../ui/person-avatar.tsx'
import type { NotePerson } from '../../note/index.ts'
import { useNotesSession, type EditingContext } from './editing-context.ts'
import * as texts from './texts.ts'
import styles from './edit-bar.module.css'

const nobody: readonly NotePerson[] = []

/** Other people who have the article open for editing. */
export function Presence({ notesSession }: Pick<EditingContext, 'notesSession'>) {
  const others = useNotesSession(notesSession, (state) => state?.others ?? nobody)
  if (others.length === 0) return null
  return (
    <span className={styles.presence}>
      <AvatarStack people={others} />
      <span className={styles.presenceText}>{texts.othersHere(others.length)}</span>
    </span>
  )
}
