import type { Article } from '@knowreel/shared/article/article.wire.ts'

/** Decoration, so it has no name. Without a picture to show, its colour stays. */
export const ArticleCover = ({ cover }: { cover: Article['cover'] }) =>
  cover && (
    <div
      className="kr-cover"
      data-cover={cover.source}
      style={cover.url ? { background: `url("${cover.url}") 50% ${cover.position}% / cover` } : undefined}
    />
  )
