/** The embedded engine with other voices, and with sounds in which it must hear nothing. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { phrasesOf, speechFile } from '../../speech.fixture.ts'
import { expectToHear, tools, transcribe } from './embedded-engine.fixture.ts'

vi.setConfig({ testTimeout: 120_000 })
const folder = mkdtempSync(path.join(tmpdir(), 'knowreel-speech-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Ogg with Opus, as the pipeline makes it, of any inputs of ffmpeg. */
function makeSound(name: string, ...parameters: string[]): string {
  const file = path.join(folder, `${name}.ogg`)
  execFileSync(tools.ffmpeg, [
    '-v',
    'error',
    '-y',
    ...parameters,
    '-ac',
    '1',
    '-ar',
    '16000',
    '-c:a',
    'libopus',
    '-b:a',
    '32k',
    file,
  ])
  return file
}

test('hears what several voices say, and when', () => expectToHear('ticket'))

test('hears nothing in silence, noise, music and keyboard sounds', async () => {
  const filters = [
    'anullsrc=r=16000',
    'anoisesrc=c=pink:a=0.3',
    "aevalsrc='0.3*(sin(2*PI*220*t)+sin(2*PI*277.2*t)+sin(2*PI*329.6*t))*exp(-3*mod(t,0.5))'",
    "aevalsrc='0.6*random(0)*exp(-80*mod(t,0.13+0.05*sin(3*t)))'",
  ]
  const inputs = filters.flatMap((filter) => ['-f', 'lavfi', '-t', '30', '-i', filter])
  const audio = makeSound('noises', ...inputs, '-filter_complex', '[0][1][2][3]concat=n=4:v=0:a=1')
  expect((await transcribe(audio, { duration: 120_000 })).words).toEqual([])
})

test('ends with the last word, however long the silence after it is', async () => {
  const silence = ['-f', 'lavfi', '-t', '120', '-i', 'anoisesrc=c=brown:a=0.02']
  const audio = makeSound(
    'silent-end',
    '-i',
    speechFile('talk'),
    ...silence,
    '-filter_complex',
    '[0][1]concat=n=2:v=0:a=1',
  )
  const { words } = await transcribe(audio, { duration: 133_000 })
  const last = phrasesOf('talk').at(-1)?.end ?? 0
  expect(Math.abs((words.at(-1)?.end ?? 0) - last)).toBeLessThan(2000)
})
