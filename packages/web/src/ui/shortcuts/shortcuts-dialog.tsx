import { useEffect, useState } from 'react'
import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Kbd } from '../chip.tsx'
import type { DialogProps } from '../dialog/dialog-props.ts'
import { normalizeForSearch } from '../normalize-for-search.ts'
import * as texts from '../texts.ts'
import { loadPageShortcuts, type ShortcutGroup } from './page-shortcuts.ts'
import styles from './shortcuts-dialog.module.css'

/** Finds rows by what they do, by one of their keys, or by their group. */
function filterGroups(groups: readonly ShortcutGroup[], search: string): readonly ShortcutGroup[] {
  const wanted = normalizeForSearch(search.trim())
  if (wanted === '') return groups
  const isKey = ({ keys }: ShortcutGroup['rows'][number]) => keys.some((key) => normalizeForSearch(key) === wanted)
  const isNamed = ({ label }: ShortcutGroup['rows'][number]) => normalizeForSearch(label).includes(wanted)
  return groups
    .map(({ title, rows }) => ({
      title,
      rows: normalizeForSearch(title).includes(wanted) ? rows : rows.filter((row) => isKey(row) || isNamed(row)),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** Every keyboard shortcut that works on this page. */
export function ShortcutsDialog({ opened, onClose }: DialogProps) {
  const [all, setAll] = useState<readonly ShortcutGroup[] | null>(null)
  const [search, setSearch] = useState('')
  useEffect(() => {
    void loadPageShortcuts().then(setAll, () => undefined)
  }, [])
  const groups = filterGroups(all ?? [], search)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.keyboardShortcuts}
      size="lg"
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <TextInput
        data-autofocus
        className={styles.search}
        aria-label={texts.searchShortcuts}
        placeholder={texts.searchShortcuts}
        leftSection={<IconSearch />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <p role="status" className="kr-muted">
        {all !== null && groups.length === 0 && texts.noShortcutsFound}
      </p>
      <div className={styles.groups}>
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(({ label, keys }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{keys.map((key) => (key === '–' ? ' – ' : <Kbd key={key}>{key}</Kbd>))}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
