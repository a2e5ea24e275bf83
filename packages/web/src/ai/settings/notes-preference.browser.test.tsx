import type { AiPreferences } from '@knowreel/shared/ai/ai.calls.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectGone, expectVisible, field, person } from '../../../test/person.ts'
import { aCompany, aSession } from '../../../test/samples.ts'

const open = (isAiEnabled = true) => {
  let preferences: AiPreferences = { notesAutoGeneration: 'none', customPrompt: '' }
  return openPage('/settings/profile', {
    session: aSession({ company: aCompany({ isAiEnabled }) }),
    answers: {
      'ai.preferences': () => ({ preferences }),
      'ai.savePreferences': ({ body }) => {
        preferences = body
        return { preferences }
      },
      'notification.settings': {
        settings: { mentions: 'instant', comments: 'daily', publishes: 'daily', shares: 'instant', timeZone: null },
      },
      'notification.follows': { follows: [] },
      'twoFactor.get': { isOn: false, recoveryCodesLeft: 0, hasPassword: true },
      'session.list': { sessions: [] },
    },
  })
}
const notes = page.getByRole('combobox', { name: 'Write notes' })

it('saves the choice immediately', async () => {
  const { server } = await open()
  await notes.selectOptions('User manual')
  await expect
    .poll(() => server.requests('ai.savePreferences').map(({ body }) => body))
    .toEqual([{ notesAutoGeneration: 'user-manual', customPrompt: '' }])
})

it('saves custom notes with their description only', async () => {
  const { server } = await open()
  await notes.selectOptions('Custom')
  await expectVisible(page.getByText('Please enter a prompt'))
  await expect.element(button('Save description')).toBeDisabled()
  expect(server.requests('ai.savePreferences')).toEqual([])
  await person.fill(field('Describe the notes you want', { exact: true }), 'Three rules')
  await person.click(button('Save description'))
  await expect.poll(() => server.requests('ai.savePreferences')[0]?.body).toMatchObject({ customPrompt: 'Three rules' })
})

it('is absent where AI is off', async () => {
  await open(false)
  await expectVisible(page.getByRole('heading', { name: 'Personal Profile' }))
  await expectGone(notes)
})
