import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { openPage, runWhenClosed } from '../../../test/open-page.tsx'
import { expectVisible } from '../../../test/person.ts'
import type { NoteEditorSession } from '../../note/index.ts'
import { buildQueryClient } from '../../platform/query-client.ts'
import { Presence } from './edit-bar.tsx'

const photo = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const ben = { id: '0193cf0a-0000-7000-8000-000000000002', name: 'Ben Marsh' }

it('shows the photos of the people who edit', async () => {
  const found = { type: 'user' as const, ...ben, email: 'ben@halden.example', members: null, profileImage: photo }
  const { server } = await openPage('/', { answers: { 'finder.search': { items: [found] } } })
  const state = { others: [ben] }
  const notesSession = { getState: () => state, subscribe: () => () => {} } as unknown as NoteEditorSession
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  runWhenClosed(() => {
    root.unmount()
    container.remove()
  })
  root.render(
    <MantineProvider>
      <QueryClientProvider client={buildQueryClient()}>
        <Presence notesSession={notesSession} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await expect.poll(() => container.querySelector('img')?.src).toBe(photo)
  await expectVisible('1 other here')
  expect(server.requests('finder.search')).toHaveLength(1)
})
