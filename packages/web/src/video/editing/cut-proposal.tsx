import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import * as texts from './texts.ts'
import type { CutProposal, VideoEditorController } from './video-editor-controller.ts'
import styles from './cut-proposal.module.css'

/** Reviewing starts this much before the range. */
const leadMs: Ms = 1500

type CutProposalRowProps = { proposal: CutProposal; controller: VideoEditorController }

/** Above the tools: what is proposed to be removed, and what would remain. */
export function CutProposalRow({ proposal, controller }: CutProposalRowProps) {
  const { title, detail, ranges, onApply } = proposal
  const [next, setNext] = useState(0)
  const review = () => {
    const range = ranges[next]
    if (range === undefined) return
    controller.seek(Math.max(0, range.from - leadMs))
    setNext((next + 1) % ranges.length)
  }
  return (
    <div className={styles.row} role="region" aria-label={title}>
      <IconWand aria-hidden />
      <span className={styles.text}>
        <strong>{title}</strong>
        <span>{detail}</span>
      </span>
      <Button variant="subtle" onClick={() => controller.setProposal(null)}>
        {texts.dismiss}
      </Button>
      <Button onClick={review}>{texts.reviewOf(next + 1, ranges.length)}</Button>
      <Button variant="fill" onClick={() => onApply() && controller.setProposal(null)}>
        {texts.removeAll}
      </Button>
    </div>
  )
}
