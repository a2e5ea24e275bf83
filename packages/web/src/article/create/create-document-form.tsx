import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Button, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { articleLimits, fallbackTabTitle } from '@knowreel/shared/article/article.rules.ts'
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { showWarning } from '../../ui/toast/toast.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import { useMe } from '../../user/index.ts'
import { workspacesQuery } from '../../workspace/index.ts'
import { articleKeys } from '../article.queries.ts'
import type { CreateArticleOptions } from './create-article-options.ts'
import { TagField } from '../tags/tag-field.tsx'
import * as texts from '../texts.ts'
import { preselectWorkspace, rememberWorkspace } from './preselect-workspace.ts'
import { WorkspaceSelect } from '../workspace-select.tsx'
import styles from './create-document-form.module.css'

type CreateDocumentFormProps = CreateArticleOptions & {
  onBack?: () => void
  onClose: () => void
  /** Shown above the fields: what the article contains besides text. */
  header?: ReactNode
  suggestedTitle?: string
  /** Continues with these fields instead of creating the article. */
  onContinue?: (fields: ArticleFields) => void
  /** For a video article whose recording is being uploaded; receives the draft created for it. */
  onVideoDraftCreated?: (articleId: string) => Promise<void>
}

export type ArticleFields = { readonly title: string; readonly workspace: string; readonly tags: readonly string[] }

type FieldErrors = { title?: string; workspace?: string; form?: string }

/** Title, workspace and tags of a new article; creating it opens its edit page. */
export function CreateDocumentForm(props: CreateDocumentFormProps) {
  const { workspaceId, parentId, onBack, onClose, header, suggestedTitle = '', onContinue, onVideoDraftCreated } = props
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const owner = useMe()?.user
  const [title, setTitle] = useState(suggestedTitle)
  const [tags, setTags] = useState<string[]>([])
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isBusy, setBusy] = useState(false)
  // The same for all attempts of this dialog: a retry after a lost response finds the article already created.
  const [draft] = useState(() => ({ clientId: newId(), tabId: newKey() }))
  const titleField = useRef<HTMLInputElement>(null)
  const { data: workspaces } = useQuery(workspacesQuery)
  const workspace = chosenId ?? (workspaces && owner ? preselectWorkspace(workspaces, owner, workspaceId) : null)

  useEffect(() => titleField.current?.focus(), [])

  const create = async () => {
    setBusy(true)
    try {
      const { article } = await api.article.saveDraft({
        params: { id: 'new' },
        body: {
          clientId: draft.clientId,
          title: title.trim(),
          workspace,
          tags,
          parentArticle: parentId,
          ...(onVideoDraftCreated
            ? { isNotUploadedVideo: true }
            : { textTabs: [{ id: draft.tabId, title: fallbackTabTitle }] }),
        },
      })
      await onVideoDraftCreated?.(article.id)
      if (owner && workspace !== null) rememberWorkspace(owner, workspace)
      void queryClient.invalidateQueries({ queryKey: articleKeys.drafts })
      onClose()
      await navigate({ to: '/draft/$id/{-$mode}', params: { id: article.shortId } })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 422
      if (isRefused) setErrors({ form: error.message })
      else handleError(error)
    } finally {
      setBusy(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const emptyTitle = onContinue || onVideoDraftCreated ? texts.theArticleTitleIsRequired : texts.titleCannotBeEmpty
    const next: FieldErrors = {
      title: title.trim() === '' ? emptyTitle : undefined,
      workspace: workspace === null ? texts.theWorkspaceIsRequired : undefined,
    }
    setErrors(next)
    if (next.title && parentId !== undefined) showWarning(next.title)
    if (next.title) titleField.current?.focus()
    else if (workspace !== null && onContinue) onContinue({ title: title.trim(), workspace, tags })
    else if (!next.workspace && !isBusy) void create()
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {header}
      <TextInput
        ref={titleField}
        data-autofocus
        label={texts.title}
        name="title"
        value={title}
        maxLength={articleLimits.titleLength}
        error={errors.title}
        onChange={(event) => {
          setTitle(event.currentTarget.value)
          setErrors({ ...errors, title: undefined })
        }}
      />
      <WorkspaceSelect
        label={texts.workspace}
        value={workspace}
        // A sub-article belongs to the workspace of its parent.
        isDisabled={parentId !== undefined && workspace !== null}
        error={errors.workspace}
        onChange={(id) => {
          setChosenId(id)
          setErrors({ ...errors, workspace: undefined })
        }}
      />
      <TagField label={texts.tags} value={tags} onChange={setTags} />
      <FormError>{errors.form}</FormError>
      <DialogFooter
        note={
          onBack && (
            <Button variant="subtle" leftSection={<IconArrowLeft />} onClick={onBack} className={styles.back}>
              {texts.back}
            </Button>
          )
        }
      >
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="filled" loading={isBusy}>
          {onContinue ? texts.next : texts.createArticle}
        </Button>
      </DialogFooter>
    </form>
  )
}
