/** Checks that the random notes of the round-trip tests cover the whole schema with varying values. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NoteNode } from './note-document.ts'
import { noteSchema } from './note-schema.ts'
import { anyNote } from './note.fixture.ts'

test('random notes contain every node, mark and attribute of the schema', () => {
  const values = new Map<string, Set<string>>()
  const see = (name: string, attrs: Readonly<Record<string, unknown>> = {}) => {
    values.set(name, values.get(name) ?? new Set())
    for (const [attr, value] of Object.entries(attrs)) {
      const key = `${name}.${attr}`
      values.set(key, (values.get(key) ?? new Set()).add(JSON.stringify(value)))
    }
  }
  const visit = ({ type, attrs, marks = [], content = [] }: NoteNode): void => {
    see(type, attrs)
    for (const mark of marks) see(mark.type, mark.attrs)
    for (const child of content) visit(child)
  }
  for (const note of fc.sample(anyNote, { numRuns: 500, seed: 5 })) visit(note)

  const kinds = [...Object.entries(noteSchema.nodes), ...Object.entries(noteSchema.marks)]
  const attributes = kinds.flatMap(([name, { spec }]) => Object.keys(spec.attrs ?? {}).map((attr) => `${name}.${attr}`))
  expect(kinds.map(([name]) => name).filter((name) => !values.has(name))).toEqual([])
  expect(attributes.length).toBeGreaterThan(30)
  // In addition to the default value, which is omitted.
  const thin = attributes.filter((name) => (values.get(name)?.size ?? 0) < 2)
  expect(thin).toEqual([])
})
