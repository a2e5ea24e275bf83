import { IconCloud, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { useDesk, useDraft, type Editing } from '../editing.ts'
import { saveWords } from './save-words.ts'
import styles from '../edit-bar.module.css'

const icons = { saved: IconCloudCheck, saving: IconCloudUp, unsaved: IconCloudOff, connecting: IconCloud }

/** "Saved 10:42", based only on receipts and responses of the server. */
export function SaveState({ store, desk }: Pick<Editing, 'store' | 'desk'>) {
  const draft = useDraft(store, (state) => state)
  const notes = useDesk(desk, (state) => state)
  const { text, kind } = saveWords({ draft, desk: notes })
  const Icon = icons[kind]
  return (
    <span className={styles.saved} data-kind={kind} role="status">
      <Icon className="kr-icon-16" />
      {text}
    </span>
  )
}
