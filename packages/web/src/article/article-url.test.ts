import { describe, expect, it } from 'vitest'
import { articleHref, articleParams, requestedLocation, canonicalParams } from './article-url.ts'

const tabs = [
  { id: 'checklist-0000001', slug: 'checklist' },
  { id: 'queries-000000001', slug: 'sql-queries' },
]
const article = {
  shortId: 'art5678901',
  slug: 'triage-a-meter',
  workspace: { shortId: 'wsp5678901', slug: 'support-runbooks' },
  textTabs: tabs,
  paragraphs: [
    { id: 'wiring-000000001', slug: 'wiring', items: [{ id: 'fuses-0000000001', slug: 'fuses' }] },
    { id: 'notes-0000000001', slug: 'checklist-2', items: [] },
  ],
}
const params = {
  workspaceId: 'wsp5678901',
  workspaceSlug: 'support-runbooks',
  articleId: 'art5678901',
  articleSlug: 'triage-a-meter',
}

describe('the part after the slug of an article', () => {
  it('is a mode', () => {
    expect(requestedLocation(article, { part: 'video' })).toEqual({ mode: 'video', tabId: null, paragraphId: null })
    expect(requestedLocation(article, { part: 'notes' })).toEqual({ mode: 'notes', tabId: null, paragraphId: null })
  })

  it('is the slug of a text tab if it is not a mode', () => {
    expect(requestedLocation(article, { part: 'sql-queries' })).toEqual({
      mode: 'notes',
      tabId: 'queries-000000001',
      paragraphId: null,
    })
  })

  it('may be followed by the slug of a tab, which shows the notes even after "video"', () => {
    expect(requestedLocation(article, { part: 'notes', tab: 'checklist' })).toEqual({
      mode: 'notes',
      tabId: 'checklist-0000001',
      paragraphId: null,
    })
    expect(requestedLocation(article, { part: 'video', tab: 'checklist' })).toEqual({
      mode: 'notes',
      tabId: 'checklist-0000001',
      paragraphId: null,
    })
  })

  it('is the slug of a paragraph if it is neither, which shows the video', () => {
    expect(requestedLocation(article, { part: 'wiring' })).toEqual({
      mode: 'video',
      tabId: null,
      paragraphId: 'wiring-000000001',
    })
    expect(requestedLocation(article, { part: 'fuses' }).paragraphId).toBe('fuses-0000000001')
    expect(canonicalParams(article, { ...params, part: 'fuses' }), 'stays as it is').toBeNull()
  })

  it('is dropped silently if it matches nothing in the article', () => {
    expect(requestedLocation(article, { part: 'no-such-thing' })).toEqual({
      mode: null,
      tabId: null,
      paragraphId: null,
    })
    expect(requestedLocation(article, { part: 'no-such-thing', tab: 'checklist' })).toEqual({
      mode: null,
      tabId: null,
      paragraphId: null,
    })
    expect(requestedLocation(article, {})).toEqual({ mode: null, tabId: null, paragraphId: null })
  })
})

describe('a URL', () => {
  it('stays as it is when it is correct', () => {
    expect(canonicalParams(article, params)).toBeNull()
    expect(canonicalParams(article, { ...params, part: 'notes', tab: 'checklist' })).toBeNull()
  })

  it('gets the correct slugs, also where they are missing', () => {
    expect(canonicalParams(article, { ...params, workspaceSlug: 'old', articleSlug: undefined })).toEqual(
      articleParams(article),
    )
  })

  it('gets the short ids', () => {
    const long = { ...params, workspaceId: '0198a7e2-0000-7000-8000-000000000001' }
    expect(canonicalParams(article, long)).toEqual(articleParams(article))
  })

  it('names the mode before a tab', () => {
    expect(canonicalParams(article, { ...params, part: 'checklist' })).toMatchObject({
      part: 'notes',
      tab: 'checklist',
    })
  })

  it('loses parts that mean nothing', () => {
    const right = canonicalParams(article, { ...params, part: 'notes', tab: 'gone' })
    expect(right && articleHref(right)).toBe('/b/wsp5678901/support-runbooks/art5678901/triage-a-meter/notes')
  })

  it('leads to the workspace that the article is in now', () => {
    expect(canonicalParams(article, { ...params, workspaceId: 'elsewhere2' })?.workspaceId).toBe('wsp5678901')
  })

  it('escapes characters that could end a path', () => {
    expect(articleHref({ ...params, articleSlug: 'a/b?c' })).toContain('/a%2Fb%3Fc')
  })
})

it('does not exist for readers when the article has no workspace', () => {
  expect(articleParams({ ...article, workspace: null })).toBeNull()
})
