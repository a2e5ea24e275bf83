import type { BrowserErrorReport } from '@knowreel/shared/error-report/error-report.calls.ts'

const maxFrames = 50

/** `page` is the pattern of the route; anything else is left out. */
export const describeError = (error: Error, page: string | null): BrowserErrorReport => ({
  type: /^[\w$.]{1,100}$/.test(error.name) ? error.name : 'Error',
  message: error.message.slice(0, 1000),
  frames: readStack(error.stack ?? ''),
  page: page !== null && /^[\w/${}-]{1,200}$/.test(page) ? page : null,
})

/** Chromium writes `at name (file:1:2)`, Firefox and Safari `name@file:1:2`. Only files of the build are sent. */
function readStack(stack: string): BrowserErrorReport['frames'] {
  const frames = [
    ...stack.matchAll(
      /^\s*(?:at )?(?<call>.*?)[@(]?https?:\/\/[^/]+(?<file>\/assets\/[\w.-]+):(?<line>\d+):(?<column>\d+)\)?$/gm,
    ),
  ]
  return frames.slice(0, maxFrames).map(({ groups = {} }) => {
    const name = groups['call']?.trim().split(' ')[0] ?? ''
    return {
      function: /^[\w$.]{1,100}$/.test(name) ? name : null,
      file: groups['file'] ?? '',
      line: Number(groups['line']),
      column: Number(groups['column']),
    }
  })
}
