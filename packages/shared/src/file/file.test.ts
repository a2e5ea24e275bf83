import { describe, expect, test } from 'vitest'
import { attachmentExtension, attachmentName } from './attachment-name.ts'
import { fileLimits, isAttachmentPath, isImagePath, isWebUrl } from './file.rules.ts'

const id = '0191d7c2-5b0e-4c7a-9a55-2f6f6f1f0c11'

describe('a path of a note', () => {
  test('identifies a stored file and nothing else', () => {
    expect(isImagePath(`/files/images/11/${id}.png`)).toBe(true)
    expect(isAttachmentPath(`/files/attachments/11/${id}.bin`)).toBe(true)
    for (const other of [
      `/files/images/11/${id}.svg`,
      `/files/images/11/${id}.png?exp=1&sig=x`,
      `/files/images/11/../11/${id}.png`,
      `https://example.com/files/images/11/${id}.png`,
      `//example.com/files/images/11/${id}.png`,
      `/files/attachments/11/${id}.html`,
      `/files/recordings/11/${id}.png`,
      `\n/files/images/11/${id}.png`,
      `/files/images/11/${id}.png\n`,
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      '',
      null,
      1,
    ]) {
      expect(isImagePath(other), String(other)).toBe(false)
      expect(isAttachmentPath(other), String(other)).toBe(false)
    }
  })
})

describe('the name of an attachment', () => {
  test.each([
    ['plan.pdf', 'plan.pdf', 'pdf'],
    ['Plan für Dach №3.PDF', 'Plan für Dach №3.PDF', 'pdf'],
    ['../../etc/passwd', 'passwd', ''],
    ['C:\\Users\\ines\\plan.tar.gz', 'plan.tar.gz', 'gz'],
    ['in\u202Efdp.exe', 'infdp.exe', 'exe'],
    ['a\u2066b\u200Fc\u200B.txt', 'abc.txt', 'txt'],
    ['a\r\nContent-Type: text_html\0.txt', 'aContent-Type_ text_html.txt', 'txt'],
    ['a"b<c>.html', 'a_b_c_.html', 'html'],
    ['  spaced   out .txt  ', 'spaced out .txt', 'txt'],
    ['.htaccess', 'htaccess', ''],
    ['..', 'file', ''],
    ['', 'file', ''],
    ['plan.', 'plan', ''],
    ['e\u0301.txt', '\u00e9.txt', 'txt'],
    ['broken \uD83D.txt', 'broken \uFFFD.txt', 'txt'],
    ['a.thisisnotanendingbutawholesentence', 'a.thisisnotanendingbutawholesentence', ''],
  ])('%j is shown as %j', (given, name, ending) => {
    expect(attachmentName(given)).toBe(name)
    expect(attachmentExtension(attachmentName(given))).toBe(ending)
    expect(attachmentName(name)).toBe(name)
  })

  test('is cut before its extension', () => {
    const cut = attachmentName(`${'𝒳'.repeat(300)}.pdf`)
    expect(cut).toMatch(/^𝒳+\.pdf$/u)
    expect(cut.length).toBeLessThanOrEqual(fileLimits.nameLength)
    expect(attachmentName('x'.repeat(500))).toHaveLength(fileLimits.nameLength)
  })
})

test('a web address is recognised by its form', () => {
  expect(isWebUrl('https://example.com/a.png')).toBe(true)
  expect(isWebUrl('http://example.com')).toBe(true)
  for (const other of [
    '',
    'example.com/a.png',
    'ftp://example.com/a',
    'javascript:alert(1)',
    'data:image/png,',
    'http://',
    `https://e.com/${'a'.repeat(3000)}`,
  ])
    expect(isWebUrl(other), other).toBe(false)
})
