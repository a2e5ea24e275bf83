import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { openDialog } from '../../../ui/dialog/dialogs.ts'

/** Shows what changed in a draft since it was last seen. True if it is to be discarded anyway. */
export const confirmNewerChanges = (seen: Article, now: Article): Promise<boolean> =>
  new Promise((resolve) => {
    void openDialog(() => import('./newer-changes-dialog.tsx').then((module) => module.NewerChangesDialog), {
      seen,
      current: now,
      onAnswer: resolve,
    }).then((isOpened) => isOpened || resolve(false))
  })
