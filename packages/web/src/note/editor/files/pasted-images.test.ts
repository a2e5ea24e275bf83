import { DOMParser as NoteParser, Slice } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { noteSchema } from '@knowreel/shared/note/note-schema.ts'
import { hasPlaceholders, removePlaceholders, toUploadSources, extractImages } from './pasted-images.ts'

const path = '/files/images/0b/0193cf0a-1111-4111-8111-00000000000b.png'
const origin = 'https://kb.example'

function extract(html: string) {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const root = document.createElement('div')
  root.innerHTML = html
  return { root, ...extractImages(root, origin) }
}

describe('images in pasted content', () => {
  it('are uploaded to the server with their alt text if they are from other pages', () => {
    const { sources, skipped } = extract(
      '<p>a <img src="https://docs.example/x.png?y=1" alt="A chart"> b</p><img src="http://w.example/z.jpg">',
    )
    expect(sources).toEqual([
      { kind: 'image', url: 'https://docs.example/x.png?y=1', alt: 'A chart' },
      { kind: 'image', url: 'http://w.example/z.jpg', alt: '' },
    ])
    expect(skipped).toBe(0)
  })

  it('are uploaded as files if they are embedded in the page', () => {
    const [source] = extract('<img src="data:image/png;base64,iVBORw0KGgo=">').sources
    expect(source && 'file' in source && [source.file.name, source.file.type, source.file.size]).toEqual([
      'picture.png',
      'image/png',
      8,
    ])
  })

  it('are referenced by their bare path, never by a signed URL, if they are ours', () => {
    for (const address of [path, `${path}?exp=1&sig=x`, `${origin}${path}?exp=1`]) {
      const { root, sources } = extract(`<p><img src="${address}"></p>`)
      expect(sources).toEqual([])
      expect(root.querySelector('img')?.getAttribute('data-src')).toBe(path)
      expect(root.innerHTML).not.toContain('sig=')
    }
    expect(extract(`<img src="https://evil.example${path}">`).sources).toHaveLength(1)
  })

  it.each([
    '<img src="file:///C:/Users/x/clip_image001.png">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<img src="blob:https://a.b/c">',
    '<img src="javascript:alert(1)">',
    '<img>',
  ])('that nobody can fetch are left out and counted: %s', (html) => {
    const { root, sources, skipped } = extract(html)
    expect([sources, skipped, root.querySelector('img')]).toEqual([[], 1, null])
  })

  it('are silently omitted if they show nothing', () => {
    const { sources, skipped } = extract(
      '<img width="1" height="1" src="https://t.example/p.gif"><ul><li role="checkbox"><img src="data:image/png;base64,AAAA"></li></ul>',
    )
    expect([sources, skipped]).toEqual([[], 0])
  })

  it('leave no placeholder in the note and report their positions', () => {
    const { root } = extract(
      '<p>ab<img src="https://a.b/1.png">cd<img src="https://a.b/2.png"></p><p>e\ue0005\ue001f</p>',
    )
    const content = NoteParser.fromSchema(noteSchema).parse(root).content
    const slice = new Slice(content, 0, 0)
    expect(hasPlaceholders(slice)).toBe(true)
    const state = EditorState.create({ schema: noteSchema })
    const transaction = state.tr.replaceWith(0, state.doc.content.size, content)
    const positions = removePlaceholders(transaction)
    expect(transaction.doc.textBetween(0, transaction.doc.content.size, '|')).toBe('abcd|e5f')
    expect(positions).toEqual([
      { index: 0, position: 3 },
      { index: 1, position: 5 },
    ])
  })

  it('become images if the file type can be displayed, otherwise attachments', () => {
    const files = ['image/png', 'image/svg+xml', 'application/pdf', 'image/webp'].map(
      (type) => new File(['x'], 'a', { type }),
    )
    expect(toUploadSources(files).map(({ kind }) => kind)).toEqual(['image', 'attachment', 'attachment', 'image'])
  })
})
