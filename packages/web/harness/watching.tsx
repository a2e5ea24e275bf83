/**
 * The watching page over films that are given, without a server of the product. In the address: `films` (ids at `/address/`,
 * which answers with where the film is), `paragraph` (the one that is asked for), `cues`.
 */
import '../src/ui/tokens.css'
import '../src/ui/mantine-base.css'
import '../src/ui/base.css'
import '../src/ui/icon.css'
import '../src/ui/controls.css'
import '../src/ui/parts.css'
import '../src/ui/mantine-parts.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph.wire.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph-tree.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { ArticleVideo } from '../src/video/article-video.tsx'
import { parseCues } from '../src/video/captions.rules.ts'
import { buildQueryClient } from '../src/platform/query-client.ts'
import { DialogHost } from '../src/ui/dialog-host.tsx'
import { cssVariablesResolver, theme } from '../src/ui/theme.ts'

const asked = new URLSearchParams(location.search)
const films = asked.get('films')?.split(',') ?? []
/** Of each film, ms. */
const duration = 11_000

const tree: ParagraphTree = films.map((videoId) => ({
  id: `paragraph-${videoId}`,
  title: `Film ${videoId}`,
  tags: [],
  isExpanded: true,
  map: [{ videoId, in: 0, dur: duration }],
  items: [],
}))

const videoOf = async (id: string): Promise<Video> => ({
  id,
  url: await fetch(`/address/${id}`).then((answer) => answer.text()),
  mime: 'video/mp4',
  width: 640,
  height: 360,
  duration,
  posterUrl: null,
  spriteUrl: null,
  sprite: null,
  peaksUrl: null,
  status: 'finished',
  size: 1,
})

const readVideos = async () => ({ videos: await Promise.all(films.map(videoOf)), rendition: null })

const cues = parseCues(`WEBVTT

00:02.000 --> 00:04.000
<v Ines>Open the door.

00:04.000 --> 00:08.000
Read the dial.
`)
const cuesOf = () => (asked.has('cues') ? cues : [])

const place = document.getElementById('root')
const { videos, rendition } = await readVideos()
if (place)
  createRoot(place).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme="light">
      <QueryClientProvider client={buildQueryClient()}>
        <main style={{ padding: 16 }}>
          <ArticleVideo
            article={{ paragraphs: paragraphsToWire(tree, (id) => id), videos, rendition }}
            asked={{ paragraphId: asked.get('paragraph'), key: '' }}
            renewVideos={readVideos}
            onParagraph={() => undefined}
            resumeId="article"
            cuesOf={cuesOf}
          />
        </main>
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
