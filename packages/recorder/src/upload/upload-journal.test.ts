import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { createJournalEntry } from './interrupted-upload.ts'
import { browserJournal } from './upload-journal.ts'

const dayMs = 86_400_000

test('a journal entry survives a restart, for its owner only, as long as the server keeps the parts', async () => {
  let now = Date.now()
  const journal = () => browserJournal(() => now)
  const file = new File(['recording'], 'Rooftop.webm')
  const entry = await createJournalEntry({ owner: 'ines of Halden', file })
  await journal().save(entry)
  await journal().save({ ...entry, parts: [{ id: 'p1', size: 3 }], current: { id: 'p2', size: 1 } })
  const other = await createJournalEntry({ owner: 'jonas of Halden', file })
  await journal().save(other)
  const found = await journal().list('ines of Halden')
  expect(found).toMatchObject([{ id: entry.id, parts: [{ id: 'p1', size: 3 }], current: { id: 'p2', size: 1 } }])
  now += 7.1 * dayMs
  expect(await journal().list('ines of Halden')).toEqual([])
  now -= 7.1 * dayMs
  expect(await journal().list('jonas of Halden')).toEqual([])
})

test('a finished upload is removed from the journal', async () => {
  const entry = await createJournalEntry({ owner: 'maria', file: new File(['recording'], 'Rooftop.webm') })
  await browserJournal().save(entry)
  await browserJournal().remove(entry.id)
  expect(await browserJournal().list('maria')).toEqual([])
})
