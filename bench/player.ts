/**
 * The player alone, with recordings of 720 lines: how precisely pieces meet, how fast seeks and starts are, and its
 * memory use.
 */
import { startPlayerServer } from '../e2e/player/player-server.ts'
import { recordingSpecs720p, makeRecordings, type Recording } from '../e2e/player/recordings.ts'
import { launchBrowser, openPlayerPage } from '../e2e/player/open-player-page.ts'
import { compareFrames, randomPlayMap, seededRandom, soundOffsets } from '../e2e/player/oracle.ts'
import { percentile, report, round } from './report.ts'

const seekCount = 100
const startCount = 9

export async function benchPlayer(): Promise<void> {
  const theatre = await startPlayerServer()
  const browser = await launchBrowser()
  try {
    const recordings = await makeRecordings(theatre.folder, 30, recordingSpecs720p)
    theatre.serve(recordings)
    const { page, memoryMb } = await openPlayerPage(browser, theatre)

    // At 25 frames per second, a frame takes up to 50 ms of a display with 60, so its swaps would hide late ones.
    const rated = recordingSpecs720p.filter(({ rate }) => rate === 30).map(({ id }) => id)
    const map = randomPlayMap(
      recordings.filter(({ id }) => rated.includes(id)),
      201,
      300,
      900,
    )
    let most = 0
    // If the page fails, `playThrough` reports the error.
    const measure = () =>
      memoryMb().then(
        (now) => (most = Math.max(most, now)),
        () => undefined,
      )
    const watch = setInterval(() => void measure(), 1000)
    const result = await page
      .evaluate((shown) => window.stage.playThrough('decode', shown, { isHeard: true }), map)
      .finally(() => clearInterval(watch))
    const seen = compareFrames(map, recordings, result.seen)
    const sound = soundOffsets(map, recordings, result.seen, result.beeps)
    const within = [...seen.firstErrors, ...seen.lastErrors].filter((off) => Math.abs(off) <= 1).length
    report(
      'swaps of pieces',
      {
        swaps: map.length - 1,
        gapP50Ms: percentile(seen.gaps, 0.5),
        gapP95Ms: percentile(seen.gaps, 0.95),
        // How long the old frame stays visible past the audible cut.
        overstayP50Ms: percentile(seen.overlaps, 0.5),
        overstayP95Ms: percentile(seen.overlaps, 0.95),
        withinOnePicture: round((within / (2 * (map.length - 1))) * 100) / 100,
        missedShare: Math.round(seen.missedShare * 1000) / 1000,
        stops: result.states.filter(([state]) => state === 'waiting').length - 1,
      },
      'gap p95 ≤ 33.4 ms, a frame at 30 per second',
    )
    report(
      'sound beside its picture',
      {
        beeps: sound.length,
        p5Ms: percentile(sound, 0.05),
        p50Ms: percentile(sound, 0.5),
        p95Ms: percentile(sound, 0.95),
      },
      'within 45 ms',
    )
    report('memory while playing', { rendererMb: most }, '≤ 400 MB')

    for (const kind of ['decode', 'native'] as const) {
      const own =
        kind === 'decode' ? randomPlayMap(recordings, 12, 2000, 6000, 3) : [{ videoId: 'b', in: 0, dur: 29_000 }]
      const times = randomSeekTimes(own.reduce((sum, { dur }) => sum + dur, 0))
      const found = await page.evaluate(([one, shown, at]) => window.stage.seekAll(one, shown, at), [
        kind,
        own,
        times,
      ] as const)
      const took = found.map((one) => one.took)
      report(
        `seeking, ${kind}`,
        { seeks: seekCount, p50Ms: percentile(took, 0.5), p95Ms: percentile(took, 0.95) },
        'p50 ≤ 120 ms, p95 ≤ 300 ms',
      )
    }

    for (const kind of ['decode', 'native'] as const) {
      const took: number[] = []
      for (let i = 0; i < startCount; i++)
        took.push(
          await page.evaluate(([one, shown]) => window.stage.firstPicture(one, shown), [
            kind,
            randomMapFor(recordings, kind),
          ] as const),
        )
      report(
        `first picture on a warm page, ${kind}`,
        { p50Ms: percentile(took, 0.5), maxMs: percentile(took, 1) },
        'p50 ≤ 400 ms',
      )
    }

    for (const speed of [1, 2]) {
      const took: number[] = []
      for (let i = 0; i < startCount; i++)
        took.push(
          await page.evaluate(([shown, at]) => window.stage.timeToMove(shown, at), [
            randomMapFor(recordings, 'decode'),
            speed,
          ] as const),
        )
      report(`from play to moving at ${speed}×`, { p50Ms: percentile(took, 0.5), maxMs: percentile(took, 1) })
    }
  } finally {
    await browser.close()
    await theatre.close()
  }
}

const randomMapFor = (recordings: readonly Recording[], kind: 'decode' | 'native') =>
  randomPlayMap(recordings, kind === 'native' ? 1 : 3, 2000, 3000)

function randomSeekTimes(duration: number): number[] {
  const random = seededRandom(5)
  return Array.from({ length: seekCount }, () => Math.floor(random() * duration))
}
