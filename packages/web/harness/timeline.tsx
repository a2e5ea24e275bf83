/**
 * The video editor with a generated recording, without server and network, for measuring and visual checks. URL
 * parameters: `paragraphs`, `minutes`, `pieces`, `markers`, `scheme`.
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
import { useEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createHistory, applyChange, redo, undo } from '@knowreel/shared/video/change-history.ts'
import { articleDuration, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { TimelineEditor } from '../src/video/editing/article-video-editor.tsx'
import type { TrimRange, VideoEditorController } from '../src/video/editing/video-editor-controller.ts'
import { createMarkerTracker } from '../src/video/reactions/marker-tracker.ts'
import type { MarkersController } from '../src/video/reactions/use-timeline-markers.ts'
import { DialogHost } from '../src/ui/dialog/dialog-host.tsx'
import { cssVariablesResolver, theme } from '../src/ui/style/theme.ts'
import { showError } from '../src/ui/toast/toast.ts'
import { ToastHost } from '../src/ui/toast/toast-host.tsx'
import { createFakePlayer } from './fake-player.ts'
import { createMarkers, createTree, createVideos } from './fake-recording.ts'

const searchParams = new URLSearchParams(location.search)
const numberParam = (name: string, otherwise: number): number => Number(searchParams.get(name) ?? otherwise)
const scheme = searchParams.get('scheme') === 'dark' ? 'dark' : 'light'
document.documentElement.dataset.mantineColorScheme = scheme

const minutes = numberParam('minutes', 9)
const tree = createTree({ paragraphs: numberParam('paragraphs', 10), minutes, pieces: numberParam('pieces', 12) })
const recording = {
  tree,
  markers: createMarkers(tree, numberParam('markers', 8)),
  videos: await createVideos(minutes),
}

function TimelineHarness() {
  const [history, setHistory] = useState(() => createHistory<ParagraphTree>(recording.tree))
  const [selectedId, select] = useState<string | null>(null)
  const [trim, setTrim] = useState<TrimRange | null>(null)
  const [proposal, setProposal] = useState<VideoEditorController['proposal']>(null)
  const [player] = useState(() => createFakePlayer(minutes * 60_000))
  const [state, setState] = useState(player.state())
  const [volume, changeVolume] = useState({ level: 50, remembered: 50 })
  const [speed, changeSpeed] = useState<VideoEditorController['playback']['speed']>(1)
  useEffect(() => player.subscribe(() => setState(player.state())), [player])
  const tree = history.present
  const [carrier] = useState(createMarkerTracker)
  const marks = useMemo(
    (): MarkersController => ({
      markers: carrier.locateMarkers(tree, recording.markers),
      react: () => undefined,
      removeReaction: () => undefined,
      activeId: null,
      onOpenComment: () => undefined,
      comment: () => undefined,
    }),
    [carrier, tree],
  )

  const desk: VideoEditorController = {
    tree,
    duration: articleDuration(tree),
    videos: recording.videos,
    addVideo: () => undefined,
    playback: { player, state, volume, changeVolume, speed, changeSpeed },
    selectedId,
    select,
    seek: (time) => void player.seek(time),
    change(rule) {
      try {
        const next = rule(tree)
        setHistory((before) => applyChange(before, next))
        return true
      } catch (error) {
        showError(error instanceof Error ? error.message : 'Unknown')
        return false
      }
    },
    undo: history.past.length > 0 ? () => setHistory(undo) : null,
    redo: history.future.length > 0 ? () => setHistory(redo) : null,
    trim,
    proposal,
    setProposal,
    proposedBlocks: [],
    setProposedBlocks: () => undefined,
    setTrim,
  }
  return (
    <main style={{ display: 'flex', flexDirection: 'column', height: '100vh' }}>
      <TimelineEditor controller={desk} marks={marks} onInsertRecording={() => undefined} />
    </main>
  )
}

const container = document.getElementById('root')
if (container)
  createRoot(container).render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} forceColorScheme={scheme}>
      <TimelineHarness />
      <DialogHost />
      <ToastHost />
    </MantineProvider>,
  )
