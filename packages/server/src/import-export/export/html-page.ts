/** A page that can be read anywhere and offline: its styles are inline, and it runs no scripts. */
import { escapeHtml } from '../../platform/http/escape-html.ts'

type HtmlPage = {
  readonly title: string
  readonly metadata: Readonly<Record<string, string | readonly string[] | null>>
  readonly body: string
}

export function htmlPage({ title, metadata, body }: HtmlPage): string {
  const metas = Object.entries(metadata).flatMap(([name, value]) => {
    const values = value === null ? [] : typeof value === 'string' ? [value] : value
    return values.map((content) => `<meta name="knowreel:${name}" content="${escapeHtml(content)}">`)
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file: data:; media-src 'self' file:; style-src 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
${metas.join('\n')}
<style>${style}</style></head>
<body>${body}
</body></html>
`
}

const style = `:root{color-scheme:light dark;--text:#22211f;--quiet:#6b6862;--line:#dedbd5;--sunken:#f5f4f1;--accent:#4a46d6;--page:#fdfcfb}
@media (prefers-color-scheme:dark){:root{--text:#e4e2de;--quiet:#a09c95;--line:#3b3935;--sunken:#262421;--accent:#a5a2ff;--page:#1b1a18}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:2rem 1.25rem 6rem;background:var(--page);color:var(--text);font:16px/26px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
h1,h2,h3,h4,h5{line-height:1.25;margin:1.6em 0 .5em}header h1{font-size:2rem;margin:.2em 0}
a{color:var(--accent)}p{margin:.6em 0}.back,.facts{color:var(--quiet);font-size:.875rem;margin:0}
.tags span{background:var(--sunken);border-radius:6px;padding:.1em .5em;margin-right:.4em;font-size:.8125rem}
.tabs{display:flex;flex-wrap:wrap;gap:1rem;border-bottom:1px solid var(--line);margin:1rem 0;padding-bottom:.4rem}.tabs span{font-weight:600}
img,video{max-width:100%;height:auto;border-radius:8px}img.cover{display:block;width:100%;height:10rem;margin:.6em 0;object-fit:cover}figure{margin:1em 0}figcaption{color:var(--quiet);font-size:.875rem}
[data-type=callout]{margin:1em 0;padding:.6em 1em;border:1px solid var(--line);border-left:4px solid var(--accent);border-radius:8px}[data-type=callout]::before{content:"Info";font-size:.875rem;font-weight:600}
[data-kind=tip]{border-left-color:#2e9a62}[data-kind=tip]::before{content:"Tip"}[data-kind=warning]{border-left-color:#bf7d10}[data-kind=warning]::before{content:"Warning"}[data-kind=danger]{border-left-color:#cc3a31}[data-kind=danger]::before{content:"Danger"}
[data-type=embed]{margin:1em 0}[data-part=provider]::before{content:" · "}details{margin:1em 0}summary>:first-child{display:inline}nav[data-type] a{display:block}nav[data-type] a[data-level="2"]{padding-left:1em}nav[data-type] a[data-level="3"]{padding-left:2em}nav[data-type] a[data-level="4"]{padding-left:3em}nav[data-type] a[data-level="5"]{padding-left:4em}
blockquote{margin:1em 0;padding-left:1em;border-left:3px solid var(--line)}
pre{background:var(--sunken);border-radius:8px;padding:1em;overflow:auto;font-size:.875rem;line-height:1.5}code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
:not(pre)>code{background:var(--sunken);border-radius:4px;padding:.1em .3em}
table{border-collapse:collapse;display:block;max-width:100%;overflow:auto}td,th{border:1px solid var(--line);padding:.35em .6em;text-align:left;vertical-align:top}th{background:var(--sunken)}td p,th p{margin:0}
hr{border:0;border-top:1px solid var(--line);margin:2em 0}
mark{background:var(--tone,#fff2a8);color:#22211f}span[data-color]{color:var(--ink)}
[data-align=center]{text-align:center}[data-align=right]{text-align:right}[data-align=justify]{text-align:justify}
[data-space=keep]{white-space:pre-wrap}
ul[data-type=taskList]{list-style:none;padding-left:0}ul[data-type=taskList] li{display:flex;gap:.5em}ul[data-type=taskList] li>div{flex:1}ul[data-type=taskList] p{margin:0}
[data-type=columns]{display:grid;grid-auto-flow:column;grid-auto-columns:1fr;gap:1.5rem}@media (max-width:600px){[data-type=columns]{grid-auto-flow:row}}
.recording ol{list-style:none;padding:0}.recording time{color:var(--quiet);font-variant-numeric:tabular-nums;margin-right:.5em}.recording .nested{padding-left:1.25rem}
.contents,.contents ul{list-style:none}.contents{padding:0}`
