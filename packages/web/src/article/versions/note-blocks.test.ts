import { DOMParser } from 'linkedom'
import { expect, test, vi } from 'vitest'
import { noteReading } from './note-blocks.ts'

vi.stubGlobal('DOMParser', DOMParser)

const picture = (path: string) => `<p><span data-type="image"><img data-src="${path}" alt="Roof"></span></p>`

test('tells pictures apart by where they lie', () => {
  const pathsOf = (html: string) => noteReading.filesOf(`<html><body>${html}</body></html>`).map(({ path }) => path)
  expect(pathsOf(picture('/files/images/a.png') + picture('/files/images/b.png'))).toEqual([
    '/files/images/a.png',
    '/files/images/b.png',
  ])
})
