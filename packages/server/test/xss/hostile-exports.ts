/**
 * Files as the programs that we import from write them, with a payload in every position that contains text from
 * people.
 */
import type { ArchiveContent } from '../../src/import-export/archive.fixture.ts'

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** As HTML, as HTML text and as its attributes. */
const inHtml = (payload: string): string => {
  const words = escape(payload)
  return `<p>${words}</p><p><a href="${words}" title="${words}" name="${words}">${words}</a></p><pre><code class="language-${words}">${words}</code></pre><p><img src="${words}" alt="${words}" title="${words}" width="${words}"></p><ul><li data-type="taskItem" data-checked="${words}"><input type="checkbox"> ${words}</li></ul><table><tr><td colspan="${words}" style="${words}">${words}</td></tr></table><div data-type="fileAttachment" data-url="${words}" data-name="${words}"><a href="${words}">${words}</a></div><p>${payload}</p>`
}
const inMarkdown = (payload: string): string => {
  const line = payload.replaceAll(/\s+/g, ' ')
  return `${payload}\n\n## ${line}\n\n[${line}](<${line}> "${line}")\n\n![${line}](${line})\n\n[x]: ${line}\n\n[x][x]\n\n- [ ] ${line}\n\n> ${line}\n\n\`\`\`${line}\n${payload}\n\`\`\`\n\n| a | b |\n| - | - |\n| ${line} | \`${line}\` |\n\n**${line}** <${line}>\n`
}
const facts = (payload: string): string =>
  `---\ntitle: ${JSON.stringify(payload)}\nid: "abcdefghij"\ntab: ${JSON.stringify(payload)}\ntags:\n  - ${JSON.stringify(payload.slice(0, 30))}\n---\n\n`
const named = (payload: string): string => payload.replaceAll(/[/\\\u0000-\u001f]/g, '').slice(0, 100)
const id = '0123456789abcdef0123456789abcdef'

export type HostileExport = (payload: string) => ArchiveContent

export const hostileExports: Readonly<Record<string, HostileExport>> = {
  'pages of HTML': (payload) => ({ [`${named(payload)}.html`]: inHtml(payload), 'raw.html': payload }),
  'pages of Markdown': (payload) => ({ [`${named(payload)}.md`]: inMarkdown(payload), 'raw.md': payload }),
  'a table': (payload) => ({
    'table.csv': `"${payload.replaceAll('"', '""')}",b\n"${payload.replaceAll('"', '""')}",${payload}\n`,
  }),
  'Notion in HTML': (payload) => ({
    [`${named(payload)} ${id}.html`]: `<html><head><title>${escape(payload)}</title></head><body><article class="page sans"><header><h1 class="page-title">${escape(payload)}</h1><table class="properties"><tbody><tr><th>Tags</th><td><span class="selected-value">${escape(payload.slice(0, 30))}</span></td></tr></tbody></table></header><div class="page-body"><figure class="callout"><div><span class="icon">${escape(payload)}</span></div><div>${escape(payload)}</div></figure><ul class="toggle"><li><details open><summary>${escape(payload)}</summary><p>${escape(payload)}</p></details></li></ul><span class="katex"><annotation>${escape(payload)}</annotation></span><a class="bookmark" href="${escape(payload)}"><div class="bookmark-title">${escape(payload)}</div></a><p>${payload}</p></div></article></body></html>`,
  }),
  'Notion in Markdown': (payload) => ({
    [`${named(payload)} ${id}.md`]: `# ${payload.replaceAll(/\s+/g, ' ')}\n\nTags: ${payload.replaceAll(/\s+/g, ' ')}\n\n<aside>\n💡 ${payload}\n</aside>\n\n${payload}`,
  }),
  'a space of Confluence': (payload) => ({
    'SP/index.html': `<html><body><div id="main-header"></div><h2>Available Pages:</h2><ul><li><a href="Home_1.html">${escape(payload)}</a><ul><li><a href="${escape(payload)}">x</a></li></ul></li></ul></body></html>`,
    'SP/Home_1.html': `<html><head><title>S : ${escape(payload)}</title></head><body><div id="main-header"><span id="title-text">S : ${escape(payload)}</span></div><div id="content"><div id="main-content"><div class="confluence-information-macro"><p class="title">${escape(payload)}</p><div class="confluence-information-macro-body">${escape(payload)}</div></div><pre data-syntaxhighlighter-params="brush: ${escape(payload)}">${escape(payload)}</pre><div class="expand-container"><span class="expand-control-text">${escape(payload)}</span><div class="expand-content">x</div></div><a class="confluence-userlink">${escape(payload)}</a><ul class="inline-task-list"><li class="checked">${escape(payload)}</li></ul><p>${payload}</p></div></div><div class="greybox"><a href="attachments/${escape(payload)}">${escape(payload)}</a></div><span class="aui-label"><a>${escape(payload.slice(0, 30))}</a></span></body></html>`,
  }),
  'Outline in Markdown': (payload) => ({
    'Team/Guide.md': `# ${payload.replaceAll(/\s+/g, ' ')}\n\n:::info\n${payload}\n:::\n\n==${payload}==\n\n![${payload}](uploads/1/a.png " =300x200")\n`,
    'Team/uploads/1/a.png': 'none',
  }),
  'Outline in JSON': (payload) => {
    const text = (marks: unknown[] = []) => ({ type: 'text', text: payload, marks })
    const node = (type: string, attrs: object = {}) => ({ type, attrs, content: [text()] })
    const everyAttribute = {
      src: payload,
      href: payload,
      alt: payload,
      title: payload,
      label: payload,
      language: payload,
      level: payload,
      order: payload,
      checked: payload,
    }
    const types =
      'paragraph heading ordered_list checkbox_list checkbox_item code_block mention image attachment embed container_notice'
    const content = [
      ...types.split(' ').map((type) => node(type, everyAttribute)),
      node(payload, everyAttribute),
      {
        type: 'paragraph',
        content: ['link', 'strong', payload].map((type) => text([{ type, attrs: { href: payload } }])),
      },
    ]
    return {
      'metadata.json': JSON.stringify({ exportVersion: 1 }),
      'Team.json': JSON.stringify({
        collection: { name: payload, documentStructure: [{ id: 'd1', children: [{ id: payload, children: [] }] }] },
        documents: {
          d1: { id: 'd1', urlId: 'abcdefghij', title: payload, data: { type: 'doc', content } },
          [payload]: { id: payload, urlId: payload, title: payload, data: { type: 'doc', content } },
        },
        attachments: { [payload]: { key: payload } },
      }),
    }
  },
  'our Markdown': (payload) => ({
    'W/Contents.md': '---\nknowreel: "contents"\ntitle: "W"\n---\n\n# W\n',
    'W/01 A.md': `${facts(payload)}<!-- recording -->\n\n- 00:00 ${payload}\n\n<!-- /recording -->\n\n${inMarkdown(payload)}`,
    'W/01 A.2 B.md': `${facts(payload)}${payload}`,
  }),
  'our HTML': (payload) => ({
    'W/index.html': '<html><head><meta name="knowreel:contents" content="yes"></head><body></body></html>',
    'W/01 A.html': `<html><head>${['title', 'tab', 'tags'].map((name) => `<meta name="knowreel:${name}" content="${escape(payload)}">`).join('')}</head><body><section class="recording"><figure><video controls src="${escape(payload)}"></video><figcaption>${escape(payload)}</figcaption></figure></section><main data-note>${inHtml(payload)}</main></body></html>`,
  }),
}
