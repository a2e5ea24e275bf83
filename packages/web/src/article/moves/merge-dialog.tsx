import { useRef, useState, type FormEvent } from 'react'
import { Button, Modal, Select } from '@mantine/core'
import { IconFileText, IconVideo } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorCodes } from '@knowreel/shared/error/error-codes.ts'
import { orderIds } from '@knowreel/shared/workspace/order-tree.rules.ts'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { browseQuery } from '../../workspace/index.ts'
import { articleParams, articleRoute } from '../article-url.ts'
import { nestedIds } from '../actions/article-subtree.ts'
import { refreshArticles } from '../article.queries.ts'
import type { WorkspaceTree } from '../workspace-tree.ts'
import { whileBusy } from '../busy.ts'
import * as texts from '../texts.ts'
import { WorkspaceSelect } from '../workspace-select.tsx'
import { mergeText } from './move-text.ts'
import type { MovedArticle } from './moved-article.ts'
import styles from './move-dialogs.module.css'

/** Chooses the article to merge this one into, and shows the order of the combined material. */
export function MergeDialog({ article, browsed, opened, onClose }: MovedArticle & DialogProps) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [workspaceId, setWorkspaceId] = useState(browsed.workspace.id)
  const [targetId, setTargetId] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const targetField = useRef<HTMLInputElement>(null)
  const isHere = workspaceId === browsed.workspace.id
  const request = useQuery({ ...browseQuery(workspaceId), enabled: !isHere })
  const targets = mergeTargets(isHere ? browsed : request.data).filter(({ id }) => id !== article.id)
  const target = targets.find(({ id }) => id === targetId)
  const title = article.title || texts.untitled

  const merge = async (id: string) => {
    try {
      const { article: merged } = await whileBusy(texts.savingArticle, () =>
        api.article.merge({ body: { articleId: article.id, targetId: id } }),
      )
      onClose()
      const params = articleParams(merged)
      if (params) await navigate({ to: articleRoute, params })
      await refreshArticles(queryClient)
      showSuccess(texts.theArticlesHaveBeenMerged)
    } catch (refusal) {
      if (refusal instanceof ApiError && (refusal.status === 409 || refusal.status === 422)) setError(refusal.message)
      else handleError(refusal)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (target) void merge(target.id)
    else {
      setError(errorCodes.merge_target_missing.message)
      targetField.current?.focus()
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.mergeTitle(title)}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <WorkspaceSelect
          label={texts.workspace}
          value={workspaceId}
          onChange={(id) => {
            setWorkspaceId(id)
            setTargetId(null)
            setError(null)
          }}
        />
        <Select
          ref={targetField}
          data-autofocus
          label={texts.mergeInto}
          openOnFocus={false}
          placeholder={!isHere && request.isPending ? texts.loading : texts.chooseAnArticle}
          data={targets.map(({ id, title: name }) => ({ value: id, label: name || texts.untitled }))}
          value={target?.id ?? null}
          onChange={(id) => {
            setTargetId(id)
            setError(null)
          }}
          searchable
          nothingFoundMessage={texts.thereAreNoMatchingResults}
          error={error ?? (!isHere && request.isLoadingError ? texts.theArticlesCouldNotBe : null)}
          renderOption={({ option }) => (
            <span className="kr-row kr-grow">
              {targets.find(({ id }) => id === option.value)?.duration ? (
                <IconVideo className="kr-icon-16" />
              ) : (
                <IconFileText className="kr-icon-16" />
              )}
              <span className={styles.option}>{option.label}</span>
            </span>
          )}
        />
        {target && (
          <div className={styles.outcome}>
            <p className={styles.name}>{target.title || texts.untitled}</p>
            <ol aria-label={texts.order}>
              <li>{title}</li>
              <li>{target.title || texts.untitled}</li>
            </ol>
          </div>
        )}
        <p className="kr-muted">{mergeText(title, nestedIds(browsed.workspace.order, article.id).length)}</p>
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled">
            {texts.merge}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}

/** In sidebar order, without archived articles. */
function mergeTargets(browsed: WorkspaceTree | undefined) {
  if (!browsed) return []
  const positions = new Map(orderIds(browsed.workspace.order).map((id, index) => [id, index]))
  return browsed.articles
    .filter(({ isArchived }) => !isArchived)
    .toSorted((one, other) => (positions.get(one.id) ?? 0) - (positions.get(other.id) ?? 0))
}
