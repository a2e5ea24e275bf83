import { expect, test } from 'vitest'
import { endLines, followLines, isSameText, type ShownLine, type VisibleLine } from './visible-lines.ts'

function follow(pictures: readonly (readonly string[])[]): ShownLine[] {
  let visible: VisibleLine[] = []
  const shown: ShownLine[] = []
  for (const [index, texts] of pictures.entries()) {
    const followed = followLines(visible, texts, index * 1000)
    visible = followed.visible
    shown.push(...followed.ended)
  }
  return [...shown, ...endLines(visible, pictures.length * 1000)].toSorted((one, other) => one.start - other.start)
}

test('a line is one as long as it is on the screen, also where it moves', () => {
  expect(
    follow([
      ['Settings', 'Save'],
      ['Save', 'Settings'],
      ['Save', 'Done'],
    ]),
  ).toEqual([
    { text: 'Settings', start: 0, end: 2000 },
    { text: 'Save', start: 0, end: 3000 },
    { text: 'Done', start: 2000, end: 3000 },
  ])
})

test('a line that comes back is another one', () => {
  expect(follow([['Menu'], [], ['Menu']]).map(({ start }) => start)).toEqual([0, 2000])
})

test('a line that is twice on a screen is found once', () => {
  expect(follow([['Open', 'Open']])).toHaveLength(1)
})

test.each([
  ['Gateway heartbeat threshold', 'Gateway heartbeat thresho1d', false],
  ['Gateway heartbeat threshold', 'Gateway heartheat threshold', true],
  ['• Gateway (online)', 'Gateway online', true],
  ['Error 404', 'Error 403', false],
  ['npm run', 'npm run build', false],
  ['Step one', 'Step two', false],
])('“%s” and “%s” are the same: %s', (one, other, isSame) => {
  expect(isSameText(one, other)).toBe(isSame)
})
