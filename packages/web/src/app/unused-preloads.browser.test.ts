import { expect, it, onTestFinished } from 'vitest'
import { consumePreloadedStyles } from './unused-preloads.ts'

const addLink = (rel: string, href: string): HTMLLinkElement => {
  const link = document.createElement('link')
  Object.assign(link, { rel, href, crossOrigin: '' })
  if (rel === 'preload') link.as = 'style'
  document.head.append(link)
  onTestFinished(() => link.remove())
  return link
}
const colour = () => getComputedStyle(document.documentElement).getPropertyValue('--of-the-preload')

it('uses the styles that were preloaded for a page that redirects, and never applies them', async () => {
  const style = (value: string) => `data:text/css,:root{--of-the-preload:${value}}`
  const [unused, used] = [style('unused'), style('used')]
  addLink('preload', unused)
  addLink('preload', used)
  const applied = addLink('stylesheet', used)
  await new Promise((resolve) => applied.addEventListener('load', resolve))

  consumePreloadedStyles()
  const alternates = [...document.querySelectorAll<HTMLLinkElement>('link[rel="alternate stylesheet"]')]
  expect(alternates.map(({ href }) => href)).toEqual([unused])
  await expect.poll(() => document.querySelector('link[rel="alternate stylesheet"]')).toBeNull()
  expect(colour()).toBe('used')
})
