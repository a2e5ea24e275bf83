import { buildArticle } from '../../packages/server/src/article/article.builder.ts'
import { buildComment } from '../../packages/server/src/comment/comment.builder.ts'
import { buildWorkspace } from '../../packages/server/src/workspace/workspace.builder.ts'
import { collectConsoleErrors, checkScreen } from '../support/check-screen.ts'
import { expect, test } from '../support/people.ts'

const widths = [1440, 820, 390]

test('comments look right at every width in both themes', async ({ db, createCompany }) => {
  test.slow()
  const company = await createCompany({ owner: { firstName: 'Ines', lastName: 'Okafor' } })
  const jonas = await company.join({ firstName: 'Jonas', lastName: 'Lindqvist' })
  const maria = await company.join({ firstName: 'Maria-Luisa', lastName: 'Fernández de la Cruz' })
  const workspace = await buildWorkspace(db, { company, title: 'Support runbooks' })
  const article = await buildArticle(db, {
    workspace,
    title: 'Triage a “meter offline” ticket in ten minutes',
    textTabs: [{ text: 'Most meters that go quiet are fine. What went away is the road to them.' }],
  })
  const day = (time: string) => new Date(`2026-11-${time}`)
  const question = await buildComment(db, {
    article,
    author: jonas,
    text: 'Is that still true after 4.12? I counted last month and it was closer to seven. The rest were batteries.',
    quote: {
      text: 'nine times in ten that is the third line',
      paragraphKey: 'gone',
      paragraphText: 'What you expect: nine times in ten that is the third line.',
      paragraphTextBefore: 'What you expect: ',
      paragraphTextOffset: 17,
    },
    createdAt: day('18T14:41:00Z'),
    emojis: [
      { content: '👍', by: company.owner },
      { content: '👍', by: maria },
      { content: '😮', by: jonas },
    ],
  })
  await buildComment(db, {
    article,
    author: company.owner,
    parent: question,
    text: 'Fair. Can you send me the list? I will change the sentence and name the month.',
    createdAt: day('18T15:05:00Z'),
  })
  await buildComment(db, {
    article,
    author: maria,
    parent: question,
    text: 'The list is in Cause codes and what they mean. It is 71 of 98 for October.',
    createdAt: day('19T09:12:00Z'),
  })
  const busy = await buildComment(db, {
    article,
    author: maria,
    text: `Worth a footnote? https://halden.example/${'terminal-'.repeat(12)}`,
    createdAt: day('17T11:20:00Z'),
  })
  for (const minute of [1, 2, 3, 4, 5, 6]) {
    await buildComment(db, {
      article,
      author: minute % 2 === 0 ? jonas : company.owner,
      parent: busy,
      text: `Answer ${minute}`,
      createdAt: day(`17T12:0${minute}:00Z`),
    })
  }
  await buildComment(db, {
    article,
    author: company.owner,
    text: 'Renamed.',
    resolvedBy: jonas,
    createdAt: day('02T10:00:00Z'),
  })

  const page = await company.owner.open(`/b/${workspace.shortId}/x/${article.shortId}?showComment=${question.id}`)
  const complaints = collectConsoleErrors(page)
  const problems: string[] = []
  await expect(page.getByRole('complementary', { name: 'Comments' }).getByText('2', { exact: true })).toBeVisible()
  await expect(page.locator(`[data-comment="${question.id}"]`)).toBeFocused()
  await expect(page.locator('[data-lit]')).toHaveCount(0)
  problems.push(...(await checkScreen(page, { name: 'comments', widths })))

  await page.setViewportSize({ width: 1440, height: 900 })
  const box = page.getByRole('textbox', { name: 'Comment', exact: true })
  await box.click()
  await box.pressSequentially('Ten is right again, @Jon')
  await page.getByRole('option', { name: /Jonas/ }).click()
  problems.push(...(await checkScreen(page, { name: 'comment-written', widths })))

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await page.getByRole('menuitem', { name: 'Resolved' }).click()
  await expect(page.getByText('Renamed.')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'comments-resolved', widths })))

  const empty = await buildArticle(db, { workspace, title: 'Nothing said' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/b/${workspace.shortId}/x/${empty.shortId}`)
  await page.getByRole('button', { name: '0 comments' }).click()
  await expect(page.getByText('No comments yet')).toBeVisible()
  problems.push(...(await checkScreen(page, { name: 'comments-none', widths })))
  expect([problems, complaints]).toEqual([[], []])
})
