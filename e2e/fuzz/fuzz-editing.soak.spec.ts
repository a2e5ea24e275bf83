/**
 * The half-minute version of `npm run bench fuzz`, which runs for five minutes: two people change one note at random,
 * lose nothing, and publish exactly what they wrote. FUZZ_SEED repeats a run.
 */
import { buildFuzzedDraft } from './fuzz-draft.ts'
import { fuzzEditing } from './fuzz-editing.ts'
import { createRandom } from './fuzz-random.ts'
import { expect, test } from '../support/people.ts'

test('two people who edit at random, reload, go offline and lose the server end with the same saved note', async ({
  db,
  browser,
  server,
}) => {
  // Settling takes seconds, on a busy machine minutes.
  test.setTimeout(480_000)
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000)
  const random = createRandom(seed)
  const { tokens, article } = await buildFuzzedDraft(db)
  const result = await fuzzEditing({
    server,
    db,
    browser,
    tokens,
    article,
    random,
    seconds: 30,
    killIntervalSeconds: 12,
  })
  expect(result.faults, `with FUZZ_SEED=${seed}`).toEqual([])
  expect(result.actions).toBeGreaterThan(20)
})
