import { expect, it } from 'vitest'
import { conflictText } from './conflict-text.ts'

const title = { base: 'Gateways', theirs: 'All gateways', savedBy: 'Jonas Weber' }
const tags = { base: [], theirs: ['roof'], savedBy: 'Jonas Weber' }
const paragraphs = { base: [], theirs: [], savedBy: null }

it('names who changed what at the same time', () => {
  expect(conflictText({ title, tags: null, paragraphs: null }, 'Ines Okafor')).toBe(
    'Jonas Weber changed the title at the same time. Your title is not saved until you choose.',
  )
  expect(conflictText({ title, tags, paragraphs }, 'Ines Okafor')).toBe(
    'Jonas Weber changed the title, tags and same paragraphs at the same time. Your title, tags and paragraphs are not saved until you choose. Undo restores the other paragraphs.',
  )
})

it('assumes another tab when nobody else is known', () => {
  expect(conflictText({ title, tags: null, paragraphs: null }, 'Jonas Weber')).toMatch(
    /^Someone, or you in another tab, changed the title/,
  )
})
