import type { ReactNode } from 'react'
import { Textarea, TextInput } from '@mantine/core'
import { FormError } from '../../ui/form/form-error.tsx'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { VisibilitySelect } from './visibility-select.tsx'
import { useCreateWorkspace, type WorkspaceFields } from '../workspace.queries.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import * as texts from '../texts.ts'
import styles from './workspace-form.module.css'

const loadSchema = () =>
  import('@knowreel/shared/workspace/workspace.calls.ts').then((module) => module.workspaceCalls.create.body)

const empty: Required<Omit<WorkspaceFields, 'isSharingOff'>> = { title: '', description: '', visibility: 'private' }

type WorkspaceFormProps = {
  onCreated: (workspace: Workspace) => void
  /** The row of buttons; the submit button shows `isBusy`. */
  children: (isBusy: boolean) => ReactNode
}

/** The fields of a new workspace. It starts private, so that sharing is a deliberate choice. */
export function WorkspaceForm({ onCreated, children }: WorkspaceFormProps) {
  const create = useCreateWorkspace()
  const form = useValidatedForm({
    initial: empty,
    loadSchema,
    submit: async (fields) => onCreated(await create({ ...fields, title: fields.title.trim() })),
  })
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <TextInput
        label={texts.title}
        name="title"
        autoFocus
        data-autofocus
        autoComplete="off"
        maxLength={200}
        value={form.values.title}
        onChange={(event) => form.setValue('title', event.currentTarget.value)}
        error={form.errors.title}
      />
      <Textarea
        label={texts.description}
        name="description"
        description={texts.optionalWhatThisWorkspaceIs}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        value={form.values.description}
        onChange={(event) => form.setValue('description', event.currentTarget.value)}
        error={form.errors.description}
      />
      <VisibilitySelect
        value={form.values.visibility}
        onChange={(visibility) => form.setValue('visibility', visibility)}
      />
      <FormError>{form.formError}</FormError>
      {children(form.isBusy)}
    </form>
  )
}
