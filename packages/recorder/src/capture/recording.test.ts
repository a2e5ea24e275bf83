import { expect, test } from 'vitest'
import { fakeRecording } from './recording.fixture.ts'

const only = <Value>(values: Iterable<Value>): Value => {
  const [value, ...more] = values
  if (value === undefined || more.length > 0) throw new Error(`Expected one, got ${more.length + 1}`)
  return value
}

test('counts down from three, records, and is done when the server has everything', async () => {
  const fake = fakeRecording()
  void fake.recording.start(fake.request)
  await fake.settle()
  expect(fake.recording.state()).toMatchObject({ phase: 'countingDown', countdown: 3, facts: null })
  await fake.pass(1000)
  expect(fake.recording.state().countdown).toBe(2)
  await fake.pass(1000)
  expect(fake.encoders[0]?.state ?? 'none', 'nothing is recorded before the countdown ends').not.toBe('recording')
  await fake.pass(1000)
  expect(fake.recording.state()).toMatchObject({ phase: 'recording', countdown: null })
  await fake.chunks('one ', 'two ')
  await fake.recording.stop()
  expect(fake.recording.state()).toMatchObject({ phase: 'done', problem: null })
  expect(fake.phases).toEqual(['asking', 'countingDown', 'recording', 'stopping', 'uploading', 'done'])
  expect(await fake.uploaded()).toEqual(['one two end'])
  expect(fake.screen.isClosed).toBe(true)
})

test('starts before the countdown is over if asked', async () => {
  const fake = fakeRecording()
  void fake.recording.start(fake.request)
  await fake.settle()
  fake.recording.startNow()
  await fake.settle()
  expect(fake.recording.state().phase).toBe('recording')
  expect(fake.encoders).toHaveLength(1)
})

test('what the browser refuses to share is an error, and can be asked for again', async () => {
  const fake = fakeRecording()
  const open = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  await fake.recording.start({ ...fake.request, open })
  expect(fake.recording.state()).toMatchObject({ phase: 'error', problem: 'refused' })
  await fake.record()
  expect(fake.recording.state()).toMatchObject({ phase: 'recording', problem: null })
})

test('a chunk is in the spool before it is sent', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('one ', 'two ')
  expect(await fake.spooled()).toEqual(['one two '])
  expect(await fake.uploaded()).toEqual(['one two '])
  const { facts, chunks } = only(fake.stored.values())
  expect(facts).toMatchObject({ owner: 'ann:halden', isWhole: false, context: { title: 'Meters' } })
  expect(chunks.map(({ elapsed }) => elapsed)).toEqual([1000, 2000])
})

test('pauses do not count, however long', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('one ')
  fake.recording.pause()
  expect(fake.encoders[0]?.state).toBe('paused')
  await fake.pass(3_600_000)
  expect(fake.recording.elapsed()).toBe(1000)
  fake.recording.resume()
  await fake.chunks('two ')
  expect(fake.recording.elapsed()).toBe(2000)
  await fake.recording.stop()
  expect(await fake.uploaded()).toEqual(['one two end'])
})

test('paragraphs are marked at the recorded time, and survive a crash', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('one ')
  fake.recording.pause()
  await fake.pass(60_000)
  fake.recording.resume()
  fake.recording.mark()
  fake.recording.nameLastMark('Restart the modem')
  await fake.chunks('two ')
  fake.recording.mark('Check the lamp')
  await fake.settle()
  const marks = [
    { at: 1000, title: 'Restart the modem' },
    { at: 2000, title: 'Check the lamp' },
  ]
  expect(only(fake.stored.values()).facts.marks).toEqual(marks)
  await fake.recording.stop()
  expect(only(fake.sent.values()).marks).toEqual(marks)
})

test('a restart throws away what was recorded and counts down again, without asking', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('wrong ')
  fake.recording.mark('Wrong')
  void fake.recording.restart()
  await fake.settle()
  expect(fake.recording.state()).toMatchObject({ phase: 'countingDown', countdown: 3, marks: [], facts: null })
  for (let second = 0; second < 3; second++) await fake.pass(1000)
  await fake.chunks('right ')
  await fake.recording.stop()
  expect(await fake.spooled()).toEqual(['right end'])
  expect([...fake.sent.values()].map(({ isCancelled }) => isCancelled)).toEqual([true, false])
  expect(only(fake.stored.values()).facts.isWhole).toBe(true)
})

test('a discarded recording leaves nothing', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('secret ')
  await fake.recording.discard()
  expect(fake.recording.state()).toMatchObject({ phase: 'idle', facts: null })
  expect([fake.stored.size, fake.screen.isClosed]).toEqual([0, true])
  expect(only(fake.sent.values()).isCancelled).toBe(true)
})

test('a discarded countdown records nothing', async () => {
  const fake = fakeRecording()
  void fake.recording.start(fake.request)
  await fake.settle()
  await fake.recording.discard()
  await fake.pass(5000)
  expect(fake.recording.state().phase).toBe('idle')
  expect([fake.stored.size, fake.sent.size, fake.screen.isClosed]).toEqual([0, 0, true])
})

test('a source that ends, such as a closed tab, finishes the recording', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('one ')
  fake.screen.end()
  await fake.settle()
  expect(fake.recording.state()).toMatchObject({ phase: 'done', problem: 'sourceGone' })
  expect(await fake.uploaded()).toEqual(['one end'])
})

test('a source that ends during the countdown is an error', async () => {
  const fake = fakeRecording()
  void fake.recording.start(fake.request)
  await fake.settle()
  fake.screen.end()
  await fake.pass(5000)
  expect(fake.recording.state()).toMatchObject({ phase: 'error', problem: 'sourceGone' })
  expect(fake.stored.size).toBe(0)
})

test.each([
  ['microphone', 'microphoneLost'],
  ['camera', 'cameraLost'],
] as const)('a lost %s is reported, and the recording continues', async (device, notice) => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('one ')
  fake.screen.lose(device)
  expect(fake.recording.state()).toMatchObject({ phase: 'recording', notice })
  await fake.chunks('two ')
  await fake.recording.stop()
  expect(await fake.uploaded()).toEqual(['one two end'])
})

test('a computer that wakes up finds the recording paused, with everything until then', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('one ')
  fake.sleep(8 * 3_600_000)
  await fake.pass(5000)
  expect(fake.recording.state()).toMatchObject({ phase: 'paused', notice: 'slept' })
  expect(fake.encoders[0]?.state).toBe('paused')
  expect(await fake.uploaded()).toEqual(['one '])
  fake.recording.resume()
  expect(fake.recording.state()).toMatchObject({ phase: 'recording', notice: null })
  await fake.chunks('two ')
  await fake.recording.stop()
  expect(await fake.uploaded()).toEqual(['one two end'])
})

test('timers that a browser delays, and a computer that sleeps while the recording is paused, change nothing', async () => {
  const fake = fakeRecording()
  await fake.record()
  fake.sleep(70_000)
  await fake.pass(5000)
  expect(fake.recording.state()).toMatchObject({ phase: 'recording', notice: null })
  fake.recording.pause()
  fake.sleep(8 * 3_600_000)
  await fake.pass(5000)
  expect(fake.recording.state()).toMatchObject({ phase: 'paused', notice: null })
})

test('a full disk ends the recording; what did not fit is sent from memory', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('one ')
  fake.world.isDiskFull = true
  await fake.chunks('two ')
  await fake.settle()
  expect(fake.recording.state()).toMatchObject({ phase: 'done', problem: 'noSpace' })
  expect(await fake.uploaded()).toEqual(['one two end'])
})

test('without storage nothing is recorded, with a reason', async () => {
  const fake = fakeRecording()
  fake.world.isSpoolBroken = true
  await fake.record()
  expect(fake.recording.state()).toMatchObject({ phase: 'error', problem: 'noSpace' })
  expect(fake.screen.isClosed).toBe(true)
})

test('an encoder that fails ends the recording with what it gave', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('one ')
  fake.world.lastChunk = ''
  fake.encoders[0]?.onFailed(new Error('GPU lost'))
  await fake.settle()
  expect(fake.recording.state()).toMatchObject({ phase: 'done', problem: 'encoderFailed' })
  expect(await fake.uploaded()).toEqual(['one '])
})

test('a recording without content says so and leaves nothing', async () => {
  const fake = fakeRecording()
  fake.world.lastChunk = ''
  await fake.record()
  await fake.recording.stop()
  expect(fake.recording.state()).toMatchObject({ phase: 'error', problem: 'nothingRecorded' })
  expect(fake.stored.size).toBe(0)
  expect(only(fake.sent.values()).isCancelled).toBe(true)
})

test('stays in the spool if the server cannot be reached', async () => {
  const fake = fakeRecording()
  fake.world.isServerDown = true
  await fake.record()
  await fake.chunks('one ')
  await fake.recording.stop()
  expect(fake.recording.state()).toMatchObject({ phase: 'error', problem: 'uploadFailed' })
  expect(await fake.spooled()).toEqual(['one end'])
})

test('a second stop and late events change nothing', async () => {
  const fake = fakeRecording()
  await fake.record()
  await fake.chunks('one ')
  await Promise.all([fake.recording.stop(), fake.recording.stop(), fake.recording.discard(), fake.recording.restart()])
  fake.recording.pause()
  fake.recording.mark('Late')
  fake.screen.end()
  await fake.settle()
  expect(fake.recording.state()).toMatchObject({ phase: 'done', marks: [] })
  expect(await fake.uploaded()).toEqual(['one end'])
  fake.recording.dismiss()
  expect(fake.recording.state().phase).toBe('idle')
})

test('clicks and navigations are kept with the recorded time, survive a crash, and end with a restart', async () => {
  const fake = fakeRecording()
  await fake.record()
  const hint = { kind: 'click' as const, title: 'Restart', url: 'https://console.example.org/devices' }
  fake.recording.addHint(hint)
  await fake.chunks('one ')
  void fake.recording.restart()
  await fake.settle()
  fake.recording.addHint(hint)
  for (let second = 0; second < 3; second++) await fake.pass(1000)
  await fake.chunks('two ')
  fake.recording.addHint(hint)
  fake.recording.pause()
  fake.recording.addHint(hint)
  await fake.settle()
  expect(only(fake.stored.values()).facts.hints).toEqual([{ ...hint, at: 1000 }])
  await fake.recording.stop()
  expect([...fake.sent.values()].at(-1)?.hints).toEqual([{ ...hint, at: 1000 }])
})
