import { expect, test } from 'vitest'
import { nextPhase, type RecordingEvent, type RecordingPhase } from './recording-state.ts'

const phases = [
  'idle',
  'asking',
  'countingDown',
  'recording',
  'paused',
  'stopping',
  'uploading',
  'done',
  'error',
] as const

/** Where each event leads from the phases above, in their order; '·' stays. */
const table = `
            idle    asking        countingDown recording    paused       stopping  uploading done   error
start       asking  ·             ·            ·            ·            ·         ·         asking asking
granted     ·       countingDown  ·            ·            ·            ·         ·         ·      ·
refused     ·       error         ·            ·            ·            ·         ·         ·      ·
counted     ·       ·             recording    ·            ·            ·         ·         ·      ·
pause       ·       ·             ·            paused       ·            ·         ·         ·      ·
resume      ·       ·             ·            ·            recording    ·         ·         ·      ·
restart     ·       ·             ·            countingDown countingDown ·         ·         ·      ·
discard     ·       idle          idle         idle         idle         ·         ·         ·      ·
stop        ·       ·             ·            stopping     stopping     ·         ·         ·      ·
ended       ·       ·             error        stopping     stopping     ·         ·         ·      ·
failed      ·       error         error        stopping     stopping     ·         ·         ·      ·
spooled     ·       ·             ·            ·            ·            uploading ·         ·      ·
nothing     ·       ·             ·            ·            ·            error     ·         ·      ·
accepted    ·       ·             ·            ·            ·            ·         done      ·      ·
uploadFailed ·      ·             ·            ·            ·            ·         error     ·      ·
retry       ·       ·             ·            ·            ·            ·         ·         ·      uploading
dismiss     ·       ·             ·            ·            ·            ·         ·         idle   idle
`
const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(/\s+/))

test.each(rows)('%s', (event, ...targets) => {
  expect(targets).toHaveLength(phases.length)
  for (const [index, phase] of phases.entries()) {
    const target = targets[index] === '·' ? phase : (targets[index] as RecordingPhase)
    expect(nextPhase(phase, event as RecordingEvent), `${phase} + ${event}`).toBe(target)
  }
})
