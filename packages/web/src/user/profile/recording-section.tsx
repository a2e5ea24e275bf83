import type { ReactNode } from 'react'
import { SegmentedControl } from '@mantine/core'
import type { Me } from '@knowreel/shared/user/user.calls.ts'
import { useChangeProfile } from './profile.queries.ts'
import * as texts from './texts.ts'
import styles from './profile-form.module.css'

const options = [
  { value: 'manually', label: texts.manually },
  { value: 'automatically', label: texts.automatically },
] as const satisfies { value: Me['paragraphsAutoGeneration']; label: string }[]

/** The choice is saved immediately. `children` are settings of other features. */
export function RecordingSection({ me, children }: { me: Me; children: ReactNode }) {
  const { mutate, isPending, variables } = useChangeProfile()
  const chosen = (isPending && variables.paragraphsAutoGeneration) || me.paragraphsAutoGeneration
  return (
    <section className={styles.section} aria-labelledby="profile-recordings">
      <h2 id="profile-recordings" className={styles.heading}>
        {texts.recordings}
      </h2>
      <div className={styles.choice}>
        <div>
          <p id="profile-paragraphs">{texts.generateParagraphs}</p>
          <p id="profile-paragraphs-help" className="kr-second kr-muted">
            {texts.paragraphsAreGeneratedWhen}
          </p>
        </div>
        <SegmentedControl
          aria-labelledby="profile-paragraphs"
          aria-describedby="profile-paragraphs-help"
          data={[...options]}
          value={chosen}
          onChange={(next) => mutate({ paragraphsAutoGeneration: next === 'automatically' ? next : 'manually' })}
        />
      </div>
      {children}
    </section>
  )
}
