import { readSetting, writeSetting } from '../../platform/browser-storage.ts'

/** 170 wide with labels, or 60 with icons only. */
export type NavMode = 'wide' | 'small'

const storageKey = 'knowreel.nav'

export const readNavMode = (): NavMode => (readSetting(storageKey) === 'small' ? 'small' : 'wide')
export const rememberNavMode = (mode: NavMode): void => writeSetting(storageKey, mode)
