/** Its own process: what was found is remembered, and PATH decides it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const script = `
import { findConfinement, warnOfMissingConfinement } from ${JSON.stringify(path.join(import.meta.dirname, 'confinement.ts'))}
const warnings = []
await warnOfMissingConfinement({ warn: (text) => warnings.push(text) })
console.log(JSON.stringify({ found: await findConfinement(), warnings }))
`

/** Finds out with a PATH that contains only these programs, which do as they are told. */
function detect(programs: readonly string[]): { found: string[]; warnings: string[] } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'knowreel-path-'))
  for (const name of programs) writeFileSync(path.join(folder, name), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  symlinkSync('/usr/bin/true', path.join(folder, 'true'))
  const file = path.join(folder, 'detect.ts')
  writeFileSync(file, script)
  return JSON.parse(execFileSync(process.execPath, [file], { env: { PATH: folder } }).toString())
}

test('programs that work here are used', () => {
  const { found, warnings } = detect(['unshare', 'setpriv'])
  expect(found.filter((word) => !word.startsWith('-'))).toEqual(['unshare', 'setpriv', 'KILL'])
  expect(warnings).toEqual([])
})

test('operators are told which protection is missing', () => {
  const { found, warnings } = detect(['setpriv'])
  expect(found).not.toContain('unshare')
  expect(warnings).toEqual([expect.stringContaining('network connections')])
  expect(detect([]).warnings).toHaveLength(2)
})
