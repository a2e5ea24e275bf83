import type { RecordingChoice } from '@knowreel/shared/import-export/import-export.rules.ts'
import { articleMap } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import { videoIdsOf } from '@knowreel/shared/video/play-map.ts'
import type { Member } from '../../access/index.ts'
import { mayDownloadRecordingByRank } from '../../article/index.ts'
import { listVideos, findRenditionFile } from '../../video/index.ts'
import type { WorkspaceAccess } from '../../workspace/index.ts'
import type { SavedRecording } from './article-pages.ts'
import type { FileNames, SaveContext } from './export-files.ts'

type RecordingsRequest = {
  readonly choice: RecordingChoice
  readonly member: Member
  readonly access: WorkspaceAccess
}

/**
 * The recordings that an article plays, as files of the archive, if they are requested and the person may download
 * them.
 */
export async function saveRecordings(
  { services: { db, files }, archive, report, article }: SaveContext,
  names: FileNames,
  { choice, member, access }: RecordingsRequest,
): Promise<SavedRecording[]> {
  const map = articleMap(article.paragraphs)
  if (choice === 'none' || map.length === 0) return []
  const { companyId, title } = article
  if (!mayDownloadRecordingByRank(member, { companyId, authorId: article.author?.id ?? null, rank: access.rank })) {
    report.add('recording_not_allowed', title)
    return []
  }
  const videos = await listVideos(db, companyId, videoIdsOf(map))
  const rendition = choice === 'rendition' ? (await findRenditionFile(db, { companyId, map, videos })).file : null
  if (choice === 'rendition' && rendition === null) report.add('rendition_missing', title)
  const wanted =
    rendition === null
      ? videos.map((video, index) => ({ key: video.main_key, name: video.name ?? `${title} ${index + 1}` }))
      : [{ key: rendition.key, name: title }]
  const saved: SavedRecording[] = []
  for (const { key, name } of wanted) {
    const facts = key === null ? null : await files.find(key)
    const content = key === null || facts === null ? null : await files.read(key)
    if (key === null || facts === null || content === null) {
      report.add('recording_missing', title, name)
      continue
    }
    const { path, isNew } = names.assign('recordings', key, `${name.replace(/\.[a-z0-9]{2,4}$/i, '')}.mp4`)
    if (isNew) {
      await archive.addFile(path, content, facts.size)
      report.files++
    } else content.destroy()
    saved.push({ name, path })
  }
  return saved
}
