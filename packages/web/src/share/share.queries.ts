import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { CallRequest } from '@knowreel/shared/catalogue/call.ts'
import type { Catalogue } from '@knowreel/shared/catalogue/catalogue.ts'
import type { SharedData, ShareRecipient } from '@knowreel/shared/share/share.calls.ts'
import { api } from '../platform/api/api.ts'
import { handleSessionError } from '../platform/api/handle-error.ts'
import { showError, showSuccess } from '../ui/toast/toast.ts'
import * as texts from './texts.ts'

const shareKeys = {
  links: ['share', 'links'] as const,
  linksOf: (workspaceId: string | null) => ['share', 'links', workspaceId] as const,
  allData: ['share', 'data'] as const,
  data: (articleId: string) => ['share', 'data', articleId] as const,
  people: (articleId: string) => ['share', 'people', articleId] as const,
  privateToken: (articleId: string) => ['share', 'private-token', articleId] as const,
}

/** The links of an article, for people who may share it. */
export const sharedDataQuery = (articleId: string) =>
  queryOptions({
    queryKey: shareKeys.data(articleId),
    queryFn: ({ signal }) => api.share.get({ params: { id: articleId } }, { signal }).then(({ shared }) => shared),
    // Someone else may have changed it since.
    staleTime: 0,
    meta: { isErrorShown: true },
  })

/** The token of the private link, for everyone who sees the article. */
export const privateTokenQuery = (articleId: string) =>
  queryOptions({
    queryKey: shareKeys.privateToken(articleId),
    queryFn: ({ signal }) =>
      api.share.token({ params: { id: articleId }, query: { isPrivate: '1' } }, { signal }).then(({ token }) => token),
    staleTime: 0,
    meta: { isErrorShown: true },
  })

/** People and groups an article is shared with by name. */
export const sharePeopleQuery = (articleId: string) =>
  queryOptions({
    queryKey: shareKeys.people(articleId),
    queryFn: ({ signal }) => api.share.entities({ params: { id: articleId } }, { signal }),
    staleTime: 0,
    meta: { isErrorShown: true },
  })

/** All live public links of the workspaces that the user may edit, or of one of them. */
export const sharedLinksQuery = (workspaceId: string | null) =>
  queryOptions({
    queryKey: shareKeys.linksOf(workspaceId),
    queryFn: ({ signal }) => api.share.links({ query: { workspaceId: workspaceId ?? undefined } }, { signal }),
    staleTime: 0,
    meta: { isErrorShown: true },
  })

/** After a link was created, changed or deleted: refetches all link lists and the dialog of its article. */
export const invalidateLinks = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all([shareKeys.links, shareKeys.allData].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

export type LinkChange = NonNullable<CallRequest<Catalogue['share']['save']>['body']>

/** Changes a link of an article and its cached data. Rejects with the refusal of the server. */
export function useSaveLink(articleId: string) {
  const queryClient = useQueryClient()
  return async (change: LinkChange): Promise<SharedData> => {
    const { sharedData } = await api.share.save({ params: { id: articleId }, body: change })
    queryClient.setQueryData(sharedDataQuery(articleId).queryKey, sharedData)
    queryClient.setQueryData(privateTokenQuery(articleId).queryKey, sharedData.privateToken)
    await queryClient.invalidateQueries({ queryKey: shareKeys.links })
    return sharedData
  }
}

const showFailure = (error: Error, text: string): void => {
  if (!handleSessionError(error)) showError(text)
}

type NewRecipients = {
  readonly people: readonly Pick<ShareRecipient, 'type' | 'id' | 'email'>[]
  readonly mayComment: boolean
}

export function useAddPeople(articleId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ people, mayComment }: NewRecipients) =>
      api.share.addEntities({
        params: { id: articleId },
        body: { entities: people.map(({ type, id, email }) => ({ type, id, email, mayComment })) },
      }),
    meta: { isErrorShown: true },
    onSuccess: ({ entities }) => {
      queryClient.setQueryData(sharePeopleQuery(articleId).queryKey, (list) => ({ ...list, entities }))
      showSuccess(texts.theArticleIsSuccessfullyShared)
    },
    onError: (error) => showFailure(error, texts.failedToAddSharedUser),
  })
}

type RecipientsChange<Change> = {
  readonly send: (change: Change) => Promise<unknown>
  readonly apply: (recipients: ShareRecipient[], change: Change) => ShareRecipient[]
  readonly successText: string
  readonly failureText: string
}

/** The list shows the change immediately, and its former state if the call fails. */
function useRecipientsChange<Change>(
  articleId: string,
  { send, apply, successText, failureText }: RecipientsChange<Change>,
) {
  const queryClient = useQueryClient()
  const { queryKey } = sharePeopleQuery(articleId)
  const show = (change: Change) =>
    queryClient.setQueryData(queryKey, (list) => list && { ...list, entities: apply(list.entities, change) })
  return useMutation({
    mutationFn: send,
    // One after the other, so that the server keeps the last one.
    scope: { id: `share-people-${articleId}` },
    meta: { isErrorShown: true },
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      const former = queryClient.getQueryData(queryKey)
      show(change)
      return former
    },
    onSuccess: (_answer, change) => {
      // An earlier change may have failed since, and restored the list before this one.
      show(change)
      showSuccess(successText)
    },
    onError: (error, _change, former) => {
      queryClient.setQueryData(queryKey, former)
      // If an earlier one failed too, this list still shows that.
      void queryClient.invalidateQueries({ queryKey })
      showFailure(error, failureText)
    },
  })
}

export const useRemovePerson = (articleId: string) =>
  useRecipientsChange<ShareRecipient>(articleId, {
    send: ({ shareId }) => api.share.removeEntity({ params: { id: articleId }, body: { entityId: shareId } }),
    apply: (recipients, { shareId }) => recipients.filter((one) => one.shareId !== shareId),
    successText: texts.theUserGroupHasBeen,
    failureText: texts.failedToRemoveSharedUser,
  })

type AccessChange = Pick<ShareRecipient, 'shareId' | 'mayComment'>

export const useChangeAccess = (articleId: string) =>
  useRecipientsChange<AccessChange>(articleId, {
    send: ({ shareId, mayComment }) =>
      api.share.updateEntity({ params: { id: articleId }, body: { entityId: shareId, mayComment } }),
    apply: (recipients, { shareId, mayComment }) =>
      recipients.map((one) => (one.shareId === shareId ? { ...one, mayComment } : one)),
    successText: texts.accessUpdated,
    failureText: texts.accessCouldNotBeChanged,
  })
