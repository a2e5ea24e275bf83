import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'
import * as texts from './texts.ts'

const pollMs = 2000

type Status = Awaited<ReturnType<typeof api.videoUpload.status>>

const isProcessing = ({ status, steps }: Status): boolean =>
  status === 'processing' || (status === 'finished' && steps.some((step) => isUnfinished(step.status)))
const isUnfinished = (status: Status['steps'][number]['status']): boolean =>
  status === 'waiting' || status === 'running'

/** The processing of a recording; polled only while work is left. */
export const uploadStatusQuery = (videoId: string) =>
  queryOptions({
    queryKey: ['video-upload', videoId],
    queryFn: ({ signal }) => api.videoUpload.status({ params: { id: videoId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && !isProcessing(data) ? false : pollMs),
    meta: { isErrorShown: true },
  })

export const stepNames = {
  probe: texts.checkingTheFile,
  remux: texts.preparingPlayback,
  poster: texts.poster,
  storyboard: texts.previews,
  peaks: texts.waveform,
  audio: texts.audioForTranscripts,
} as const satisfies Record<Status['steps'][number]['step'], string>
