import { useState, type FormEvent } from 'react'
import { Button, Modal } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { articleQuery, refreshArticles } from '../article.queries.ts'
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
      showSuccess('Tags saved')
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
      title={`Tags of “${article?.title || 'Untitled'}”`}
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <TagField
          label="Tags"
          isFirst
          value={tags}
          onChange={(next) => {
            setTags(next)
            setError(null)
          }}
        />
        {error && (
          <p role="alert" className="kr-second" style={{ color: 'var(--red-text)' }}>
            {error}
          </p>
        )}
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            Save tags
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
