import { Modal } from '@mantine/core'
import { useMe } from '../../user/index.ts'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { SheetDrawer } from '../../ui/dialog/sheet-drawer.tsx'
import { usePhone } from '../../ui/use-breakpoints.ts'
import * as texts from '../texts.ts'
import { ShareLinks } from './share-links.tsx'
import type { ShareOptions } from './share-options.ts'
import { SharePeople } from './share-people.tsx'
import styles from './share-dialog.module.css'

/** Every change is saved immediately, so there is nothing to confirm. */
export function ShareDialog({ opened, onClose, ...options }: ShareOptions & DialogProps) {
  const isPhone = usePhone()
  const title = options.article.title || texts.untitled
  if (isPhone) {
    return (
      <SheetDrawer opened={opened} onClose={onClose} label={texts.share}>
        <div className={styles.sheet}>
          <h2 className="kr-title">{texts.share}</h2>
          <p className={styles.article}>{title}</p>
          <ShareSections {...options} />
        </div>
      </SheetDrawer>
    )
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.share}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <p className={styles.article} title={title}>
        {title}
      </p>
      <ShareSections {...options} />
    </Modal>
  )
}

function ShareSections({ article, mayEdit, subArticleCount }: ShareOptions) {
  const me = useMe()?.user
  const maySeePeople = mayEdit || (article.authorId != null && article.authorId === me?.id)
  return (
    <div className={styles.parts}>
      {maySeePeople && <SharePeople articleId={article.id} mayEdit={mayEdit} />}
      <ShareLinks articleId={article.id} mayEdit={mayEdit} subArticleCount={subArticleCount} />
    </div>
  )
}
