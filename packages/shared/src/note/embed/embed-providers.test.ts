import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { embedFrameSources, findEmbed, MAX_EMBED_URL } from './embed-providers.ts'
import { noteJsonToHtml } from '../note-html.ts'
import { noteJsonToText } from '../note-text.ts'
import { noteEmbed } from './note-embed.ts'

const film = 'dQw4w9WgXcQ'
const loom = '0281766fa2d04bb788eaf19e65135184'
const figma = 'LKQ4FJ4bTnCSjedbRpk931'
const google = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_0-9'
const published = `e/2PACX-${google}`

const frames: readonly (readonly [address: string, frame: string, url?: string])[] = [
  [`https://www.youtube.com/watch?v=${film}`, `https://www.youtube-nocookie.com/embed/${film}`],
  [
    `http://youtube.com/watch?feature=share&v=${film}&t=1m30s`,
    `https://www.youtube-nocookie.com/embed/${film}?start=90`,
    `https://youtube.com/watch?feature=share&v=${film}&t=1m30s`,
  ],
  [`https://youtu.be/${film}?si=abc&t=42`, `https://www.youtube-nocookie.com/embed/${film}?start=42`],
  [`https://youtu.be/${film}?t=soon`, `https://www.youtube-nocookie.com/embed/${film}`],
  [`https://m.youtube.com/shorts/${film}/`, `https://www.youtube-nocookie.com/embed/${film}`],
  [
    `//www.youtube.com/embed/${film}?start=5&autoplay=1&origin=https://evil.example`,
    `https://www.youtube-nocookie.com/embed/${film}?start=5`,
    `https://www.youtube.com/watch?v=${film}&t=5`,
  ],
  [
    'https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs',
    'https://www.youtube-nocookie.com/embed/videoseries?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs',
  ],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/76979871/8272103f6e?share=copy', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e&badge=0',
    'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1',
    'https://vimeo.com/76979871/8272103f6e',
  ],
  [`https://www.loom.com/share/${loom}?sid=1`, `https://www.loom.com/embed/${loom}`],
  [`https://www.loom.com/share/How-to-start-${loom}`, `https://www.loom.com/embed/${loom}`],
  [`https://www.loom.com/embed/${loom}`, `https://www.loom.com/embed/${loom}`, `https://www.loom.com/share/${loom}`],
  [
    `https://www.figma.com/file/${figma}/Name?node-id=1%3A2`,
    `https://embed.figma.com/design/${figma}?node-id=1-2&embed-host=knowreel`,
  ],
  [`https://www.figma.com/board/${figma}`, `https://embed.figma.com/board/${figma}?embed-host=knowreel`],
  [
    `https://www.figma.com/embed?embed_host=share&url=https%3A%2F%2Fwww.figma.com%2Fdesign%2F${figma}%2FName`,
    `https://embed.figma.com/design/${figma}?embed-host=knowreel`,
    `https://www.figma.com/design/${figma}/Name`,
  ],
  [
    `https://embed.figma.com/proto/${figma}/Name?node-id=1-2&embed-host=share`,
    `https://embed.figma.com/proto/${figma}?node-id=1-2&embed-host=knowreel`,
    `https://www.figma.com/proto/${figma}?node-id=1-2`,
  ],
  [
    `https://docs.google.com/document/d/${google}/edit?tab=t.0#heading=h.1`,
    `https://docs.google.com/document/d/${google}/preview`,
  ],
  [`https://docs.google.com/document/u/1/d/${google}`, `https://docs.google.com/document/d/${google}/preview`],
  [
    `https://docs.google.com/a/halden.io/document/d/${google}/edit`,
    `https://docs.google.com/document/d/${google}/preview`,
  ],
  [
    `https://docs.google.com/document/d/${published}/pub?embedded=true`,
    `https://docs.google.com/document/d/${published}/pub?embedded=true`,
    `https://docs.google.com/document/d/${published}/pub`,
  ],
  [
    `https://docs.google.com/presentation/d/${google}/edit#slide=id.p`,
    `https://docs.google.com/presentation/d/${google}/embed`,
  ],
  [
    `https://docs.google.com/presentation/d/${published}/embed?start=true`,
    `https://docs.google.com/presentation/d/${published}/embed`,
    `https://docs.google.com/presentation/d/${published}/pub`,
  ],
  [
    `https://docs.google.com/spreadsheets/d/${google}/edit?gid=7#gid=42`,
    `https://docs.google.com/spreadsheets/d/${google}/preview?gid=42`,
  ],
  [
    `https://docs.google.com/spreadsheets/d/${published}/pubhtml?widget=true&gid=7`,
    `https://docs.google.com/spreadsheets/d/${published}/pubhtml?widget=true&headers=false&gid=7`,
    `https://docs.google.com/spreadsheets/d/${published}/pubhtml?gid=7`,
  ],
  ['https://miro.com/app/board/uXjVOXyz123=/?share_link_id=1', 'https://miro.com/app/live-embed/uXjVOXyz123=/'],
  [
    'https://miro.com/app/live-embed/uXjVOXyz123%3D/?moveToViewport=1',
    'https://miro.com/app/live-embed/uXjVOXyz123=/',
    'https://miro.com/app/board/uXjVOXyz123=/',
  ],
  ['https://codepen.io/ann/pen/abCDef?editors=1', 'https://codepen.io/ann/embed/abCDef?default-tab=result'],
  ['https://codepen.io/team/halden/full/abCDef', 'https://codepen.io/team/halden/embed/abCDef?default-tab=result'],
  [
    'https://codepen.io/ann/embed/preview/abCDef',
    'https://codepen.io/ann/embed/abCDef?default-tab=result',
    'https://codepen.io/ann/pen/abCDef',
  ],
]

describe('the URL of a page or of its frame', () => {
  it.each(frames)('%s is embedded as %s', (address, frame, url = address) => {
    expect(findEmbed(address)).toMatchObject({ frame, url })
  })

  it('leads to the same frame when it is read from the page and from the frame', () => {
    for (const [address] of frames) {
      const embed = findEmbed(address)
      expect(findEmbed(embed?.url)).toEqual(embed)
      expect(findEmbed(embed?.frame)?.frame).toBe(embed?.frame)
    }
  })

  it.each([
    '',
    null,
    7,
    'youtube',
    `youtube.com/watch?v=${film}`,
    `javascript:alert(1)//www.youtube.com/watch?v=${film}`,
    `java\nscript://www.youtube.com/watch?v=${film}`,
    `data:text/html,https://www.youtube.com/watch?v=${film}`,
    `ftp://www.youtube.com/watch?v=${film}`,
    `blob:https://www.youtube.com/watch?v=${film}`,
    `https:www.youtube.com/watch?v=${film}`,
    `https:///www.youtube.com/watch?v=${film}`,
    `https://www.youtube.com:8443/watch?v=${film}`,
    `http://www.youtube.com:80/watch?v=${film}`,
    `https://www.youtube.com:443/watch?v=${film}`,
    `https://ann@www.youtube.com/watch?v=${film}`,
    `https://www.youtube.com:word@evil.example/watch?v=${film}`,
    `https://www.youtube.com@evil.example/watch?v=${film}`,
    `https://evil.example\\@www.youtube.com/watch?v=${film}`,
    `https://www.youtube.com\\.evil.example/watch?v=${film}`,
    `https://notyoutube.com/watch?v=${film}`,
    `https://evil-youtube.com/watch?v=${film}`,
    `https://www.youtube.com.evil.example/watch?v=${film}`,
    `https://www.youtube.com./watch?v=${film}`,
    `https://ads.youtube.com/watch?v=${film}`,
    `https://www.youtubе.com/watch?v=${film}`,
    `https://ｗｗｗ.youtube.com/watch?v=${film}`,
    `https://www。youtube。com/watch?v=${film}`,
    `https://www.%79outube.com/watch?v=${film}`,
    `https://xn--outube-8ya.com/watch?v=${film}`,
    `https://www.youtube.com/watch?v=${film}\u0000`,
    `https://www.youtube.com/watch?v=${film}&x=\n`.concat('y'),
    `https://www.youtube.com/watch?v=${film}x`,
    'https://www.youtube.com/watch?v=../../evil',
    'https://www.youtube.com/embed/"onload="x',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com/@channel',
    'https://youtu.be/videoseries',
    `https://www.youtube.com/watch?v=${film}&x=${'y'.repeat(MAX_EMBED_URL)}`,
    'https://vimeo.com/about',
    'https://vimeo.com/76979871/../../settings/x',
    'https://player.vimeo.com/video/76979871/evil',
    `https://www.loom.com/share/${loom}/x`,
    `https://www.loom.com/looms/${loom}`,
    `https://www.figma.com/embed?url=https://evil.example/design/${figma}`,
    `https://www.figma.com/embed?url=https://www.figma.com@evil.example/design/${figma}`,
    `https://www.figma.com/embed?url=javascript:alert(1)`,
    'https://www.figma.com/embed?url=https://www.figma.com/embed?url=x',
    'https://www.figma.com/@ann',
    `https://docs.google.com/document/d/${google}/export?format=pdf`,
    `https://docs.google.com/forms/d/${google}/viewform`,
    `https://docs.google.com/document/d/${google}%2F..%2Fevil/edit`,
    'https://docs.google.com/url?q=https://evil.example',
    'https://miro.com/app/board/../evil/',
    'https://codepen.io/ann/pen/ab%22onload',
    'https://gist.github.com/ann/0123456789abcdef0123456789abcdef',
    'https://example.com/',
  ])('%j is none', (address) => {
    expect(findEmbed(address)).toBeNull()
  })

  it('never leads to another host, whatever is added to it', () => {
    const part = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.constantFrom('@', ':', '/', '\\', '?url=', '#', '..', '%2F', 'evil.example', '"', "'", '<'),
    )
    const address = fc
      .tuple(fc.constantFrom(...frames.map(([known]) => known)), fc.nat(120), part)
      .map(([known, at, added]) => known.slice(0, at) + added + known.slice(at))
    fc.assert(
      fc.property(address, (text) => {
        const embed = findEmbed(text)
        if (embed === null) return
        expect(embedFrameSources).toContain(new URL(embed.frame).origin)
        expect(embed.frame).toMatch(/^https:\/\/[\w./?=&-]+$/)
        expect(new URL(embed.url)).toMatchObject({ protocol: 'https:', port: '', username: '', password: '' })
        expect(embed.url).toMatch(/^https:\/\/[!-~]+$/)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('an embed in a note', () => {
  it('has one line as its title; the URL is none', () => {
    const url = `https://youtu.be/${film}`
    expect(noteEmbed({ url, title: ' a\n\u202e b \u0000' })).toMatchObject({ title: 'a b', label: 'a b' })
    expect(noteEmbed({ url, title: url })).toMatchObject({ title: null, label: url })
    expect(noteEmbed({ url, title: '  ' })).toMatchObject({ title: null, label: url })
    expect(noteEmbed({ url, title: 'x'.repeat(400) }).title).toHaveLength(300)
  })

  it('is a link if its page cannot be embedded, and words if that may not be followed', () => {
    expect(noteEmbed({ url: 'https://example.com/', title: 'a' })).toEqual({
      embed: null,
      url: 'https://example.com/',
      title: 'a',
      label: 'a',
    })
    expect(noteEmbed({ url: 'javascript:alert(1)', title: 'a' })).toMatchObject({ embed: null, url: null, label: 'a' })
    expect(noteEmbed()).toEqual({ embed: null, url: null, title: null, label: '' })
  })

  it('is a link in HTML and a title in text, whatever an author stores', () => {
    const html = (attrs: Record<string, unknown>) =>
      noteJsonToHtml({ type: 'doc', content: [{ type: 'embed', attrs }] })
    const url = `https://youtu.be/${film}`
    const link = (part: string, href: string, words: string) =>
      `<a${part} href="${href}" target="_blank" rel="noopener noreferrer nofollow">${words}</a>`
    expect(html({ url, title: '<b>' })).toBe(
      `<div data-type="embed">${link(' data-part="title"', url, '&lt;b&gt;')}<span data-part="provider">YouTube</span></div>`,
    )
    expect(html({ url: 'https://example.com/' })).toBe(
      `<p>${link('', 'https://example.com/', 'https://example.com/')}</p>`,
    )
    expect(html({ url: 'javascript:alert(1)', title: 'words' })).toBe('<p>words</p>')
    expect(noteJsonToText({ type: 'embed', attrs: { url, title: 'Week 3' } })).toBe('Week 3')
    expect(noteJsonToText({ type: 'embed', attrs: { url } })).toBe(url)
  })
})
