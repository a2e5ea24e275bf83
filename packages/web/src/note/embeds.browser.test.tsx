import { expect, it } from 'vitest'
import { activateEmbeds } from './embeds.ts'

it('has no button for a page that cannot be embedded, whatever its markup claims', () => {
  const container = document.createElement('main')
  container.innerHTML =
    '<div data-type="embed"><a href="https://youtube.com.evil.example/embed/dQw4w9WgXcQ">x</a></div><div data-type="embed"></div>'
  activateEmbeds(container)
  expect(container.querySelector('button')).toBeNull()
})
