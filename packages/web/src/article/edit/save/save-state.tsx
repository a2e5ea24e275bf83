import { IconCloud, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useNotesSession, useDraft, type EditingContext } from '../editing-context.ts'
import { saveStatus } from './save-status.ts'
import styles from '../edit-bar.module.css'

const icons = { saved: IconCloudCheck, saving: IconCloudUp, unsaved: IconCloudOff, connecting: IconCloud }

/** "Saved 10:42", based only on receipts and responses of the server. */
export function SaveState({ store, notesSession }: Pick<EditingContext, 'store' | 'notesSession'>) {
  const draft = useDraft(store, (state) => state)
  const notes = useNotesSession(notesSession, (state) => state)
  const { text, kind } = saveStatus({ draft, notes: notes })
  const Icon = icons[kind]
  return (
    <span className={styles.saved} data-kind={kind} role="status">
      <Icon className="kr-icon-16" />
      {text}
    </span>
  )
}
