import { useState, type ReactNode } from 'react'
import { IconVideo } from '@tabler/icons-react'
import styles from './article-poster.module.css'

type ArticlePosterProps = {
  url: string | null
  /** Corner radius and width come from the container. */
  className?: string | undefined
  children?: ReactNode
}

/** The picture of a recording in 16:9; before there is one, an icon on the stage. */
export function ArticlePoster({ url, className = '', children }: ArticlePosterProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const isShown = url !== null && url !== brokenUrl
  return (
    <span className={`${styles.poster} ${className}`}>
      {isShown ? <img src={url} alt="" onError={() => setBrokenUrl(url)} /> : <IconVideo aria-hidden />}
      {children}
    </span>
  )
}
