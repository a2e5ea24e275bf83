import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { TranslationLanguage } from '@knowreel/shared/ai/ai-choices.ts'
import type { Transcript, TranscriptRecording } from '@knowreel/shared/transcription/transcription.wire.ts'
import { api } from '../platform/api/api.ts'

const transcriptsKey = (articleId: string) => ['transcript', articleId] as const
/** A null language is the one that was spoken. */
const transcriptKey = (articleId: string, language: TranslationLanguage | null = null) =>
  [...transcriptsKey(articleId), language] as const

/** Polled while recordings are being transcribed. */
const pollMs = 4000

export const isUnfinished = ({ status }: Pick<TranscriptRecording, 'status'>): boolean =>
  status === 'waiting' || status === 'running'

/** Readers see no message: without a transcript they have the paragraphs. */
async function loadTranscript(articleId: string, language: TranslationLanguage | null): Promise<Transcript> {
  try {
    const query = language === null ? {} : { language }
    return await api.transcription.words({ params: { id: articleId }, query })
  } catch (error) {
    // oxlint-disable-next-line no-console
    console.info('Failed to load transcription for the article', error)
    throw error
  }
}

/** The transcript of an article or draft, as it was said or translated. */
export const transcriptQuery = (articleId: string, language: TranslationLanguage | null = null) =>
  queryOptions({
    queryKey: transcriptKey(articleId, language),
    queryFn: () => loadTranscript(articleId, language),
    staleTime: 60_000,
    meta: { isErrorShown: true },
    refetchInterval: ({ state }) => (state.data?.recordings.some(isUnfinished) ? pollMs : false),
  })

export const refetchTranscript = (queryClient: QueryClient, articleId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: transcriptsKey(articleId) })

export function useEditWords(articleId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: Parameters<typeof api.transcription.editWords>[0]['body']) =>
      api.transcription.editWords({ params: { id: articleId }, body }),
    onSuccess: ({ recording }) =>
      queryClient.setQueryData(
        transcriptKey(articleId),
        (known: Transcript | undefined) =>
          known && { ...known, recordings: known.recordings.map((one) => (one.id === recording.id ? recording : one)) },
      ),
  })
}

export function useRenameSpeaker(articleId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { from: string; to: string }) =>
      api.transcription.renameSpeaker({ params: { id: articleId }, body }),
    onSuccess: (transcript) => queryClient.setQueryData(transcriptKey(articleId), transcript),
  })
}

export function useUploadCaptions(articleId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (captions: string) =>
      api.transcription.uploadCaptions({ params: { id: articleId }, body: { captions } }),
    onSuccess: (transcript) => queryClient.setQueryData(transcriptKey(articleId), transcript),
  })
}
