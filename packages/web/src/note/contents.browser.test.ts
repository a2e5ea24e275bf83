import { afterEach, expect, it } from 'vitest'
import { activateContents } from './contents.ts'

const keyOf = (letter: string) => letter.repeat(16)
let end = new AbortController()

function show(hash: string): HTMLElement {
  history.replaceState(null, '', hash)
  const space = '<div style="height: 2000px"></div>'
  const heading = (letter: string) =>
    `<h2 id="h-${keyOf(letter)}" data-key="${keyOf(letter)}" style="scroll-margin-top: 72px">${letter}</h2>`
  const link = (letter: string) => `<a href="#h-${keyOf(letter)}" data-level="1">${letter}</a>`
  document.body.innerHTML = `<main><nav style="position: sticky; top: 0">${link('a')}${link('b')}</nav>${space}${heading('a')}${space}<details><summary>More</summary>${heading('b')}</details>${space}</main>`
  const root = document.body.querySelector('main') as HTMLElement
  end = new AbortController()
  activateContents(root, end.signal)
  return root
}
const current = () => document.body.querySelector('[aria-current=location]')?.textContent
const topOf = (letter: string) =>
  Math.round(document.getElementById(`h-${keyOf(letter)}`)?.getBoundingClientRect().top ?? 0)

afterEach(() => {
  end.abort()
  document.body.replaceChildren()
  history.replaceState(null, '', location.pathname)
})

it('marks the heading that is being read, but none that is hidden', async () => {
  const root = show(location.pathname)
  await expect.poll(current).toBeUndefined()
  root.querySelector('h2')?.scrollIntoView()
  await expect.poll(current).toBe('a')
  scrollTo(0, document.body.scrollHeight)
  await expect.poll(() => document.documentElement.scrollTop).toBeGreaterThan(3000)
  expect(current()).toBe('a')
})

it('opens the toggle of a heading that is chosen', async () => {
  const root = show(location.pathname)
  root.querySelectorAll('a')[1]?.click()
  expect(root.querySelector('details')?.open).toBe(true)
  await expect.poll(() => topOf('b')).toBe(72)
  await expect.poll(current).toBe('b')
})

it('shows the heading that the URL names, once', async () => {
  const root = show(`#h-${keyOf('b')}`)
  const toggle = root.querySelector('details') as HTMLDetailsElement
  expect(toggle.open).toBe(true)
  await expect.poll(() => topOf('b')).toBe(72)
  end.abort()
  toggle.open = false
  activateContents(root, new AbortController().signal)
  expect(toggle.open).toBe(false)
})
