import { Modal } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { DialogProps } from '../ui/dialog/dialogs.ts'
import { Kbd } from '../ui/chip.tsx'
import { useNarrow } from '../ui/use-breakpoints.ts'
import { KeyHints } from './key-hints.tsx'
import { SearchBox } from './search-box.tsx'
import * as texts from './texts.ts'
import styles from './search-box.module.css'

/** The search of every page but Home; on small screens it fills them. */
export function SearchDialog({ opened, onClose }: DialogProps) {
  const isNarrow = useNarrow()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // The search box decides what Escape closes.
      closeOnEscape={false}
      withCloseButton={false}
      fullScreen={isNarrow}
      size={920}
      yOffset={6}
      centered={false}
      padding={0}
      title={texts.search}
      classNames={{ header: 'kr-sr', content: styles.dialog ?? '', body: styles.dialogBody ?? '' }}
    >
      <SearchBox
        variant="dialog"
        placeholder={texts.search}
        onClose={onClose}
        leading={
          isNarrow && (
            <button type="button" className={styles.back} aria-label={texts.close} onClick={onClose}>
              <IconArrowLeft />
            </button>
          )
        }
      >
        {!isNarrow && (
          <button type="button" className={styles.leave} aria-label={texts.closeByEscape} onClick={onClose}>
            <Kbd>{texts.escape}</Kbd>
          </button>
        )}
      </SearchBox>
      {!isNarrow && <KeyHints of={['move', 'open', 'newTab', 'nextCategory', 'close']} />}
    </Modal>
  )
}
