import { Kbd } from '../ui/chip.tsx'
import { commandKey } from '../ui/command-key.ts'
import * as texts from './texts.ts'
import styles from './search-box.module.css'

const hints = {
  move: { keys: ['↑', '↓'], label: texts.move },
  open: { keys: ['↵'], label: texts.open },
  run: { keys: ['↵'], label: texts.run },
  newTab: { keys: [commandKey, '↵'], label: texts.newTab },
  nextCategory: { keys: ['Tab'], label: texts.nextCategory },
  shortcuts: { keys: ['?'], label: texts.keyboardShortcuts },
  close: { keys: [texts.escape], label: texts.close },
} as const

/** The keys that work in the dialog, at its bottom. */
export function KeyHints({ of }: { of: readonly (keyof typeof hints)[] }) {
  return (
    <div className={styles.foot}>
      {of.map((name) => (
        <span key={name} data-end={name === 'close' || name === 'shortcuts' || undefined}>
          {hints[name].keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {hints[name].label}
        </span>
      ))}
    </div>
  )
}
