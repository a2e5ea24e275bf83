import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type ReactNode,
  memo,
  type MouseEvent,
} from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { ArticleTreeEntry } from '@knowreel/shared/article/article.wire.ts'
import type { Workspace } from '@knowreel/shared/workspace/workspace.calls.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { lazyWhenIdle } from '../../ui/lazy-components.tsx'
import { articlePath, articleRouteParams } from './article-route.ts'
import { ArticleRow } from './article-row.tsx'
import { foldKey, isLongTree, insertParagraphRows, type OpenParagraphs } from './paragraph-rows.ts'
import { useFoldedArticles } from './folded-articles.ts'
import type { OpenRowMenu } from './row-menu.tsx'
import { findArticle, ancestorIds, treeRows, type TreeRow, type TreeParagraph } from './tree-rows.ts'
import { VirtualTree } from './virtual-tree.tsx'
import { formatDuration } from '../../ui/time-format.ts'
import { consumeMenuKey } from '../../ui/menu/menu-key.ts'
import * as texts from '../texts.ts'
import { FoldToggle } from './tree-row-parts.tsx'
import styles from './tree.module.css'

type ParagraphRowProps = {
  row: TreeRow
  paragraph: TreeParagraph
  href: string
  onFold: (id: string, isFolded: boolean) => void
  onOpen: (slug: string) => void
}

/** A paragraph of the open article: its title and start time. */
const ParagraphRow = memo(function ParagraphRow({ row, paragraph, href, onFold, onOpen }: ParagraphRowProps) {
  const follow = (event: MouseEvent) => {
    const isElsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
    if (isElsewhere || event.defaultPrevented) return
    event.preventDefault()
    onOpen(paragraph.slug)
  }
  return (
    <>
      <FoldToggle row={row} onFold={onFold} />
      <a href={href} tabIndex={-1} className={styles.link} onClick={follow}>
        <span className={styles.title} title={paragraph.title}>
          {paragraph.title}
        </span>{' '}
        <span className={styles.end}>
          <span className="kr-num">{formatDuration(paragraph.position)}</span>
        </span>
      </a>
    </>
  )
})

const RowMenu = lazyWhenIdle(() => import('./row-menu.tsx').then((module) => module.RowMenu))

export type ArticleTreeProps = {
  workspace: Workspace
  articles: readonly ArticleTreeEntry[]
  /** The open article, by short or long id. */
  articleId?: string
  filter?: string
  isArchivedShown?: boolean
  /** Paragraphs of the open article. */
  paragraphs?: OpenParagraphs
  /** Menu.Item elements for one article. */
  itemMenu?: (article: ArticleTreeEntry) => ReactNode
}

/** The articles of a workspace to navigate and open. Needs a column with a height; scrolls on its own. */
export function ArticleTree(props: ArticleTreeProps) {
  const { workspace, articles, articleId, filter, isArchivedShown, paragraphs, itemMenu } = props
  const navigate = useNavigate()
  const { folded, setFolded, unfoldTemporarily } = useFoldedArticles(workspace.id)
  const [menu, setMenu] = useState<OpenRowMenu | null>(null)
  const open = findArticle(articles, articleId)

  useEffect(() => {
    if (open) unfoldTemporarily(ancestorIds(workspace.order, open.id))
    // A refreshed order must not unfold what the user folded since.
    // eslint-disable-next-line react/exhaustive-deps
  }, [open?.id, unfoldTemporarily])

  const articleRows = useMemo(
    () => treeRows(workspace.order, articles, { folded, filter, isArchivedShown }),
    [workspace.order, articles, folded, filter, isArchivedShown],
  )
  const rows = useMemo(
    () => (paragraphs && !filter ? insertParagraphRows(articleRows, paragraphs, folded) : articleRows),
    [articleRows, paragraphs, filter, folded],
  )
  const fold = useCallback(
    (id: string, isFolded: boolean) => {
      const isLong = paragraphs !== undefined && id === paragraphs.articleId && isLongTree(paragraphs)
      setFolded(isLong ? foldKey(paragraphs, true) : id, isLong ? !isFolded : isFolded)
    },
    [paragraphs, setFolded],
  )

  const { shortId, slug } = workspace
  const openArticle = useCallback(
    (article: ArticleTreeEntry) =>
      void navigate({ to: articlePath, params: articleRouteParams({ shortId, slug }, article) }),
    [navigate, shortId, slug],
  )
  const openRow = (row: TreeRow, event: KeyboardEvent) => {
    const link = event.currentTarget.querySelector('a')
    if (link && (event.ctrlKey || event.metaKey)) window.open(link.href, '_blank')
    else if (row.paragraph) paragraphs?.open(row.paragraph.slug)
    else openArticle(row.article)
  }
  const openMenu = useCallback(
    (article: ArticleTreeEntry, button: HTMLElement) =>
      setMenu({ article, box: button.getBoundingClientRect(), isOpen: true, trigger: focusTarget(button) }),
    [],
  )
  const closeMenu = useCallback(() => setMenu((current) => current && { ...current, isOpen: false }), [])

  if (rows.length === 0 && filter) return <EmptyState drawing="noMatch" text={texts.thereAreNoMatchingResults} />
  return (
    <>
      <VirtualTree
        label={texts.articlesInWorkspaceTitle(workspace.title)}
        rows={rows}
        startId={open?.id}
        onFold={fold}
        onPress={openRow}
        onRowKey={openMenuByKey}
        attributesOf={(row) => ({
          'aria-current': ariaCurrent(row, open?.id, paragraphs?.currentId),
          'data-archived': row.article.isArchived || undefined,
          'data-menu': (itemMenu !== undefined && !row.paragraph) || undefined,
          'data-paragraph': row.paragraph !== undefined || undefined,
        })}
        renderRow={(row, isActive) =>
          row.paragraph && paragraphs ? (
            <ParagraphRow
              row={row}
              paragraph={row.paragraph}
              href={paragraphs.hrefOf(row.paragraph.slug)}
              onFold={fold}
              onOpen={paragraphs.open}
            />
          ) : (
            <ArticleRow
              row={row}
              baseUrl={`/b/${shortId}/${slug}`}
              isReachable={isActive}
              isMenuOpen={menu?.isOpen === true && menu.article.id === row.id}
              onFold={fold}
              onOpen={openArticle}
              onMenu={itemMenu && openMenu}
            />
          )
        }
      />
      {itemMenu && menu && <RowMenu menu={menu} items={itemMenu} onClose={closeMenu} />}
    </>
  )
}

function ariaCurrent(row: TreeRow, openId: string | undefined, paragraphId: string | null | undefined) {
  if (row.paragraph) return row.paragraph.id === paragraphId ? 'location' : undefined
  return row.id === openId ? 'page' : undefined
}

/** Where the focus returns: the row or its button; Safari does not focus a pressed button. */
const focusTarget = (button: HTMLElement): HTMLElement => {
  const focused = document.activeElement
  const row = button.closest<HTMLElement>('[role="treeitem"]')
  return focused instanceof HTMLElement && row?.contains(focused) ? focused : (row ?? button)
}

/** The menu key and Shift+F10 open the menu of the row. */
function openMenuByKey(_row: TreeRow, event: KeyboardEvent<HTMLDivElement>): 'handled' | null {
  if (!consumeMenuKey(event)) return null
  const button = event.currentTarget.querySelector<HTMLElement>('[data-row-menu]')
  button?.click()
  return button && 'handled'
}
