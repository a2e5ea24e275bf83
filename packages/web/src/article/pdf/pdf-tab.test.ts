// @vitest-environment node
import { expect, it } from 'vitest'
import { pdfTab } from './pdf-tab.ts'

const tab = (id: string, text: string) => ({ id, text })
const filled = '<p data-key="x">Wait</p>'
const empty = '<p data-key="x"> </p><p></p>'

it('the exported tab is the open one, or the first if none is open or the open one is empty', () => {
  const tabs = [tab('one', filled), tab('two', filled), tab('three', empty)]
  expect(pdfTab(tabs, 'two')).toBe('two')
  expect(pdfTab(tabs, null)).toBeNull()
  expect(pdfTab(tabs, 'three')).toBeNull()
})

it('no tab is exported while the first one is empty', () => {
  expect(pdfTab([], null)).toBeUndefined()
  expect(pdfTab([tab('one', empty), tab('two', filled)], 'two')).toBeUndefined()
})

it.each([
  '<p><img data-src="/files/x"></p>',
  '<hr>',
  '<table><tbody></tbody></table>',
  '<div data-type="fileAttachment"><span>File</span></div>',
])('counts %s as something to read', (text) => {
  expect(pdfTab([tab('one', text)], null)).toBeNull()
})
