import { useEffect, useId, type ReactNode } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { Button, CloseButton } from '@mantine/core'
import { IconCheck, IconPencil, IconUpload, IconUserPlus, IconVideo } from '@tabler/icons-react'
import { openCreateArticle } from '../article/index.ts'
import { openInviteUser } from '../company-user/index.ts'
import { api } from '../platform/api/api.ts'
import { dialogStore } from '../ui/dialog/dialogs.ts'
import { LoadError } from '../ui/page/load-error.tsx'
import { ListSkeleton } from '../ui/page/list-skeleton.tsx'
import { meQuery, useMe } from '../user/index.ts'
import * as texts from './texts.ts'
import styles from './first-steps.module.css'

type Step = { title: string; hint: string; isDone: boolean; actions: (variant: 'filled' | 'default') => ReactNode }

/** For people who have just joined a company. Disappears for good once everything is done, or closed. */
export function FirstSteps() {
  const titleId = useId()
  const user = useMe()?.user
  // A dialog may complete a step.
  const isDialogOpen = useSelector(dialogStore, (dialogs) => dialogs.length > 0)
  const { data, ...request } = useQuery({
    queryKey: ['user', 'first-steps', user?.company?.id],
    queryFn: ({ signal }) => api.user.firstSteps({}, { signal }),
    staleTime: 0,
    enabled: !isDialogOpen,
    meta: { isErrorShown: true },
  })
  const { mutate: close } = useCloseFirstSteps()
  const mayInvite = user?.abilities.manageUsers === true
  const isComplete =
    data !== undefined && data.steps.hasWritten && data.steps.hasRecorded && (data.steps.hasInvited || !mayInvite)
  const isOwnSession = user?.loggedInAs === null
  useEffect(() => {
    if (isComplete && isOwnSession) close()
  }, [isComplete, isOwnSession, close])
  if (isComplete) return null

  const steps: Step[] = data
    ? [
        {
          title: texts.writeAnArticle,
          hint: texts.startWithTheQuestion,
          isDone: data.steps.hasWritten,
          actions: (variant) => (
            <Button
              variant={variant}
              leftSection={<IconPencil />}
              onClick={() => openCreateArticle({ kind: 'untitled' })}
            >
              {texts.write}
            </Button>
          ),
        },
        {
          title: texts.recordOrUploadAVideo,
          hint: texts.showOneTask,
          isDone: data.steps.hasRecorded,
          actions: (variant) => (
            <>
              <Button
                variant={variant}
                leftSection={<IconVideo />}
                onClick={() => openCreateArticle({ kind: 'recording' })}
              >
                {texts.startRecording}
              </Button>
              <Button leftSection={<IconUpload />} onClick={() => openCreateArticle({ kind: 'video' })}>
                {texts.uploadVideo}
              </Button>
            </>
          ),
        },
        ...(mayInvite
          ? [
              {
                title: texts.inviteYourTeam,
                hint: texts.addSeveralPeople,
                isDone: data.steps.hasInvited,
                actions: (variant: 'filled' | 'default') => (
                  <Button variant={variant} leftSection={<IconUserPlus />} onClick={() => openInviteUser()}>
                    {texts.invitePeople}
                  </Button>
                ),
              },
            ]
          : []),
      ]
    : []
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{texts.getStarted}</h2>
        {data && (
          <span className="kr-second kr-muted kr-num" role="status">
            {texts.doneOf(steps.filter(({ isDone }) => isDone).length, steps.length)}
          </span>
        )}
        <CloseButton
          className={styles.close}
          aria-label={texts.closeFirstSteps}
          onClick={() => {
            // The button disappears with what it closes.
            document.querySelector('main')?.focus()
            close()
          }}
        />
      </header>
      {request.isPending && <ListSkeleton rows={3} height={64} />}
      {request.isError && !data && (
        <LoadError
          text={texts.theFirstStepsCouldNot}
          onRetry={() => void request.refetch()}
          isRetrying={request.isFetching}
        />
      )}
      <ol className={styles.steps}>
        {steps.map(({ title, hint, isDone, actions }, index) => (
          <li
            key={title}
            className={styles.step}
            data-done={isDone || undefined}
            data-next={index === next || undefined}
          >
            <span className={styles.mark} aria-hidden>
              {isDone ? <IconCheck className="kr-icon-16" /> : index + 1}
            </span>
            <span className={styles.words}>
              <span className={styles.title}>{title}</span>
              {isDone ? <span className="kr-sr">{texts.done}</span> : <span className={styles.hint}>{hint}</span>}
            </span>
            {!isDone && <span className={styles.actions}>{actions(index === next ? 'filled' : 'default')}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Hides them immediately; they return if the server cannot be reached. */
function useCloseFirstSteps() {
  const queryClient = useQueryClient()
  const show = (hasFirstSteps: boolean) =>
    queryClient.setQueryData(
      meQuery.queryKey,
      (session) => session && { ...session, user: { ...session.user, hasFirstSteps } },
    )
  return useMutation({
    mutationFn: () => api.user.updateMe({ body: { hasFirstSteps: false } }),
    onMutate: () => void show(false),
    onError: () => void show(true),
  })
}
