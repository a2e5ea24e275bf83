import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { showRequestedFind } from './show-requested-find.ts'

type Router = Parameters<typeof showRequestedFind>[1]

const path = '/files/images/0a/01234567-89ab-cdef-0123-456789abcdef.png'
const text = `<p>${'filler '.repeat(400)}</p>`
let root: HTMLElement
const replaced: string[] = []
const router = {
  latestLocation: { pathname: '/b/ws/support/a/article', hash: '', state: {} },
  history: { replace: (url: string) => replaced.push(url) },
} as unknown as Router

beforeEach(() => {
  vi.useFakeTimers()
  replaced.length = 0
  root = document.createElement('div')
  root.innerHTML =
    `<p>A gateway.</p>${text.repeat(8)}<p>Another gateway.</p>${text}` +
    `<p><span data-type="image"><img data-src="${path}" width="20" height="20" alt=""></span></p>${text}`
  document.body.append(root)
})

afterEach(() => {
  vi.useRealTimers()
  root.remove()
  window.scrollTo(0, 0)
  history.replaceState(null, '', location.pathname)
})

const ask = (query: string) => {
  history.replaceState(null, '', `${location.pathname}?${query}`)
  showRequestedFind(root, router)
}
const marked = () => [...(CSS.highlights.get('note-found') ?? [])]

it('scrolls to the nearest occurrence after 100 ms, and clears the mark after 2 s', () => {
  ask('find=gateway&near=22000')
  expect(replaced).toEqual(['/b/ws/support/a/article'])
  vi.advanceTimersByTime(99)
  expect(marked()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(marked().map(({ startContainer }) => startContainer.textContent)).toEqual(['Another gateway.'])
  const { top, bottom } = root.querySelectorAll('p')[9]?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(innerHeight)
  vi.advanceTimersByTime(1999)
  expect(marked()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(marked()).toEqual([])
})

it('keeps the rest of the query, such as the note of a shared article', () => {
  ask('at=checklist&find=gateway&near=22000')
  expect(replaced).toEqual(['/b/ws/support/a/article?at=checklist'])
})

it('scrolls to a picture, and marks its frame', () => {
  ask(`file=${encodeURIComponent(path)}`)
  vi.advanceTimersByTime(100)
  const frame = root.querySelector('[data-type="image"]')
  expect(frame?.hasAttribute('data-found')).toBe(true)
  expect(frame?.getBoundingClientRect().top).toBeLessThan(innerHeight)
  vi.advanceTimersByTime(2000)
  expect(frame?.hasAttribute('data-found')).toBe(false)
})
