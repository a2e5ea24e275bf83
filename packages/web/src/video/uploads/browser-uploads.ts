import {
  browserConnection,
  browserJournal,
  browserTransport,
  acquireLock,
  type UploadCalls,
} from '@knowreel/recorder/upload/index.ts'
import { opfsSpool } from '@knowreel/recorder/capture/opfs-spool.ts'
import { api } from '../../platform/api/api.ts'
import { handleError } from '../../platform/api/handle-error.ts'
import { browserPersistedFiles } from './persisted-files.ts'
import { createUploadManager, type UploadManager } from './upload-manager.ts'

const calls: UploadCalls = {
  url: (query, signal) => api.videoUpload.url({ query }, { signal }),
  accept: (body, signal) => api.videoUpload.accept({ body }, { signal }),
  status: (id, signal) => api.videoUpload.status({ params: { id } }, { signal }),
}

export const browserUploads = (owner: string): UploadManager =>
  createUploadManager({
    owner,
    calls,
    transport: browserTransport,
    journal: browserJournal(),
    connection: browserConnection,
    files: browserPersistedFiles,
    spool: opfsSpool(),
    acquireLock,
    // The draft may no longer exist; then there is nothing to update.
    onCancelled: (articleId) =>
      api.article
        .saveDraft({ params: { id: articleId }, body: { isNotUploadedVideo: false } })
        .then(() => undefined)
        .catch(handleError),
  })
