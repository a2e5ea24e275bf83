import { queryOptions } from '@tanstack/react-query'
import { api } from '../../platform/api/api.ts'

const pollMs = 2000

type Status = Awaited<ReturnType<typeof api.videoUpload.status>>

const isUnderWay = ({ status, steps }: Status): boolean =>
  status === 'processing' || (status === 'finished' && steps.some((step) => isOpen(step.status)))
const isOpen = (status: Status['steps'][number]['status']): boolean => status === 'waiting' || status === 'running'

/** What becomes of a recording; asked for again and again only while something is left to do. */
export const uploadStatusQuery = (videoId: string) =>
  queryOptions({
    queryKey: ['video-upload', videoId],
    queryFn: ({ signal }) => api.videoUpload.status({ params: { id: videoId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && !isUnderWay(data) ? false : pollMs),
    meta: { isErrorShown: true },
  })

export const stepNames = {
  probe: 'Looking into the file',
  remux: 'Making it playable',
  poster: 'Still picture',
  storyboard: 'Preview pictures',
  peaks: 'Waveform',
  audio: 'Sound for transcripts',
} as const satisfies Record<Status['steps'][number]['step'], string>
