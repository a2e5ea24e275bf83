/**
 * The parts that the statements of a search share. Each statement decides inside itself what the person may see, by the
 * same expressions as lists and rules: a hit that may not be seen is not counted, ranked or read. The index only proposes
 * candidates; whether an article is published, archived, moved or shared is read from its row now.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Member } from '../../access/index.ts'
import { isArticleInReach } from './reach.ts'

/** Newest candidates that are ranked, of each category; ranking reads the whole text. */
export const maxRanked = 300
/** With a word that is in many texts, fewer are ranked. */
export const maxFrequentRanked = 60

/** Weights for `ts_rank`, in PostgreSQL's order D, C, B, A: stems, unused, title words, text words. */
export const rankWeights = sql.raw(`'{0.25,0,0.6,1}'::float4[]`)

export type Page = { readonly limit: number; readonly offset: number }

/**
 * Sorting by an expression stops the planner from scanning the time index, which it prefers because it treats text
 * matching as free.
 */
export const newestOfFew = sql`e.changed_at + interval '0 s' desc, e.id`

/** The candidates that the person may see now, each looked up by its id. */
export const visible = (member: Member): RawBuilder<unknown> => sql`visible as materialized (
  select e.*, coalesce(found.popularity, 0) as popularity from candidates e
  cross join reach
  left join lateral (
    select ${isArticleInReach(member)} as is_visible, ${popularity} as popularity from articles a where a.id = e.article_id
  ) found on true
  where e.kind = 'workspace' or found.is_visible
)`

/** Popularity of the article `a`, in steps: of two similarly popular articles, the newer wins. */
export const popularity = sql`coalesce((select floor(log(2, 1 + r.reads)) from article_reads r where r.article_id = a.id), 0)`

/** `page`: the ids of these positions of `numbered`. */
export const pageOfNumbered = ({ limit, offset }: Page): RawBuilder<unknown> => sql`page as (
  select id, of_tag, position from numbered where position > ${offset} and position <= ${offset + limit}
)`
