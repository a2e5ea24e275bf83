import { describe, expect, it } from 'vitest'
import { changedInput, mergeFields, type DraftFields, type DraftTab } from './draft-fields.ts'

const tab = (id: string, title = id): DraftTab => ({ id, title, slug: title.toLowerCase() })
const base: DraftFields = {
  title: 'Escalation policy',
  icon: null,
  cover: null,
  workspaceId: 'support',
  tags: ['gateway'],
  tabs: { list: [tab('one'), tab('two')], pinnedId: 'one' },
  paragraphs: [],
}
const withList = (...list: DraftTab[]): DraftFields => ({ ...base, tabs: { ...base.tabs, list } })

describe('the input that is sent', () => {
  it('contains only what changed', () => {
    expect(changedInput(base, { ...base, title: 'Escalation' })).toEqual({
      title: 'Escalation',
      baseFields: { title: base.title },
    })
    expect(changedInput(base, { ...base, workspaceId: null })).toEqual({ workspace: null })
    expect(changedInput(base, base)).toBeNull()
  })

  it('contains the whole list of tabs when one of them changed, never their text', () => {
    expect(changedInput(base, withList(tab('two'), tab('one', 'Checklist')))).toEqual({
      textTabs: [
        { id: 'two', title: 'two' },
        { id: 'one', title: 'Checklist' },
      ],
      knownTextTabs: ['one', 'two'],
    })
  })

  it('does not count the slug of a tab as a change', () => {
    expect(changedInput(base, withList({ ...tab('one'), slug: 'other' }, tab('two')))).toBeNull()
  })
})

describe('changes from two sides', () => {
  it('are both kept when they touch different fields', () => {
    const merged = mergeFields(base, { ...base, title: 'Mine' }, { ...base, tags: ['theirs'] })
    expect(merged).toMatchObject({ title: 'Mine', tags: ['theirs'] })
  })

  it('to one field are decided in favour of the local one', () => {
    expect(mergeFields(base, { ...base, title: 'Mine' }, { ...base, title: 'Theirs' }).title).toBe('Mine')
  })

  it('keep a tab that a colleague created while one was created here', () => {
    const merged = mergeFields(
      base,
      withList(...base.tabs.list, tab('mine')),
      withList(...base.tabs.list, tab('theirs')),
    )
    expect(merged.tabs.list.map(({ id }) => id)).toEqual(['one', 'two', 'mine', 'theirs'])
  })

  it('rename and reorder the same tabs together', () => {
    const merged = mergeFields(base, withList(tab('one', 'Checklist'), tab('two')), withList(tab('two'), tab('one')))
    expect(merged.tabs.list.map(({ title }) => title)).toEqual(['two', 'Checklist'])
  })

  it('do not restore a tab that either side deleted', () => {
    const merged = mergeFields(base, withList(tab('two')), withList(tab('one', 'Renamed')))
    expect(merged.tabs).toEqual({ list: [], pinnedId: null })
  })
})
