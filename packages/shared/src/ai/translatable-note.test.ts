import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noteJsonToText } from '../note/note-text.ts'
import type { NoteJson } from '../note/note-document.ts'
import { anyNote } from '../note/note.fixture.ts'
import { translatableBlocks, withTranslations } from './translatable-note.ts'

const bold = [{ type: 'bold' }]
const picture = { type: 'image', attrs: { src: '/files/images/ab/x.png' } }
const note: NoteJson = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2, key: 'k' }, content: [{ type: 'text', text: 'Valve' }] },
    {
      type: 'paragraph',
      attrs: { key: 'l' },
      content: [
        { type: 'text', text: 'Open the ' },
        { type: 'text', text: 'valve', marks: bold },
        { type: 'text', text: ' slowly. ' },
        picture,
      ],
    },
    { type: 'codeBlock', content: [{ type: 'text', text: 'valve --open' }] },
    { type: 'paragraph', content: [picture] },
  ],
}

test('words are translated block by block; code and blocks without words are not sent', () => {
  expect(translatableBlocks(note).map(({ text }) => text)).toEqual(['Valve', 'Open the ⟦1⟧valve⟦/1⟧ slowly. ⟦2⟧'])
})

test('marks and pictures follow their words', () => {
  const translated = withTranslations(note, ['Ventil', '⟦2⟧ Das ⟦1⟧Ventil⟦/1⟧ langsam öffnen.'])
  expect(translated.content?.slice(0, 2)).toEqual([
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Ventil' }] },
    {
      type: 'paragraph',
      attrs: {},
      content: [
        picture,
        { type: 'text', text: ' Das ' },
        { type: 'text', text: 'Ventil', marks: bold },
        { type: 'text', text: ' langsam öffnen.' },
      ],
    },
  ])
  expect(translated.content?.slice(2)).toEqual(note.content?.slice(2))
})

test('what a model makes of the numbers never loses a picture or invents one', () => {
  const [, second] = withTranslations(note, ['V', '⟦9⟧ öffnen ⟦1⟧ und ⟦ zu']).content ?? []
  expect(second?.content).toEqual([{ type: 'text', text: ' öffnen ' }, { type: 'text', text: ' und  zu' }, picture])
})

test('a translation that changes nothing keeps every word of any note', () => {
  fc.assert(
    fc.property(anyNote, (any) => {
      const blocks = translatableBlocks(any)
      const same = withTranslations(
        any,
        blocks.map(({ text }) => text),
      )
      expect(noteJsonToText(same)).toBe(noteJsonToText(any).replaceAll(/[⟦⟧]/gu, ' '))
    }),
  )
})
