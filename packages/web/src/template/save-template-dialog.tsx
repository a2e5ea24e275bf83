import { useState, type FormEvent } from 'react'
import { Button, Modal, Radio, Stack, TextInput } from '@mantine/core'
import type { NoteJson, NoteNode } from '@knowreel/shared/note/note-document.ts'
import { isFileNode } from '@knowreel/shared/note/note-files.ts'
import { noteJsonToHtml } from '@knowreel/shared/note/note-html.ts'
import { parseMomentHref } from '@knowreel/shared/note/note-moment.ts'
import { templateLimits } from '@knowreel/shared/template/template.limits.ts'
import { ApiError } from '../platform/api/api-error.ts'
import { handleError } from '../platform/api/handle-error.ts'
import { DialogFooter } from '../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../ui/dialog/dialog-props.ts'
import { FormError } from '../ui/form/form-error.tsx'
import { showSuccess } from '../ui/toast/toast.ts'
import { useCreateTemplate } from './template.queries.ts'
import * as texts from './texts.ts'

export type SavedNote = { readonly note: NoteJson; /** The suggested name. */ readonly title: string }

/** Saves a note as a template, for its author or for the company. */
export function SaveTemplateDialog({ note, title: suggested, opened, onClose }: SavedNote & DialogProps) {
  const [title, setTitle] = useState(suggested.trim().slice(0, templateLimits.title).trim())
  const [isShared, setShared] = useState(false)
  const [fieldError, setFieldError] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const create = useCreateTemplate()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (create.isPending) return
    setError(null)
    if (title.trim() === '') return setFieldError(texts.enterAName)
    create.mutate(
      { body: { title, text: noteJsonToHtml(note), ...(isShared && { isShared: true }) } },
      {
        onSuccess: () => {
          onClose()
          showSuccess(texts.templateSaved)
        },
        onError: (failure) => {
          if (failure instanceof ApiError && failure.status === 422) setError(failure.message)
          else handleError(failure)
        },
      },
    )
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.saveAsTemplate}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md" pb="md">
          <TextInput
            data-autofocus
            label={texts.name}
            maxLength={templateLimits.title}
            value={title}
            error={fieldError}
            onChange={(event) => {
              setTitle(event.currentTarget.value)
              setFieldError(null)
            }}
          />
          <Radio.Group
            label={texts.whoCanUseIt}
            value={isShared ? 'company' : 'own'}
            onChange={(value) => setShared(value === 'company')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="own" label={texts.onlyMe} />
              <Radio value="company" label={texts.everyoneInTheCompany} />
            </Stack>
          </Radio.Group>
          {hasNode(note, isFileNode) && <p className="kr-muted">{texts.filesAreLeftOut}</p>}
          {hasNode(note, isMention) && <p className="kr-muted">{texts.mentionsBecomeText}</p>}
          {hasNode(note, isMoment) && <p className="kr-muted">{texts.momentsBecomeText}</p>}
          {error !== null && <FormError>{error}</FormError>}
        </Stack>
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" loading={create.isPending}>
            {texts.saveTemplate}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}

const isMention = ({ type }: NoteNode): boolean => type === 'mention'
const isMoment = ({ marks = [] }: NoteNode): boolean =>
  marks.some(({ type, attrs }) => type === 'link' && parseMomentHref(attrs?.['href']) !== null)

const hasNode = (node: NoteNode, isMeant: (node: NoteNode) => boolean): boolean =>
  isMeant(node) || (node.content ?? []).some((child) => hasNode(child, isMeant))
