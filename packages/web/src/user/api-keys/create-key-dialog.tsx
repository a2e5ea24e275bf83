import { Button, Checkbox, Modal, NativeSelect, Radio, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { keyScopes, type KeyScope } from '@knowreel/shared/catalogue/key-scopes.ts'
import { apiKeyLifetimes, apiKeyLimits } from '@knowreel/shared/user/api-key.rules.ts'
import type { DialogProps } from '../../ui/dialog/dialog-props.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useValidatedForm } from '../../ui/form/use-validated-form.ts'
import { LoadError } from '../../ui/page/load-error.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { keyWorkspacesQuery, useCreateKey, type NewKey } from './api-keys.queries.ts'
import * as texts from './texts.ts'
import styles from './api-keys.module.css'

export type CreatedKey = { readonly name: string; readonly token: string }
type CreateKeyDialogProps = { onCreated: (created: CreatedKey) => void }

const loadSchema = () =>
  import('@knowreel/shared/user/api-key.calls.ts').then((module) => module.apiKeyCalls.create.body)

const initial: NewKey = { name: '', scope: 'read', workspaceIds: null, expiresInDays: 90 }

export function CreateKeyDialog({ opened, onClose, onCreated }: CreateKeyDialogProps & DialogProps) {
  const create = useCreateKey()
  const form = useValidatedForm({
    initial,
    loadSchema,
    submit: async (values) => {
      const { key, token } = await create(values)
      onCreated({ name: key.name, token })
      onClose()
    },
  })
  const { name, scope, workspaceIds, expiresInDays } = form.values
  return (
    <Modal opened={opened} onClose={onClose} title={texts.createKey} closeButtonProps={{ 'aria-label': texts.close }}>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <TextInput
          label={texts.name}
          name="name"
          placeholder={texts.namePlaceholder}
          maxLength={apiKeyLimits.name}
          autoComplete="off"
          data-autofocus
          value={name}
          onChange={(event) => form.setValue('name', event.currentTarget.value)}
          error={form.errors.name}
        />
        <Radio.Group
          label={texts.scope}
          value={scope}
          onChange={(value) => form.setValue('scope', value as KeyScope)}
          error={form.errors.scope}
        >
          <div className={styles.choices}>
            {keyScopes.map((one) => (
              <Radio key={one} value={one} label={texts.scopes[one]} description={texts.scopeTexts[one]} />
            ))}
          </div>
        </Radio.Group>
        <WorkspacesField
          value={workspaceIds}
          error={form.errors.workspaceIds}
          onChange={(ids) => form.setValue('workspaceIds', ids)}
        />
        <NativeSelect
          label={texts.expires}
          value={expiresInDays ?? ''}
          data={[
            ...apiKeyLifetimes.map((days) => ({ value: String(days), label: texts.lifetime(days) })),
            { value: '', label: texts.never },
          ]}
          onChange={({ currentTarget }) =>
            form.setValue('expiresInDays', apiKeyLifetimes.find((days) => String(days) === currentTarget.value) ?? null)
          }
          error={form.errors.expiresInDays}
        />
        <FormError>{form.formError}</FormError>
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" loading={form.isBusy}>
            {texts.create}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}

type WorkspacesFieldProps = {
  /** Null for all. */
  value: string[] | null
  error: string | undefined
  onChange: (value: string[] | null) => void
}

function WorkspacesField({ value, error, onChange }: WorkspacesFieldProps) {
  const { data, isError, isFetching, refetch } = useQuery({ ...keyWorkspacesQuery, enabled: value !== null })
  return (
    <>
      <Radio.Group
        label={texts.workspaces}
        value={value === null ? 'all' : 'chosen'}
        onChange={(choice) => onChange(choice === 'all' ? null : [])}
        error={error}
      >
        <div className={styles.choices}>
          <Radio value="all" label={texts.allWorkspaces} />
          <Radio value="chosen" label={texts.chosenWorkspaces} />
        </div>
      </Radio.Group>
      {value !== null &&
        (data ? (
          <Checkbox.Group value={value} onChange={onChange} aria-label={texts.chosenWorkspaces}>
            <div className={styles.workspaces}>
              {data.map(({ id, title }) => (
                <Checkbox key={id} value={id} label={title} />
              ))}
            </div>
          </Checkbox.Group>
        ) : isError ? (
          <LoadError text={texts.workspacesCouldNotBeLoaded} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <div role="status" aria-label={texts.loadingWorkspaces}>
            <Skeleton height={72} radius="var(--r-control)" />
          </div>
        ))}
    </>
  )
}
