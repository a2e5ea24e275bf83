/**
 * The layout of all our emails, with tables and inline styles because email programs support little else. Data is
 * escaped here.
 */
import { escapeHtml } from '../http/escape-html.ts'

export type MailContent = {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  /** Small print, such as why the recipient gets this email. */
  readonly footer?: string
  readonly footerLinks?: readonly { readonly label: string; readonly url: string }[]
}

/** HTML and plain text with the same content. */
export function renderMail(content: MailContent): { html: string; text: string } {
  const url = content.action === undefined ? '' : requireWebUrl(content.action.url)
  const checked = {
    ...content,
    footerLinks: content.footerLinks?.map((link) => ({ ...link, url: requireWebUrl(link.url) })),
  }
  return { html: toHtml(checked, url), text: toText(checked, url) }
}

type CheckedContent = Omit<MailContent, 'footerLinks'> & {
  readonly footerLinks: MailContent['footerLinks'] | undefined
}

function requireWebUrl(text: string): string {
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new TypeError(`A mail cannot link to ${url.protocol}`)
  return url.href
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function toHtml({ title, paragraphs, action, footer, footerLinks = [] }: CheckedContent, url: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f3f1ed">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">
<tr><td style="padding:0 8px 16px;${font};font-size:16px;font-weight:600;color:#211f1b">Knowreel</td></tr>
<tr><td style="padding:32px;background:#ffffff;border:1px solid #dedad2;border-radius:12px;${font};color:#211f1b">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(title)}</h1>
${paragraphs.map(paragraphHtml).join('\n')}
${action === undefined ? '' : actionHtml(action.label, url)}
</td></tr>
<tr><td style="padding:16px 8px;${font};font-size:13px;line-height:18px;color:#625d55">${[breakLines(footer ?? ''), ...footerLinks.map(linkHtml)].join('<br>')}</td></tr>
</table>
</body>
</html>
`
}

const paragraphHtml = (text: string) =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:26px">${breakLines(text)}</p>`

const actionHtml = (label: string, url: string) => `<p style="margin:24px 0">
<a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#5150d6;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>
</p>
<p style="margin:0;font-size:13px;line-height:18px;color:#625d55;word-break:break-all">${escapeHtml(url)}</p>`

const linkHtml = ({ label, url }: { readonly label: string; readonly url: string }) =>
  `<a href="${escapeHtml(url)}" style="color:#625d55">${escapeHtml(label)}</a>`

const toText = ({ title, paragraphs, action, footer, footerLinks = [] }: CheckedContent, url: string) =>
  [
    title,
    ...paragraphs,
    ...(action === undefined ? [] : [`${action.label}: ${url}`]),
    ...(footer ? [['--', footer, ...footerLinks.map(({ label, url: page }) => `${label}: ${page}`)].join('\n')] : []),
  ]
    .join('\n\n')
    .concat('\n')

const breakLines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
