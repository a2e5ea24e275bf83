import { Button, TextInput } from '@mantine/core'
import { IconCopy, IconLink } from '@tabler/icons-react'
import { copySharedPage } from '../copy-shared-link.ts'
import { sharedUrl, type OpenedLink } from '../shared-url.ts'
import * as texts from '../texts.ts'
import styles from './share-dialog.module.css'

/** The URL, to read and copy. */
export function LinkField({ link }: { link: OpenedLink }) {
  return (
    <div className={styles.field}>
      <TextInput
        className="kr-grow"
        size="md"
        aria-label={link.isPrivate ? texts.privateLink : texts.publicLink}
        readOnly
        // Without the scheme, so that more of the URL is visible.
        value={sharedUrl(link).replace(/^https?:\/\//, '')}
        leftSection={<IconLink />}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button size="md" leftSection={<IconCopy />} onClick={() => void copySharedPage(link, {})}>
        {texts.copy}
      </Button>
    </div>
  )
}
