import { useState, type FormEvent } from 'react'
import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { embedProviderLabels, findEmbed, type Embed } from '@knowreel/shared/note/embed/embed-providers.ts'
import { embedTitle, MAX_EMBED_TITLE } from '@knowreel/shared/note/embed/note-embed.ts'
import type { DialogProps } from '../../../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx'
import * as texts from '../texts.ts'
import type { EmbedDialogProps } from './embed-dialog-props.ts'

/** Embeds a page by its URL; the title of an existing embed can be changed. */
export function EmbedDialog({ present, onSave, opened, onClose }: EmbedDialogProps & DialogProps) {
  const [address, setAddress] = useState(present?.url ?? '')
  const [title, setTitle] = useState(present?.title ?? '')
  const [hasError, setError] = useState(false)

  const save = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const embed = readEmbedAddress(address)
    if (!embed) return setError(true)
    // The title of the page before is none of the new one.
    const isOfOtherPage = embed.url !== present?.url && title === present?.title
    onClose()
    onSave({ url: embed.url, title: isOfOtherPage ? null : embedTitle(title) })
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={present ? texts.editEmbed : texts.embedAPage}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={save} noValidate>
        <Stack gap="md">
          <TextInput
            label={texts.addressOfThePage}
            placeholder="https://"
            description={hasError ? undefined : texts.supportedSites(embedProviderLabels)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            error={hasError && texts.thisPageCannotBeEmbedded(embedProviderLabels)}
            inputMode="url"
            data-autofocus
            value={address}
            onChange={({ currentTarget }) => {
              setAddress(currentTarget.value)
              setError(false)
            }}
          />
          {present && (
            <TextInput
              label={texts.title}
              maxLength={MAX_EMBED_TITLE}
              value={title}
              onChange={({ currentTarget }) => setTitle(currentTarget.value)}
            />
          )}
        </Stack>
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" disabled={address.trim() === ''}>
            {present ? texts.save : texts.insert}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}

/** The URL of a page, also without its scheme, or the code that its site offers for other pages. */
function readEmbedAddress(text: string): Embed | null {
  const address = /<iframe\b[^>]*?\ssrc=["']([^"']+)/i.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? text.trim()
  return findEmbed(address) ?? findEmbed(`https://${address}`)
}
