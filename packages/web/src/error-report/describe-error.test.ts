import { expect, test } from 'vitest'
import { browserErrorReport } from '@knowreel/shared/error-report/error-report.calls.ts'
import { describeError } from './describe-error.ts'

const errorWith = (stack: string) => Object.assign(new TypeError('x is undefined'), { stack })

test.each([
  [
    'Chromium',
    `TypeError: x is undefined
    at openNote (https://kb.example.org/assets/note-Ab1.js:3:120)
    at async https://kb.example.org/assets/main-9z.js:1:7
    at HTMLButtonElement.<anonymous> (https://kb.example.org/files/0198?signature=s3cret:1:1)`,
  ],
  [
    'Firefox and Safari',
    `openNote@https://kb.example.org/assets/note-Ab1.js:3:120
@https://kb.example.org/assets/main-9z.js:1:7
play@https://kb.example.org/files/0198?signature=s3cret:1:1`,
  ],
])('a stack of %s is sent with the files of the build, without hosts and addresses of files', (_browser, stack) => {
  const report = browserErrorReport.parse(describeError(errorWith(stack), '/article/$id'))
  expect(report).toEqual({
    type: 'TypeError',
    message: 'x is undefined',
    page: '/article/$id',
    frames: [
      { function: 'openNote', file: '/assets/note-Ab1.js', line: 3, column: 120 },
      { function: expect.toBeOneOf(['async', null]), file: '/assets/main-9z.js', line: 1, column: 7 },
    ],
  })
  expect(JSON.stringify(report)).not.toMatch(/s3cret|example/)
})

test('an address is no page, and text is no type', () => {
  const error = Object.assign(new Error('m'), { name: 'Anna wrote this' })
  expect(describeError(error, '/article/x?token=1')).toMatchObject({ type: 'Error', page: null })
})
