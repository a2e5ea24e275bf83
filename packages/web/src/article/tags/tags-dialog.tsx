import { useState, type FormEvent } from 'react'
import { Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { FormError } from '../../ui/form/form-error.tsx'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { articleQuery, refreshArticles } from '../article.queries.ts'
import * as texts from '../texts.ts'
import styles from '../moves/move-dialogs.module.css'
import { publishTags } from './publish-tags.ts'
import { TagField } from './tag-field.tsx'

/** The tags of a published article: saving publishes immediately, without notifications. */
export function TagsDialog({ articleId, opened, onClose }: DialogProps & { articleId: string }) {
  const queryClient = useQueryClient()
  const { data: article } = useQuery(articleQuery(articleId))
  const [tags, setTags] = useState(article?.tags ?? [])
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  const save = async () => {
    if (!article) return
    setBusy(true)
    try {
      await publishTags(article, tags)
      await refreshArticles(queryClient)
      onClose()
      showSuccess(texts.tagsSaved)
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.status === 422) setError(refusal.message)
      else handleError(refusal)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void save()
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.tagsOfArticleTitle(article?.title || texts.untitled)}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <TagField
          label={texts.tags}
          hasAutofocus
          value={tags}
          onChange={(next) => {
            setTags(next)
            setError(null)
          }}
        />
        <FormError>{error}</FormError>
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {texts.saveTags}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
