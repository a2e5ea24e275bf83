import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { browserJournal, createRecordingEntry } from '@knowreel/recorder/upload/index.ts'
import { extensionAddress, type ChannelMessage } from '@knowreel/shared/recorder/extension-channel.ts'
import type { Answers } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, dialog, expectGone, expectVisible, heading, link, person } from '../../../test/person.ts'
import { aCompany, aSession } from '../../../test/samples.ts'
import { buildArticle } from '../../article/edit/draft/draft.fixture.ts'
import { openExtensionChannel } from './extension-channel.ts'
import { withUploads } from '../../video/index.ts'
import { extensionStore } from './extension-store.ts'
import { receiveRecording, requestInsertion } from './insert-with-extension.ts'

const companyId = 'company-of-recorder'
const session = aSession({ role: 'owner', company: aCompany({ id: companyId, role: 'owner' }) })
const draft = buildArticle({ isHasText: false, isNotUploadedVideo: true })

/** Messages that the page has posted to the extension. */
let posted: ChannelMessage[] = []
const listen = ({ data }: MessageEvent<ChannelMessage>) => {
  if (data.source === 'frontend') posted.push(data)
}
beforeEach(() => {
  posted = []
  window.addEventListener('message', listen)
})
afterEach(() => {
  window.removeEventListener('message', listen)
  vi.restoreAllMocks()
})
const expectPosted = (type: string) => expect.poll(() => posted.map((message) => message.type)).toContain(type)

const say = (type: string, payload: object, id = 'recording') =>
  window.postMessage({ source: 'plugin', type, id, payload: { companyId, ...payload } }, location.origin)
const sayState = (state: string) => say('state', { state, sessionId: 'recording', elapsed: 0, articleId: draft.id })

async function openDraft(answers: Answers = {}) {
  const opened = await openPage('/draft/art5678901', {
    session,
    answers: {
      'draft.get': { article: draft },
      'draft.discardHash': { hash: 'a' },
      'comment.count': { commentsCount: 0 },
      'comment.list': { comments: [], isTruncated: false, before: null },
      'reaction.list': { reactions: [] },
      ...answers,
    },
  })
  await expectPosted('getInfo')
  return opened
}

it('controls what the extension records for the draft, and cancels it after a question', async () => {
  await openDraft()
  sayState('recording')
  await expectVisible(heading('Recording has been started!'))
  await person.click(button('Pause'))
  await expectPosted('pause')
  sayState('paused')
  await person.click(button('Resume'))
  await expectPosted('resume')
  sayState('stopping')
  await expect.element(button('Cancel recording')).toBeDisabled()
  sayState('recording')
  await expect.element(button('Cancel recording')).toBeEnabled()
  await person.click(button('Cancel recording'))
  await person.click(dialog('Discard the recording?').getByRole('button', { name: 'Cancel' }))
  await expectGone(dialog())
  expect(posted.map(({ type }) => type)).not.toContain('cancel')
  await person.click(button('Cancel recording'))
  await person.click(dialog('Discard the recording?').getByRole('button', { name: 'Discard' }))
  await expectPosted('cancel')
  sayState('idle')
  await expectGone(heading('Recording has been started!'))
})

it('shows why an upload of the extension failed, or “Error”, and tries again', async () => {
  await openDraft()
  sayState('uploading')
  say('progress', { sessionId: 'recording', uploaded: 40, total: 100 })
  await expect
    .element(page.getByRole('progressbar', { name: 'Uploading the recording' }))
    .toHaveAttribute('aria-valuenow', '40')
  say('error', { code: 'offline', message: 'Please check your internet connection', canRetry: true })
  await expectVisible(heading('Please check your internet connection'))
  await person.click(button('Try again'))
  await expectPosted('uploadRetry')
  expect(posted.find(({ type }) => type === 'uploadRetry')?.payload).toMatchObject({ sessionId: 'recording' })

  say('error', { code: 'unknown', message: '', canRetry: false })
  await expectVisible(heading('Error'))
  await expectGone(button('Try again'))
  say('recorded', { sessionId: 'recording', acceptId: 'video', articleId: draft.id, duration: 1000 })
  await expectGone(heading('Error'))
})

it('continues a recording that is to be inserted into a draft, once, with the moment that was asked for', async () => {
  const position = { anchor: { paragraphId: 'one', videoId: 'video', videoTime: 900, time: 900 }, at: 900 }
  const { server } = await openPage('/drafts', {
    session,
    answers: { 'videoUpload.status': { status: 'finished', progress: 100, error: null, video: null, steps: [] } },
  })
  await expectPosted('getInfo')
  requestInsertion({ articleId: draft.id, position, name: 'Recording at 0:01', companyId })
  await expectPosted('startRecording')
  expect(posted.find(({ type }) => type === 'startRecording')?.payload).toMatchObject({
    mode: 'insert',
    articleId: draft.id,
    insertAt: 900,
  })
  const recorded = { sessionId: 'inserted', acceptId: 'video', articleId: draft.id, duration: 1000, insertAt: 900 }
  say('recorded', recorded)
  say('recorded', recorded)
  // No page shows the draft, which would come first.
  await expect.poll(() => posted.map(({ type }) => type), { timeout: 4000 }).toContain('uploadReceived')
  await expect.poll(() => server.requests('videoUpload.status').length).toBeGreaterThan(0)
  expect(posted.filter(({ type }) => type === 'uploadReceived')).toHaveLength(1)
  expect(await browserJournal().listIds()).toEqual(['inserted'])
  const [entry] = await browserJournal().list(`${session.user.id}:${companyId}`)
  expect(entry).toMatchObject({ acceptId: 'video', articleId: draft.id, context: { insert: position } })
  await withUploads((uploads) => uploads.dismiss('inserted'))
})

it('leaves a recording that is to be inserted to the page that shows its draft', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const recorded = { sessionId: 'shared', acceptId: 'video', articleId: draft.id, duration: 1000, companyId }
    const receiving = receiveRecording(`ines:${companyId}`, { ...recorded, insertAt: 900 })
    await receiveRecording(`ines:${companyId}`, recorded)
    await vi.advanceTimersByTimeAsync(2000)
    await receiving
  } finally {
    vi.useRealTimers()
  }
  expect(await browserJournal().listIds()).not.toContain('shared')
})

it('shows what this page uploads for the draft, and not an earlier failure of the extension', async () => {
  const facts = {
    id: 'own',
    owner: `${session.user.id}:${companyId}`,
    mime: '',
    startedAt: 1,
    isWhole: true,
    marks: [],
  }
  const own = { name: 'Recording', articleId: draft.id, context: null }
  const entry = createRecordingEntry({ ...facts, context: null }, own)
  await browserJournal().save({ ...entry, acceptId: 'video' })
  await openDraft({ 'videoUpload.status': { status: 'processing', progress: 10, error: null, video: null, steps: [] } })
  await expectVisible(heading('Preparing the recording'))
  say('error', { code: 'unknown', message: '', canRetry: false, articleId: draft.id })
  await expect.poll(() => extensionStore.state.uploads.recording?.kind).toBe('failed')
  await expectVisible(heading('Preparing the recording'))
  await expectGone(heading('Error'))
  await withUploads((uploads) => uploads.abandon('own'))
})

it('reads the draft as soon as the extension has delivered its recording', async () => {
  const { server } = await openDraft()
  sayState('uploading')
  say('progress', { sessionId: 'recording', uploaded: 40, total: 100 })
  await expectVisible(heading('Uploading the recording'))
  // A page that has just been opened reads the draft again once it is connected.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const status = { status: 'processing' as const, progress: 10, error: null, video: null, steps: [] }
  server.answer({
    'draft.get': { article: { ...draft, acceptSessionId: 'video' } },
    'videoUpload.status': status,
  })
  say('recorded', { sessionId: 'recording', acceptId: 'video', articleId: draft.id, duration: 1000 })
  await expect.element(heading('Preparing the recording'), { timeout: 2000 }).toBeVisible()
})

it('counts as absent if it does not answer within five seconds', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const close = openExtensionChannel(`ines:${companyId}`)
    vi.advanceTimersByTime(4999)
    expect(extensionStore.state.presence).toBe('unknown')
    vi.advanceTimersByTime(1)
    expect(extensionStore.state.presence).toBe('absent')
    close()
  } finally {
    vi.useRealTimers()
  }
})

it('is offered by a banner while it is absent, until the banner is dismissed', async () => {
  // The browser of the tests names itself HeadlessChrome.
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Chrome/140.0.0.0')
  const { reload } = await openPage('/drafts', { session })
  const answered = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
    input === extensionAddress ? Promise.resolve(new Response()) : answered(input, init),
  )
  const banner = page.getByRole('complementary', { name: 'Record any tab, window or screen' })
  await expectPosted('getInfo')
  expect(banner.query()).toBeNull()
  extensionStore.setState((state) => ({ ...state, presence: 'absent' }))
  await expectVisible(banner)
  await expect.element(link('Install extension')).toHaveAttribute('href', '/recorder')
  await person.click(banner.getByRole('button', { name: 'Not now' }))
  await expectGone(banner)
  posted = []
  reload()
  await expectPosted('getInfo')
  extensionStore.setState((state) => ({ ...state, presence: 'absent' }))
  await expectVisible(heading('Drafts'))
  expect(banner.query()).toBeNull()
  localStorage.removeItem('knowreel.recorder-banner')
})
