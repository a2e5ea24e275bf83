import { expect, it } from 'vitest'
import { openPage } from '../../../test/open-page.tsx'
import { dialog, expectVisible, heading } from '../../../test/person.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { openDialog } from './dialogs.ts'

it('does not show a dialog whose code arrives after its page was closed', async () => {
  await openPage('/').then(() => expectVisible(heading('How can I help?')))
  const code = Promise.withResolvers<typeof ConfirmDialog>()
  const props = { title: 'Late', body: 'Late', confirmLabel: 'OK', onAnswer: () => undefined }
  const opening = openDialog(() => code.promise, props)

  await openPage('/')
  code.resolve(ConfirmDialog)
  expect(await opening).toBe(false)
  await expectVisible(heading('How can I help?'))
  expect(dialog().query()).toBeNull()
})
