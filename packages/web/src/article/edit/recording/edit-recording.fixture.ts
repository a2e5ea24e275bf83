/** An edit page with a recording, against a server that stores its paragraphs. */
import { page } from 'vitest/browser'
import { paragraphsFromWire, paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import { articleDuration, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Article } from '@knowreel/shared/article/article.wire.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { refuse, type Answers } from '../../../../test/fake-server.ts'
import { openPage, type OpenedPage } from '../../../../test/open-page.tsx'
import type { Session } from '../../../../test/samples.ts'
import { buildArticle } from '../draft/draft.fixture.ts'

export const aVideo = (change: Partial<Video> = {}): Video => ({
  id: 'video1',
  url: '/media/video1.mp4',
  mime: 'video/mp4',
  needsCodecs: false,
  width: 1280,
  height: 720,
  duration: 20_000,
  statedDuration: null,
  posterUrl: '/media/poster.jpg',
  spriteUrl: '/media/sprite.jpg',
  sprite: { columns: 10, count: 20, width: 160, height: 90, interval: 1000 },
  peaksUrl: '/media/peaks',
  status: 'finished',
  size: 1000,
  ...change,
})

export const aPart = (title: string, start: number, dur: number): ParagraphTree[number] => ({
  id: title.padEnd(16, '-').slice(0, 16).replaceAll(' ', '-'),
  title,
  tags: [],
  isExpanded: true,
  map: [{ videoId: 'video1', in: start, dur }],
  items: [],
})

type EditPage = OpenedPage & { saved: () => ParagraphTree }

export async function openRecordingEditor(
  begun: ParagraphTree,
  {
    answers = {},
    video = aVideo(),
    textTabs = [],
    pinnedNote = null,
    query = '',
    original = null,
    ...options
  }: {
    session?: Session
    answers?: Answers
    video?: Video
    textTabs?: Article['textTabs']
    pinnedNote?: string | null
    /** Of the URL. */
    query?: string
    /** The article that this is a draft of. */
    original?: Article['original']
    width?: number
    height?: number
  } = {},
): Promise<EditPage> {
  let tree = begun
  let tabs = textTabs
  let pinnedId = pinnedNote
  let saves = 0
  const article = () =>
    buildArticle({
      isHasText: tabs.length > 0,
      textTabs: tabs,
      pinnedNote: pinnedId,
      duration: articleDuration(tree),
      paragraphs: paragraphsToWire(tree, (title) => title),
      videos: [video],
      original,
      hash: `hash ${saves}`,
      updatedAt: new Date(Date.UTC(2026, 10, 12, 10, 0, saves)).toISOString(),
    })
  const opened = await openPage(`/draft/art5678901${query}`, {
    width: 1440,
    height: 900,
    ...options,
    answers: {
      'draft.get': ({ params }) =>
        params.id === 'earlier' ? refuse('draft_published', { articleId: original?.id }) : { article: article() },
      'draft.discardHash': { hash: 'a' },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'reaction.list': { reactions: [] },
      'article.saveDraft': ({ body }) => {
        if (body.paragraphs) tree = paragraphsFromWire(body.paragraphs)
        if (body.textTabs) tabs = tabs.filter(({ id }) => body.textTabs?.some((kept) => kept.id === id))
        if (body.pinnedNote !== undefined) pinnedId = body.pinnedNote
        saves++
        return { article: article(), hash: `hash ${saves}` }
      },
      ...answers,
    },
  })
  return { ...opened, saved: () => tree }
}

export const tools = page.getByRole('toolbar', { name: 'Editing tools' })
export const block = (name: string | RegExp) =>
  page.getByRole('tree', { name: 'Timeline' }).getByRole('treeitem', { name })
