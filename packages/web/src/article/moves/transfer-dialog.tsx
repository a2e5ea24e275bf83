import { useRef, useState, type FormEvent } from 'react'
import { Button, Modal, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import { ApiError } from '../../platform/api/api-error.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { DialogFooter } from '../../ui/dialog/dialog-footer.tsx'
import type { DialogProps } from '../../ui/dialog/dialogs.ts'
import { showSuccess } from '../../ui/toast/toast.ts'
import { WorkspaceAvatar } from '../../ui/identity/workspace-avatar.tsx'
import { useMe } from '../../user/index.ts'
import { editableWorkspacesQuery } from '../../workspace/index.ts'
import { nestedIds } from '../actions/article-subtree.ts'
import { whileBusy } from '../busy.ts'
import { useRedirectAfterRemoval } from '../actions/use-redirect-after-removal.ts'
import * as texts from '../texts.ts'
import { companyTransferText, transferText } from './move-text.ts'
import type { MovedArticle } from './moved-article.ts'
import styles from './move-dialogs.module.css'

type TransferDialogProps = MovedArticle & DialogProps & { openId: string | null }

/** Chooses company and workspace; members of only one company choose just the workspace. */
export function TransferDialog({ article, browsed, openId, opened, onClose }: TransferDialogProps) {
  const session = useMe()
  const leaveWhenGone = useRedirectAfterRemoval()
  const companies = (session?.companies ?? []).filter(
    ({ status, isActivated, isPaid }) => status === 'active' && isActivated && isPaid,
  )
  const [chosenCompany, setChosenCompany] = useState<string | null>(null)
  const companyId = chosenCompany ?? session?.user.company?.id ?? null
  const elsewhere = companies.find(({ id }) => id === companyId && id !== session?.user.company?.id)
  const [workspaceId, setWorkspaceId] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const workspaceField = useRef<HTMLInputElement>(null)
  const request = useQuery({ ...editableWorkspacesQuery(companyId ?? ''), enabled: companyId !== null })
  const workspaces = (request.data?.items ?? []).filter(({ id }) => id !== browsed.workspace.id)
  const workspace = workspaces.find(({ id }) => id === workspaceId)

  const transfer = async (body: { companyId: string; workspaceId: string }) => {
    try {
      const left = await whileBusy(texts.theArticleIsBeingTransferred, () =>
        api.article.transfer({ params: { id: article.id }, body }),
      )
      onClose()
      await leaveWhenGone(left, browsed, openId ?? undefined)
      showSuccess(texts.theArticleHasBeenTransferred(workspace?.title ?? texts.itsNewWorkspace))
    } catch (refusal) {
      if (refusal instanceof ApiError && refusal.status === 422) setError(refusal.message)
      else handleError(refusal)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (companyId !== null && workspace) void transfer({ companyId, workspaceId: workspace.id })
    else {
      setError(texts.theWorkspaceIsRequired)
      workspaceField.current?.focus()
    }
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.transferArticleTitle(article.title || texts.untitled)}
      size={520}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        {companies.length > 1 && (
          <Select
            label={texts.company}
            data={companies.map(({ id, title }) => ({ value: id, label: title }))}
            value={companyId}
            onChange={(id) => {
              setChosenCompany(id)
              setWorkspaceId(null)
              setError(null)
            }}
            allowDeselect={false}
          />
        )}
        <Select
          ref={workspaceField}
          data-autofocus
          label={texts.workspace}
          openOnFocus={false}
          placeholder={
            request.isPending
              ? texts.loading
              : workspaces.length === 0
                ? texts.noWorkspacesYouCanEdit
                : texts.chooseAWorkspace
          }
          data={workspaces.map(({ id, title }) => ({ value: id, label: title }))}
          value={workspace?.id ?? null}
          onChange={(id) => {
            setWorkspaceId(id)
            setError(null)
          }}
          searchable={workspaces.length > 8}
          nothingFoundMessage={texts.thereAreNoMatchingResults}
          error={error ?? (request.isError ? texts.canNotLoadWorkspaces : null)}
          leftSection={workspace ? <WorkspaceAvatar id={workspace.id} title={workspace.title} size={20} /> : undefined}
          renderOption={({ option }) => (
            <span className="kr-row kr-grow">
              <WorkspaceAvatar id={option.value} title={option.label} size={20} />
              <span className={styles.option}>{option.label}</span>
            </span>
          )}
        />
        <p className="kr-muted">{transferText(nestedIds(browsed.workspace.order, article.id).length)}</p>
        {elsewhere && <p className="kr-muted">{companyTransferText(elsewhere.title)}</p>}
        <DialogFooter>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="filled">
            {texts.transfer}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  )
}
