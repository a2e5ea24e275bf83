import { IconPlus } from '@tabler/icons-react'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import { Chip } from '../../ui/chip.tsx'
import { openDialog } from '../../ui/dialog/dialogs.ts'
import { useNarrow } from '../../ui/use-breakpoints.ts'
import * as texts from '../texts.ts'
import styles from '../read/article-view.module.css'
import own from './article-tags.module.css'

/** The tags of an article; editors change them here, except on narrow screens. */
export function ArticleTags({ article }: { article: Article }) {
  const { tags, abilities, isArchived, workspace } = article
  const isNarrow = useNarrow()
  const mayEdit = !isNarrow && abilities.editArticles && !isArchived && workspace?.isArchived === false
  if (tags.length === 0 && !mayEdit) return null
  const edit = () =>
    void openDialog(() => import('./tags-dialog.tsx').then((module) => module.TagsDialog), { articleId: article.id })
  return (
    <div className={own.row}>
      {tags.length > 0 ? (
        <ul className={styles.tags} aria-label={texts.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <Chip>{tag}</Chip>
            </li>
          ))}
        </ul>
      ) : (
        <span className="kr-second kr-muted">{texts.tagsNotAdded}</span>
      )}
      {mayEdit && (
        <button type="button" className={own.add} aria-label={texts.tagEditTheTags} onClick={edit}>
          <IconPlus className="kr-icon-14" />
          {texts.tag}
        </button>
      )}
    </div>
  )
}
