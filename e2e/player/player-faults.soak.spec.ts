/** The player where something fails: a browser without decoders, damaged recordings, expired and refused URLs. */
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { corruptRecording } from './recordings.ts'
import { piece, setUpPlayer } from './player.fixture.ts'

const { rig, openPage, recordingOf } = setUpPlayer()

test('without decoding support in the browser, elements take turns', async () => {
  const { page } = await openPage({
    initScript: () => Reflect.deleteProperty(window, 'VideoDecoder'),
  })
  const map = [piece('a', 3000, 1000), piece('b', 9000, 1200), piece('a', 1000, 900), piece('c', 5000, 1100)]
  const result = await page.evaluate(async (shown) => {
    const { openPlayer, until } = window.stage
    const player = openPlayer(shown)
    await until(() => player.state().play === 'paused')
    const begun = performance.now()
    player.play()
    const recordings: number[] = []
    await until(() => {
      const { recording } = window.stage.shownBy()
      if (recordings.at(-1) !== recording) recordings.push(recording)
      return player.state().play === 'ended' || player.state().play === 'error'
    })
    return { state: player.state(), recordings, took: performance.now() - begun, reported: window.reportedStates }
  }, map)
  expect(result.state).toMatchObject({ kind: 'dualElement', play: 'ended', fault: null })
  expect(result.recordings).toEqual([0, 1, 0, 2])
  expect(result.took).toBeGreaterThan(4000)
  // The map lasts 4.2 s; the rest is for a busy machine.
  expect(result.took).toBeLessThan(12_000)
})

for (const [kind, id] of [
  ['decode', 'a'],
  ['decode', 'c'],
  ['native', 'c'],
] as const) {
  test(`a recording that is damaged in the middle plays on after the damage: ${id}, ${kind}`, async () => {
    const { page } = await openPage()
    const broken = { ...recordingOf(id), id: 'broken', file: path.join(rig.theatre.folder, `broken-${id}`) }
    await copyFile(recordingOf(id).file, broken.file)
    await corruptRecording(broken, 0.45, 0.5)
    rig.theatre.serve([broken])
    const map = [piece('broken', 4000, 4000), ...(kind === 'decode' ? [piece('b', 0, 1000)] : [])]
    const result = await page.evaluate(async (shown) => {
      const { openPlayer, until } = window.stage
      const player = openPlayer(shown)
      await until(() => player.state().play === 'paused')
      player.play()
      await until(() => ['ended', 'error'].includes(player.state().play), 40_000)
      return { state: player.state(), reported: window.reportedStates }
    }, map)
    expect(result.state, result.reported.join(', ')).toMatchObject({ play: 'ended', fault: null })
  })
}

for (const kind of ['decode', 'native', 'dualElement'] as const) {
  test(`the ${kind} engine keeps playing when its URLs expire in the middle`, async () => {
    rig.theatre.throttle(500_000)
    const { page } = await openPage()
    const map =
      kind === 'native' ? [piece('a', 0, 7000)] : [piece('a', 0, 1500), piece('b', 0, 800), piece('a', 5000, 4000)]
    await page.evaluate(
      async ([one, shown]) => {
        const { engine } = window.stage.start(one, shown)
        await window.stage.until(() => engine.state() === 'paused')
        await engine.play()
        await window.stage.until(() => engine.time() > 1000)
      },
      [kind, map] as const,
    )
    rig.theatre.expireUrls()
    const end = await page.evaluate(async () => {
      const run = window.stage.run()
      await window.stage.until(() => ['ended', 'error'].includes(run?.engine.state() ?? 'error'), 40_000)
      return { state: run?.engine.state(), faults: run?.faults, asked: window.stage.asked }
    })
    expect(end).toMatchObject({ state: 'ended', faults: [] })
    expect(rig.theatre.refusedRequests(), 'the old address was tried').toBeGreaterThan(0)
    // Which recording still had to be fetched depends on how far ahead the browser had read.
    expect(
      end.asked.filter(([, isRenewal]) => isRenewal),
      'a new one was asked for',
    ).not.toEqual([])
  })
}

const safari =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'

for (const [name, userAgent] of [
  ['Safari', safari],
  ['another browser', undefined],
] as const) {
  test(`a refused source in a player opened in the middle: ${name}`, async () => {
    const { page } = await openPage({ context: userAgent ? { userAgent } : {} })
    const opened = await page.evaluate(async () => {
      const { openPlayer, until } = window.stage
      // The first URL and its renewal lead to something that is not a recording.
      const player = openPlayer([{ videoId: 'a', in: 0, dur: 5000 }], { start: 3000, refusedUrls: 2 })
      await until(() => player.state().play === 'paused' || player.state().play === 'error')
      return { time: player.time(), state: player.state() }
    })
    if (userAgent) expect(opened).toMatchObject({ time: 0, state: { play: 'paused', fault: null } })
    else expect(opened).toMatchObject({ time: 3000, state: { play: 'error', fault: { kind: 'source' } } })
  })
}
