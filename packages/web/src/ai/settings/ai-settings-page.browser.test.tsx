import type { AiSettings } from '@knowreel/shared/ai/ai.calls.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { neverAnswers, refuse } from '../../../test/fake-server.ts'
import { openPage } from '../../../test/open-page.tsx'
import { button, expectVisible, heading, person, toast } from '../../../test/person.ts'
import { aCompany, aSession } from '../../../test/samples.ts'

const settings: AiSettings = {
  isEnabled: true,
  baseUrl: '',
  model: '',
  imageModel: '',
  embeddingModel: '',
  keyEnding: null,
  hasInstallationModel: true,
  monthlyTokens: 200_000,
  monthlyCost: null,
  inputPrice: null,
  outputPrice: null,
  imagePrice: null,
  embeddingPrice: null,
}
const month = new Date().toISOString().slice(0, 7)
const usage = {
  month,
  requests: 12,
  failed: 0,
  tokens: 50_000,
  cost: null,
  hasEstimates: true,
  kinds: [{ kind: 'answer' as const, requests: 12, tokens: 50_000, cost: null }],
  days: [{ day: `${month}-02`, tokens: 50_000, cost: null }],
}
const session = aSession({ company: aCompany({ isAiEnabled: true, role: 'owner' }) })
const open = (answers = {}) =>
  openPage('/settings/ai', {
    session,
    answers: { 'ai.settings': { settings }, 'ai.usage': { usage }, ...answers },
  })
const field = (name: string) => page.getByRole('textbox', { name })

it('saves a model and its key, and shows what was used', async () => {
  const saved = { ...settings, baseUrl: 'https://models.example.org/v1', model: 'writer', keyEnding: 'c04e' }
  const { server } = await open({ 'ai.saveSettings': { settings: saved }, 'ai.check': { milliseconds: 1234 } })
  await expectVisible(page.getByText('50,000 of 200,000 tokens'))
  await expectVisible(page.getByText('12 requests'))
  await person.click(field('Address'))
  await person.type('https://models.example.org/v1')
  await person.click(field('Model name'))
  await person.type('writer')
  await person.click(page.getByLabelText('API key', { exact: true }))
  await person.type('sk-secret-c04e')
  await person.click(button('Save changes'))
  await expectVisible(toast('AI settings saved'))
  expect(server.requests('ai.saveSettings')[0]?.body).toMatchObject({
    baseUrl: 'https://models.example.org/v1',
    model: 'writer',
    apiKey: 'sk-secret-c04e',
    monthlyTokens: 200_000,
  })
  await person.click(button('Test connection'))
  await expectVisible(page.getByText('Answered in 1.2 s'))
})

it('says why an address is refused, and keeps what was entered', async () => {
  await open({ 'ai.saveSettings': refuse('ai_address_refused') })
  await person.click(field('Address'))
  await person.type('http://10.0.0.5/v1')
  await person.click(button('Save changes'))
  await expectVisible(page.getByText('This address cannot be used for a model'))
  await expect.element(field('Address')).toHaveValue('http://10.0.0.5/v1')
})

it('is no page where AI is off', async () => {
  await openPage('/settings/ai', {
    session: aSession(),
    answers: {
      'company.info': neverAnswers,
    },
  })
  await expectVisible(heading('Company Profile'))
})
