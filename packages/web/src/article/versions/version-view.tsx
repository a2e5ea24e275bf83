import { Suspense, useState } from 'react'
import { IconMovieOff } from '@tabler/icons-react'
import { firstTab } from '@knowreel/shared/article/article-mode.rules.ts'
import type { VersionArticle } from '@knowreel/shared/article/article-version.calls.ts'
import { displayedTabTitle } from '@knowreel/shared/article/article.rules.ts'
import { NoteText } from '../../note/index.ts'
import { Banner } from '../../ui/banner.tsx'
import { Chip } from '../../ui/chip.tsx'
import { ArticleVideo } from '../../video/index.ts'
import { moveTabFocus } from '../../ui/move-tab-focus.ts'
import { ArticleCover } from '../article-cover.tsx'
import bar from './version-bar.module.css'
import sheet from '../read/article-view.module.css'
import tabStyles from '../../ui/tabs.module.css'
import * as texts from './texts.ts'

type VersionViewProps = {
  content: VersionArticle
  /** Fetches the recordings with renewed URLs. */
  renewVideos: () => Promise<VersionArticle>
}

/** The article as its readers saw it: the recording with the text below. */
export function VersionView({ content, renewVideos }: VersionViewProps) {
  const hasVideo = content.duration > 0
  return (
    <>
      {!hasVideo && <ArticleCover cover={content.cover} />}
      <article
        className={`${sheet.sheet} ${bar.under}`}
        data-wide={hasVideo || undefined}
        aria-labelledby="version-title"
      >
        {content.missingVideos > 0 && (
          <div className={sheet.banner}>
            <Banner icon={<IconMovieOff />}>{texts.recordingsOfThisVersionNo(content.missingVideos)}</Banner>
          </div>
        )}
        <h1 id="version-title" className={sheet.title} data-emoji={content.icon}>
          {content.title || texts.untitled}
        </h1>
        {content.tags.length > 0 && (
          <ul className={sheet.tags} aria-label={texts.tags} style={{ marginTop: 8 }}>
            {content.tags.map((tag) => (
              <li key={tag}>
                <Chip>{tag}</Chip>
              </li>
            ))}
          </ul>
        )}
        {hasVideo && (
          <Suspense fallback={<div className={sheet.stage} />}>
            <ArticleVideo
              article={content}
              requested={noParagraph}
              renewVideos={renewVideos}
              onParagraph={ignoreParagraph}
            />
          </Suspense>
        )}
        <VersionNotes key={content.hash} content={content} />
      </article>
    </>
  )
}

/** The URL names the version, not a location in it. */
const ignoreParagraph = () => undefined
const noParagraph = { paragraphId: null, key: '' }

function VersionNotes({ content: { articleId, textTabs, pinnedNote, duration } }: { content: VersionArticle }) {
  const [activeId, setActiveId] = useState(() => firstTab({ pinnedNote, textTabs }))
  const active = textTabs.find(({ id }) => id === activeId)
  if (!active) return duration > 0 ? null : <p className="kr-muted">{texts.thisVersionWasEmpty}</p>
  return (
    <>
      {textTabs.length > 1 && (
        <div role="tablist" aria-label={texts.notes} className={tabStyles.tabs} onKeyDown={moveTabFocus}>
          {textTabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              className={tabStyles.tab}
              aria-selected={tab.id === active.id}
              tabIndex={tab.id === active.id ? 0 : -1}
              title={tab.title}
              onClick={() => setActiveId(tab.id)}
            >
              {displayedTabTitle(tab.title, tab.id === pinnedNote)}
            </button>
          ))}
        </div>
      )}
      <div
        className={sheet.text}
        role={textTabs.length > 1 ? 'tabpanel' : undefined}
        aria-label={textTabs.length > 1 ? active.title : undefined}
      >
        {active.text === '' ? (
          <p className="kr-muted">{texts.thisTabIsEmpty}</p>
        ) : (
          <NoteText html={active.text} articleId={articleId} />
        )}
      </div>
    </>
  )
}
