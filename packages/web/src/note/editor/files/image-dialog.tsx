import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Modal, Tabs, TextInput } from '@mantine/core'
import { fileLimits, fileMessages, imageTypes, isImageType, isWebUrl } from '@knowreel/shared/file/file.rules.ts'
import { api } from '../../../platform/api/api.ts'
import { ApiError } from '../../../platform/api/api-error.ts'
import { handleSessionError } from '../../../platform/api/handle-error.ts'
import type { DialogProps } from '../../../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import * as texts from '../texts.ts'
import { DropArea } from './drop-area.tsx'
import type { ImageDialogProps } from './file-dialog-props.ts'
import styles from './file-dialogs.module.css'

/** Adds an image from this device or from a URL. */
export function ImageDialog({ title, opened, onClose, ...props }: ImageDialogProps & DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <Tabs defaultValue="upload" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="upload">{texts.upload}</Tabs.Tab>
          <Tabs.Tab value="url">{texts.url}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="upload" className={styles.panel}>
          <UploadPanel {...props} onClose={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="url" className={styles.panel}>
          <UrlPanel {...props} onClose={onClose} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}

type PanelProps = Omit<ImageDialogProps, 'title'> & { onClose: () => void }

function UploadPanel({ isMultiple, onFiles, onClose }: PanelProps) {
  const [error, setError] = useState<string | null>(null)
  const acceptFiles = (files: readonly File[]) => {
    if (files.length === 0) return
    if (files.some(({ type }) => !isImageType(type))) return setError(fileMessages.notAnImage)
    if (files.some(({ size }) => size > fileLimits.imageBytes)) return setError(fileMessages.imageTooLarge)
    onClose()
    onFiles(isMultiple ? files : files.slice(0, 1))
  }
  return (
    <DropArea
      text={texts.dropAJpegOrPng}
      chooseLabel={isMultiple ? texts.chooseImages : texts.chooseAnImage}
      accept={imageTypes.join()}
      isMultiple={isMultiple}
      error={error}
      onFiles={acceptFiles}
    />
  )
}

/** The server fetches the image, so that readers never contact the other host. */
function UrlPanel({ articleId, onUploaded, onClose }: PanelProps) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isFetching, setFetching] = useState(false)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const fetchImage = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const url = address.trim()
    if (!isWebUrl(url)) return setError(fileMessages.wrongUrl)
    const control = new AbortController()
    stop.current = control
    setFetching(true)
    try {
      const image = await api.image.upload({ query: { articleId }, body: { url } }, { signal: control.signal })
      onClose()
      onUploaded(image)
    } catch (failure) {
      if (control.signal.aborted || handleSessionError(failure)) return
      setError(failure instanceof ApiError ? failure.message : fileMessages.wrongUrl)
    } finally {
      if (!control.signal.aborted) setFetching(false)
    }
  }
  return (
    <form onSubmit={(event) => void fetchImage(event)} noValidate>
      <TextInput
        label={texts.addressOfTheImage}
        placeholder="https://"
        inputMode="url"
        data-autofocus
        maxLength={fileLimits.urlLength}
        value={address}
        error={error}
        disabled={isFetching}
        onChange={({ currentTarget }) => {
          setAddress(currentTarget.value)
          setError(null)
        }}
      />
      <DialogFooter note={<span role="status">{isFetching ? texts.uploadingAnImage : ''}</span>}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="filled" loading={isFetching} disabled={address.trim() === ''}>
          {texts.insert}
        </Button>
      </DialogFooter>
    </form>
  )
}
