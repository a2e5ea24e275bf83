import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { openDialog } from '../../ui/dialogs.ts'

/** Shows what came to a draft since it was looked at. True when it shall be discarded all the same. */
export const askAboutNews = (seen: Article, now: Article): Promise<boolean> =>
  new Promise((resolve) => {
    void openDialog(() => import('./news-dialog.tsx').then((module) => module.NewsDialog), {
      seen,
      now,
      onAnswer: resolve,
    }).then((isOpened) => isOpened || resolve(false))
  })
