import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { articleHash, type HashedContent } from './article-hash.ts'
import { sha256Hex } from './sha256.ts'

/** The platform computes in its other threads: on a machine that is busy each call waits for its turn. */
const busyMs = 120_000

async function digestOfPlatform(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const content: HashedContent = {
  title: 'Gateway restart',
  workspaceId: '019aa000-0000-7000-8000-000000000001',
  tags: ['gateway', 'on call'],
  textTabs: [
    { id: 'aaaaaaaaaaaaaaaa', title: 'Note', text: '<p>Pull the plug</p>' },
    { id: 'bbbbbbbbbbbbbbbb', title: 'Parts', text: '<p></p>' },
  ],
  pinnedNote: null,
  paragraphs: [{ id: 'p1', title: 'Start', pieces: [{ videoId: 'v1', in: 0, dur: 1200 }], items: [] }],
}

describe('SHA-256', () => {
  test('gives the digests of the standard', () => {
    expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  test(
    'is what the platform computes, for every text',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 400 }), async (text) => {
          expect(sha256Hex(text)).toBe(await digestOfPlatform(text))
        }),
      )
    },
    busyMs,
  )

  test(
    'is right at every length around the edges of a block',
    async () => {
      for (let length = 50; length < 135; length++) {
        const text = 'x'.repeat(length)
        expect(sha256Hex(text)).toBe(await digestOfPlatform(text))
      }
    },
    busyMs,
  )
})

describe('the hash of an article', () => {
  test('is SHA-256 over canonical JSON with sorted keys', async () => {
    const canonical =
      '{"paragraphs":[{"id":"p1","items":[],"pieces":[{"dur":1200,"in":0,"videoId":"v1"}],"title":"Start"}],' +
      '"pinnedNote":null,"tags":["gateway","on call"],"textTabs":[' +
      '{"id":"aaaaaaaaaaaaaaaa","text":"<p>Pull the plug</p>","title":"Note"},' +
      '{"id":"bbbbbbbbbbbbbbbb","text":"<p></p>","title":"Parts"}],' +
      '"title":"Gateway restart","workspaceId":"019aa000-0000-7000-8000-000000000001"}'
    expect(articleHash(content)).toBe(await digestOfPlatform(canonical))
  })

  test.each([
    ['title', { ...content, title: 'Gateway restarts' }],
    ['workspace', { ...content, workspaceId: null }],
    ['tags', { ...content, tags: ['on call', 'gateway'] }],
    ['text of a tab', { ...content, textTabs: [{ ...content.textTabs[0], text: '<p>x</p>' }, content.textTabs[1]] }],
    ['title of a tab', { ...content, textTabs: [{ ...content.textTabs[0], title: 'x' }, content.textTabs[1]] }],
    ['order of tabs', { ...content, textTabs: content.textTabs.toReversed() }],
    ['pin', { ...content, pinnedNote: 'aaaaaaaaaaaaaaaa' }],
    ['paragraphs', { ...content, paragraphs: [] }],
  ])('changes with the %s', (_, changed) => {
    expect(articleHash(changed as HashedContent)).not.toBe(articleHash(content))
  })

  test('does not change with slugs, positions, unfolding or dates', () => {
    const more = {
      ...content,
      slug: 'gateway-restart',
      updatedAt: '2026-11-21T00:00:00.000Z',
      textTabs: content.textTabs.map((tab) => ({ ...tab, key: tab.id, slug: 'note' })),
      paragraphs: content.paragraphs.map((paragraph) => ({
        ...paragraph,
        isExpanded: true,
        position: 7,
        slug: 'start',
      })),
    }
    expect(articleHash(more)).toBe(articleHash(content))
  })

  test('is the same for composed and combined letters', () => {
    expect(articleHash({ ...content, title: 'Gru\u0308ne' })).toBe(articleHash({ ...content, title: 'Gr\u00fcne' }))
  })
})
