/** One row in each table that says something about a company, and a file for each key of a file in them. */
import { newId, newKey } from '@knowreel/shared/identity/ids.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Subjects } from '../../test/access/subjects.ts'
import { buildFile } from '../file/file.builder.ts'
import type { Db } from '../platform/database/db.ts'
import { newFileKey, type FileStorage } from '../platform/files/index.ts'
import { buildVideo } from '../video/video.builder.ts'

type Input = {
  readonly subjects: Subjects
  readonly owner: { readonly id: string }
  readonly files: Pick<FileStorage, 'put'>
}

/** Returns the number of files. */
export async function addEverything(db: Db, { subjects, owner, files }: Input): Promise<number> {
  const { company, workspace, article, comment, meeting, transaction } = subjects
  let count = 0
  const store = async (folder: string, contentType: string): Promise<string> => {
    const key = newFileKey(folder, contentType)
    await files.put(key, Buffer.from('stored'))
    count += 1
    return key
  }
  const image = await buildFile(db, { company, owner }, { articles: [article] })
  await files.put(image.key, Buffer.from('picture'))
  count += 1
  const video = await buildVideo(db, company, {
    userId: owner.id,
    original_key: await store('originals', 'video/mp4'),
    main_key: await store('videos', 'video/mp4'),
  })
  const ids = { entry: newId(), mail: newId(), notification: newId() }
  const sources = [{ name: 'notes.md', key: await store('imports', 'text/markdown') }]

  const rows: readonly RawBuilder<unknown>[] = [
    sql`update companies set logo = ${await store('logos', 'image/png')} where id = ${company.id}`,
    sql`update videos set first_key = ${await store('videos', 'video/mp4')}, poster_key = ${await store('posters', 'image/jpeg')},
      storyboard_key = ${await store('storyboards', 'image/jpeg')}, peaks_key = ${await store('peaks', 'application/json')},
      audio_key = ${await store('audio', 'audio/mp4')} where id = ${video}`,
    sql`insert into video_steps (video_id, step) values (${video}, 'probe')`,
    sql`insert into video_parts (id, company_id, user_id, file_key)
      values (${newId()}, ${company.id}, ${owner.id}, ${await store('parts', 'video/mp4')})`,
    sql`insert into renditions (id, company_id, map_hash, map, file_key, poster_key, storyboard_key)
      values (${newId()}, ${company.id}, 'of everything', '[]', ${await store('renditions', 'video/mp4')},
        ${await store('posters', 'image/jpeg')}, ${await store('storyboards', 'image/jpeg')})`,
    sql`insert into file_thumbnails (file_id, width, key, stored_at)
      values (${image.id}, 320, ${await store('images', 'image/webp')}, now())`,
    sql`insert into file_texts (file_id, outcome) values (${image.id}, 'read')`,
    sql`insert into file_text_pieces (file_id, position, content) values (${image.id}, 0, 'Roof')`,
    sql`insert into transfer_jobs (id, company_id, user_id, kind, title, options, status, sources, result_key)
      values (${newId()}, ${company.id}, ${owner.id}, 'import', 'Notes', '{}', 'done', ${JSON.stringify(sources)}::jsonb,
        ${await store('exports', 'application/zip')})`,
    sql`insert into ai_answers (id, company_id, user_id, kind, articles) values (${newId()}, ${company.id}, ${owner.id}, 'answer', '{}')`,
    sql`insert into ai_settings (company_id) values (${company.id})`,
    sql`insert into ai_structured_recordings (video_id) values (${video})`,
    sql`insert into ai_usages (id, company_id, user_id, kind, model) values (${newId()}, ${company.id}, ${owner.id}, 'answer', 'm')`,
    sql`insert into article_follows (user_id, article_id) values (${owner.id}, ${article.id})`,
    sql`insert into article_reads (article_id, reads) values (${article.id}, 1)`,
    sql`insert into article_reviews (article_id, review_at, every_months) values (${article.id}, now(), 3)`,
    sql`insert into billing_adjustments (id, transaction_id, version, action, status, total)
      values (${`adj_${newKey()}`}, ${transaction.id}, '1', 'refund', 'approved', 100)`,
    sql`insert into billing_events (id, type, occurred_at, subject_id, company_id, data)
      values (${`evt_${newKey()}`}, 'transaction.paid', now(), ${transaction.id}, ${company.id}, '{}')`,
    sql`insert into billing_seat_changes (company_id) values (${company.id}) on conflict do nothing`,
    sql`insert into bot_configs (id, meeting_id, company_id, name, notes_auto_generation, custom_prompt, paragraphs_auto_generation)
      values (${newId()}, ${meeting.id}, ${company.id}, 'Knowreel', 'none', '', 'manually')`,
    sql`insert into calendar_feeds (user_id, company_id, url, host) values (${owner.id}, ${company.id}, 'x', 'calendar.example')`,
    sql`insert into calendar_events (id, user_id, company_id, origin, uid, sequence, title, platform, url, meeting_key, occurrences)
      values (${newId()}, ${owner.id}, ${company.id}, 'feed', 'u', 0, 'Sync', 'jitsi', 'https://meet.example/x', 'x', '[]')`,
    sql`insert into meeting_records (meeting_id) values (${meeting.id})`,
    sql`insert into company_meeting_settings (company_id) values (${company.id})`,
    sql`insert into comment_edits (id, comment_id, content, edited_at) values (${newId()}, ${comment.id}, 'Before', now())`,
    sql`insert into comment_reactions (comment_id, content, user_id) values (${comment.id}, '👍', ${owner.id})`,
    sql`insert into invitation_sends (company_id) values (${company.id})`,
    sql`insert into note_updates (article_id, tab_id, update) values (${article.id}, ${newKey()}, 'x')`,
    sql`insert into notification_mails (id, company_id, user_id, article_id, made_at)
      values (${ids.mail}, ${company.id}, ${owner.id}, ${article.id}, now())`,
    sql`insert into notifications (id, company_id, user_id, type, article_id, began_at, notified_at)
      values (${ids.notification}, ${company.id}, ${owner.id}, 'article_publish', ${article.id}, now(), now())`,
    sql`insert into notification_items (notification_id, event_id, notified_at, mail_id)
      values (${ids.notification}, ${newId()}, now(), ${ids.mail})`,
    sql`insert into notification_settings (user_id, company_id) values (${owner.id}, ${company.id})`,
    sql`insert into screen_texts (video_id) values (${video})`,
    sql`insert into screen_text_lines (video_id, position, starts_at, ends_at, content) values (${video}, 0, 0, 1, 'Line')`,
    sql`with entry as (
        insert into search_entries (kind, company_id, article_id, content, terms, hash, changed_at)
        values ('article', ${company.id}, ${article.id}, 'Roof', '', 'h', now()) returning id
      ) insert into search_vectors (entry_id, model) select id, 'm' from entry`,
    sql`insert into search_histories (id, user_id, company_id) values (${newId()}, ${owner.id}, ${company.id})`,
    sql`insert into search_tags (company_id, part, folded) values (${company.id}, 'roof', 'roof')`,
    sql`insert into search_tag_uses (company_id, part, workspace_id, content, since, articles)
      values (${company.id}, 'roof', ${workspace.id}, 'Roof', now(), 1)`,
    sql`insert into search_vector_states (company_id, model, version) values (${company.id}, 'm', 1)`,
    sql`insert into search_versions (company_id, version) values (${company.id}, 1) on conflict do nothing`,
    sql`insert into slack_connections (workspace_id, team_id, team_name, channel_id, channel, secrets, connected_at)
      values (${workspace.id}, 'T1', 'Halden', 'C1', '#general', 'x', now())`,
    sql`insert into slack_posts (publication_id, workspace_id) values (${newId()}, ${workspace.id})`,
    sql`insert into templates (id, company_id, owner_id, author_id, title, content)
      values (${newId()}, ${company.id}, ${owner.id}, ${owner.id}, 'Check', '<p>Check</p>')`,
    sql`insert into transcripts (video_id) values (${video})`,
    sql`insert into transcript_edits (id, video_id, from_ms, to_ms, words) values (${newId()}, ${video}, 0, 1, '[]')`,
    sql`insert into transcript_speakers (video_id, key, name) values (${video}, 's', 'Noor')`,
    sql`insert into transcript_translations (video_id, language, words, revision) values (${video}, 'de', '[]', 1)`,
    sql`insert into workspace_favorites (workspace_id, user_id) values (${workspace.id}, ${owner.id})`,
    sql`insert into workspace_follows (user_id, workspace_id, state) values (${owner.id}, ${workspace.id}, 'followed')`,
    sql`insert into workspace_invited_roles (workspace_id, email, role) values (${workspace.id}, 'invited@example.com', 'viewer')`,
    sql`insert into workspace_roles (workspace_id, user_id, role)
      values (${workspace.id}, ${subjects.colleague.id}, 'viewer')`,
    sql`insert into workspace_trees (workspace_id, revision, articles) values (${workspace.id}, 1, 1) on conflict do nothing`,
    sql`insert into sessions (id, token_hash, user_id, company_id, expires_at)
      values (${newId()}, ${Buffer.from(newId())}, ${owner.id}, ${company.id}, now() + interval '1 day')`,
  ]
  for (const row of rows) await row.execute(db)
  return count
}
