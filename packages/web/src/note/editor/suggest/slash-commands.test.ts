import { describe, expect, it } from 'vitest'
import { matchingCommands, slashCommands, slashQuery } from './slash-commands.ts'

describe('the "/" menu', () => {
  it('opens only if a line starts with a slash', () => {
    expect(slashQuery('/')).toBe('')
    expect(slashQuery('/ta')).toBe('ta')
    expect(slashQuery('and/or')).toBeNull()
    expect(slashQuery(' /ta')).toBeNull()
    expect(slashQuery('')).toBeNull()
  })

  it('accepts a space inside the query but closes on two at the end', () => {
    expect(slashQuery('/task list')).toBe('task list')
    expect(slashQuery('/task ')).toBe('task ')
    expect(slashQuery('/task  ')).toBeNull()
  })

  it('shows everything before anything is typed', () => {
    expect(matchingCommands('', { isInTable: false, isInColumns: false, hasText: true, hasImages: true })).toEqual(
      slashCommands,
    )
  })

  it('finds blocks by title, a word of the title or a synonym', () => {
    expect(matchingCommands('ta').map(({ name }) => name)).toEqual([
      'taskList',
      'table',
      'tableOfContents',
      'tableOfSize',
    ])
    expect(matchingCommands('list').map(({ name }) => name)).toEqual(['bulletList', 'orderedList', 'taskList'])
    expect(matchingCommands('todo').map(({ name }) => name)).toEqual(['taskList'])
    expect(matchingCommands('hr').map(({ name }) => name)).toEqual(['divider'])
    expect(matchingCommands('warn').map(({ name }) => name)).toEqual(['warning'])
    expect(matchingCommands('alert').map(({ name }) => name)).toEqual(['info', 'tip', 'warning', 'danger'])
    expect(matchingCommands('collapse').map(({ name }) => name)).toEqual(['toggle'])
    expect(matchingCommands('toc').map(({ name }) => name)).toEqual(['tableOfContents'])
    expect(matchingCommands('figma').map(({ name }) => name)).toEqual(['embed'])
    expect(matchingCommands('any size').map(({ name }) => name)).toEqual(['tableOfSize'])
    expect(matchingCommands('H2').map(({ name }) => name)).toEqual(['heading2'])
  })

  it('offers every block, four callouts, three column layouts, images, files, pages, a table, an emoji and a mention', () => {
    expect(slashCommands.map(({ title }) => title)).toEqual([
      'Text',
      'Heading 1',
      'Heading 2',
      'Heading 3',
      'Bulleted list',
      'Numbered list',
      'Task list',
      'Table',
      'Quote',
      'Code block',
      'Divider',
      'Toggle',
      'Table of contents',
      'Info callout',
      'Tip callout',
      'Warning callout',
      'Danger callout',
      'Two columns',
      'Sidebar left',
      'Sidebar right',
      'Write with AI',
      'AI image',
      'Template',
      'Image',
      'File',
      'Embed',
      'Table of any size',
      'Mention',
      'Emoji',
    ])
  })

  it('offers no table in a table and no columns in columns', () => {
    const names = (isInTable: boolean, isInColumns: boolean) =>
      matchingCommands('', { isInTable, isInColumns, hasText: false, hasImages: false }).map(({ name }) => name)
    expect(names(true, false)).not.toEqual(expect.arrayContaining(['table']))
    expect(names(true, false)).not.toEqual(expect.arrayContaining(['twoColumns']))
    expect(names(false, true)).toEqual(expect.arrayContaining(['table']))
    expect(names(false, true)).not.toEqual(expect.arrayContaining(['sidebarLeft']))
  })

  it('offers to write and to draw only where a model does', () => {
    const context = { isInTable: false, isInColumns: false }
    const names = (hasText: boolean, hasImages: boolean) =>
      matchingCommands('', { ...context, hasText, hasImages }).map(({ name }) => name)
    expect(names(true, false)).toContain('writer')
    expect(names(true, false)).not.toContain('aiImage')
    expect(names(false, true)).not.toContain('writer')
    expect(names(false, true)).toContain('aiImage')
  })

  it('finds nothing for words that match no block', () => {
    expect(matchingCommands('usr/local')).toEqual([])
  })
})
