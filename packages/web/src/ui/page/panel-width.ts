import { readSetting, writeSetting } from '../../platform/browser-storage.ts'

export const panelLimits = { minimum: 345, maximum: 600 } as const
const storageKey = 'knowreel.panel-width'

export const clampPanelWidth = (width: number): number =>
  Math.round(Math.min(panelLimits.maximum, Math.max(panelLimits.minimum, width)))

/** In px; the minimum width if no valid one is stored. */
export function readPanelWidth(): number {
  const width = Number(readSetting(storageKey))
  return Number.isFinite(width) ? clampPanelWidth(width) : panelLimits.minimum
}

export const rememberPanelWidth = (width: number): void => writeSetting(storageKey, String(clampPanelWidth(width)))
