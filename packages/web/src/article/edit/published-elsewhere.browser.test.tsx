import { beforeEach, expect, it } from 'vitest'
import type { ChannelMessage } from '@knowreel/shared/recorder/extension-channel.ts'
import { neverAnswers } from '../../../test/fake-server.ts'
import { openDraft } from '../../../test/open-draft.ts'
import { button, expectVisible, person } from '../../../test/person.ts'
import { dismissToast } from '../../ui/toast/toast.ts'
import { withUploads } from '../../video/index.ts'
import type { UploadManager } from '../../video/uploads/upload-manager.ts'
import { buildArticle } from './draft/draft.fixture.ts'

beforeEach(() => dismissToast())

it('says that a draft was already published instead of publishing it again, and offers to keep editing', async () => {
  const { server, draft, receive } = await openDraft()
  receive({ type: 'published', id: draft.id })
  await person.click(button('Publish and notify'))
  await expectVisible('This draft was already published')
  await expectVisible(button('Keep editing'))
  expect(server.requests('article.save')).toEqual([])
})

it('notifies the extension that someone else published the draft', async () => {
  const changes: unknown[] = []
  const listen = ({ data }: MessageEvent<ChannelMessage>) => {
    if (data.type === 'articleIdChanged') changes.push(data.payload)
  }
  window.addEventListener('message', listen)
  try {
    const { draft, receive } = await openDraft()
    receive({ type: 'published', id: 'article' })
    await expect.poll(() => changes).toEqual([{ from: draft.id, to: 'article' }])
  } finally {
    window.removeEventListener('message', listen)
  }
})

it('uploads a recording to the next draft if the draft was published first', async () => {
  const draft = buildArticle({
    id: 'next',
    isNotUploadedVideo: true,
    original: { id: 'article', shortId: 'art5678901' },
  })
  await openDraft({
    'draft.get': { article: buildArticle({ isHasText: false }) },
    'article.saveDraft': { article: draft, hash: 'b' },
    'videoUpload.url': neverAnswers,
  })
  await expectVisible(button('Choose a file'))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File(['....ftypisom....'], 'recording.mp4'))
  button('Choose a file')
    .element()
    .dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer }))
  const uploads = Promise.withResolvers<UploadManager>()
  await withUploads(async (manager) => uploads.resolve(manager))
  const manager = await uploads.promise
  await expect.poll(() => manager.items().map(({ articleId }) => articleId)).toEqual(['next'])
  for (const { id } of manager.items()) await manager.abandon(id)
})

it('requests nothing more about a draft that was published', async () => {
  const { server, draft, receive } = await openDraft()
  const reads = server.requests('draft.get').length
  receive({ type: 'saved', at: '2026-11-27T20:00:00.000Z' })
  receive({ type: 'published', id: draft.id })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(server.requests('draft.get')).toHaveLength(reads)
  expect(server.requests('draft.discardHash')).toHaveLength(1)
})
