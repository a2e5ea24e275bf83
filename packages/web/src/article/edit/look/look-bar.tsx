import { useState, type ReactNode } from 'react'
import { Button, Popover, UnstyledButton } from '@mantine/core'
import { IconMoodSmile, IconPhoto } from '@tabler/icons-react'
import { centrePosition, type ArticleCover } from '@knowreel/shared/article/cover.rules.ts'
import { openImageDialog, uploadImage } from '../../../note/index.ts'
import { handleError } from '../../../platform/api/handle-error.ts'
import { Emoji } from '../../../ui/emoji.tsx'
import { saveAfterMs, useDraft, type EditingContext } from '../editing-context.ts'
import { CoverPicker } from './cover-picker.tsx'
import { IconPicker } from './icon-picker.tsx'
import * as texts from './texts.ts'
import styles from './look.module.css'

/** Icon and cover of the draft: quiet until the pointer or the focus is near. */
export function LookBar({ editing: { store, draftId } }: { editing: EditingContext }) {
  const icon = useDraft(store, ({ fields }) => fields.icon)
  const cover = useDraft(store, ({ fields }) => fields.cover)
  const [open, setOpen] = useState<'icon' | 'cover' | null>(null)
  const [isUploading, setUploading] = useState(false)
  const close = () => setOpen(null)
  const setCover = (next: ArticleCover | null) => store.edit({ cover: next }, saveAfterMs)
  const showPicture = ({ url }: { url: string }) => setCover({ source: url, position: centrePosition })

  const upload = async (file: File) => {
    setUploading(true)
    try {
      const { signal } = new AbortController()
      showPicture(await uploadImage(file, { articleId: draftId, signal, onProgress: () => undefined }))
    } catch (error) {
      handleError(error)
    } finally {
      setUploading(false)
    }
  }
  const choosePicture = () => {
    close()
    void openImageDialog({
      articleId: draftId,
      title: texts.uploadAPicture,
      isMultiple: false,
      onFiles: ([file]) => file && void upload(file),
      onUploaded: showPicture,
    })
  }

  return (
    <div className={styles.bar} data-shown={icon !== null || open !== null || isUploading || undefined}>
      <LookPopover
        label={texts.icon}
        isOpen={open === 'icon'}
        onClose={close}
        target={
          icon === null ? (
            <Button variant="subtle" size="sm" leftSection={<IconMoodSmile />} onClick={() => setOpen('icon')}>
              {texts.addIcon}
            </Button>
          ) : (
            <UnstyledButton className={styles.icon} aria-label={texts.changeIcon} onClick={() => setOpen('icon')}>
              <Emoji icon={icon} />
            </UnstyledButton>
          )
        }
      >
        <IconPicker
          hasIcon={icon !== null}
          onPick={(next) => {
            close()
            store.edit({ icon: next })
          }}
        />
      </LookPopover>
      <LookPopover
        label={texts.cover}
        isOpen={open === 'cover'}
        onClose={close}
        target={
          <Button
            variant="subtle"
            size="sm"
            className={styles.quiet}
            leftSection={<IconPhoto />}
            loading={isUploading}
            onClick={() => setOpen('cover')}
          >
            {cover === null ? texts.addCover : texts.changeCover}
          </Button>
        }
      >
        <CoverPicker cover={cover} onChange={setCover} onUpload={choosePicture} />
      </LookPopover>
      <span className="kr-sr" role="status">
        {isUploading ? texts.uploadingAnImage : ''}
      </span>
    </div>
  )
}

type LookPopoverProps = {
  label: string
  isOpen: boolean
  target: ReactNode
  children: ReactNode
  onClose: () => void
}

const LookPopover = ({ label, isOpen, target, children, onClose }: LookPopoverProps) => (
  <Popover opened={isOpen} onDismiss={onClose} position="bottom-start" trapFocus returnFocus>
    <Popover.Target>{target}</Popover.Target>
    <Popover.Dropdown role="dialog" aria-label={label}>
      {children}
    </Popover.Dropdown>
  </Popover>
)
