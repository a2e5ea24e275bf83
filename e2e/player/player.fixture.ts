/** A browser with the player's own page, and recordings that encode their frame numbers. */
import { test, type Browser } from '@playwright/test'
import { launchBrowser, openPlayerPage, type PlayerPage, type PlayerPageOptions } from './open-player-page.ts'
import { startPlayerServer, type PlayerServer } from './player-server.ts'
import { makeRecordings, type Recording } from './recordings.ts'

export const piece = (videoId: string, from: number, dur: number) => ({ videoId, in: from, dur })

/** `rig` is empty until the first test begins. */
export function setUpPlayer() {
  const rig = {} as { browser: Browser; theatre: PlayerServer; recordings: readonly Recording[] }
  test.describe.configure({ timeout: 120_000 })
  test.beforeAll(async () => {
    // Includes making the recordings and building the page.
    test.setTimeout(180_000)
    rig.theatre = await startPlayerServer()
    rig.recordings = await makeRecordings(rig.theatre.folder, 12)
    rig.theatre.serve(rig.recordings)
    rig.browser = await launchBrowser()
  })
  test.afterAll(async () => {
    await rig.browser.close()
    await rig.theatre.close()
  })
  test.afterEach(async () => {
    rig.theatre.throttle(Infinity)
    // A page that stays open keeps its frames and decoders, which the next test lacks.
    await Promise.all(rig.browser.contexts().map((context) => context.close()))
  })
  const openPage = (options?: PlayerPageOptions): Promise<PlayerPage> =>
    openPlayerPage(rig.browser, rig.theatre, options)
  const recordingOf = (id: string): Recording => {
    const recording = rig.recordings.find((one) => one.id === id)
    if (!recording) throw new Error(`No recording ${id}`)
    return recording
  }
  return { rig, openPage, recordingOf }
}
