/**
 * The watching page for given recordings, without a Knowreel server. URL parameters: `recordings` (ids at `/address/`,
 * which responds with the URL of the file), `paragraph` (the requested one), `cues`.
 */
import '../src/ui/style/fonts.css'
import '../src/ui/style/tokens.css'
import '../src/ui/style/mantine-base.css'
import '../src/ui/style/base.css'
import '../src/ui/style/icon.css'
import '../src/ui/style/controls.css'
import '../src/ui/style/parts.css'
import '../src/ui/style/mantine-parts.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { paragraphsToWire } from '@knowreel/shared/video/paragraph/paragraph.wire.ts'
import type { ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Video } from '@knowreel/shared/video/video.wire.ts'
import { ArticleVideo, type StageAside } from '../src/video/article-video.tsx'
import { buildQueryClient } from '../src/platform/query-client.ts'
import { DialogHost } from '../src/ui/dialog/dialog-host.tsx'
import { cssVariablesResolver, theme } from '../src/ui/style/theme.ts'

const searchParams = new URLSearchParams(location.search)
const videoIds = searchParams.get('recordings')?.split(',') ?? []
/** Length of each recording, in ms. */
const duration = 11_000

const tree: ParagraphTree = videoIds.map((videoId) => ({
  id: `paragraph-${videoId}`,
  title: `Recording ${videoId}`,
  tags: [],
  isExpanded: true,
  map: [{ videoId, in: 0, dur: duration }],
  items: [],
}))

const fetchVideo = async (id: string): Promise<Video> => ({
  id,
  url: await fetch(`/address/${id}`).then((answer) => answer.text()),
  mime: 'video/mp4',
  needsCodecs: false,
  width: 640,
  height: 360,
  duration,
  statedDuration: null,
  posterUrl: null,
  spriteUrl: null,
  sprite: null,
  peaksUrl: null,
  status: 'finished',
  size: 1,
})

const fetchVideos = async () => ({
  videos: await Promise.all(videoIds.map(fetchVideo)),
  rendition: null,
  renditionFailure: null,
})

const cues = [
  { start: 2000, end: 4000, text: 'Open the door.' },
  { start: 4000, end: 8000, text: 'Read the dial.' },
]
function Aside({ stage }: { stage: StageAside }) {
  const { onCaptions } = stage
  useEffect(() => onCaptions({ captions: searchParams.has('cues') ? cues : [], tracks: null }), [onCaptions])
  return stage.paragraphs
}

const container = document.getElementById('root')
const media = await fetchVideos()
if (container)
  createRoot(container).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme="light">
      <QueryClientProvider client={buildQueryClient()}>
        <main style={{ padding: 16 }}>
          <ArticleVideo
            article={{ id: 'article', paragraphs: paragraphsToWire(tree, (id) => id), ...media }}
            requested={{ paragraphId: searchParams.get('paragraph'), key: '' }}
            renewVideos={fetchVideos}
            onParagraph={() => undefined}
            resumeId="article"
            renderAside={(stage) => <Aside stage={stage} />}
          />
        </main>
        <DialogHost />
      </QueryClientProvider>
    </MantineProvider>,
  )
