/**
 * Converts between time and position on the timeline. Times in ms of the article, positions in CSS px from the left
 * edge of the view. Pure.
 */
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { formatDuration } from '../../ui/time-format.ts'

/** The visible part: its start time, scale and width. */
export type View = { readonly from: Ms; readonly pxPerSecond: number; readonly width: number }

/** The closest zoom, in px per second; zooming in further would not separate more frames. */
const maxPxPerSecond = 400

export const toPx = (view: View, time: Ms): number => ((time - view.from) / 1000) * view.pxPerSecond
export const toTime = (view: View, px: number): Ms => view.from + (px / view.pxPerSecond) * 1000
export const visibleDuration = (view: View): Ms => (view.width / view.pxPerSecond) * 1000

/** The view that shows the whole article. */
export const fitView = (duration: Ms, width: number): View => ({
  from: 0,
  pxPerSecond: width / Math.max(0.001, duration / 1000),
  width,
})

/** Whether the whole article is visible. */
export const isFit = (view: View, duration: Ms): boolean =>
  view.pxPerSecond <= fitView(duration, view.width).pxPerSecond * 1.0001

/** Clamps the view: never wider than the article, never beyond its ends. */
export function clampView(view: View, duration: Ms): View {
  const farthest = fitView(duration, view.width).pxPerSecond
  const pxPerSecond = Math.min(Math.max(maxPxPerSecond, farthest), Math.max(farthest, view.pxPerSecond))
  const latest = Math.max(0, duration - (view.width / pxPerSecond) * 1000)
  return { width: view.width, pxPerSecond, from: Math.min(latest, Math.max(0, view.from)) }
}

/** Zooms in or out and keeps the point at `px` in place. */
export function zoom(view: View, duration: Ms, factor: number, px: number): View {
  const time = toTime(view, px)
  const { pxPerSecond } = clampView({ ...view, pxPerSecond: view.pxPerSecond * factor }, duration)
  return clampView({ ...view, pxPerSecond, from: time - (px / pxPerSecond) * 1000 }, duration)
}

/** The zoom from 0 (everything visible) to 1 (closest), on a scale where equal steps look equal. */
export function zoomShare(view: View, duration: Ms): number {
  const farthest = fitView(duration, view.width).pxPerSecond
  if (farthest >= maxPxPerSecond) return 0
  return Math.min(1, Math.max(0, Math.log(view.pxPerSecond / farthest) / Math.log(maxPxPerSecond / farthest)))
}

/** The view at that zoom, with the point at `px` in place. */
export function zoomToShare(view: View, duration: Ms, share: number, px: number): View {
  const farthest = fitView(duration, view.width).pxPerSecond
  const wanted = farthest * (Math.max(maxPxPerSecond, farthest) / farthest) ** Math.min(1, Math.max(0, share))
  return zoom(view, duration, wanted / view.pxPerSecond, px)
}

/** Scrolls only as far as needed to show a time. */
export function scrollToTime(view: View, duration: Ms, time: Ms, marginPx = 24): View {
  const px = toPx(view, time)
  if (px < marginPx) return scrollBy(view, duration, px - marginPx)
  if (px > view.width - marginPx) return scrollBy(view, duration, px - view.width + marginPx)
  return view
}

export const scrollBy = (view: View, duration: Ms, px: number): View =>
  clampView({ ...view, from: view.from + (px / view.pxPerSecond) * 1000 }, duration)

/** Scrolls by pages, so that the play head stays visible without constant movement. */
export function follow(view: View, duration: Ms, time: Ms): View {
  const shown = visibleDuration(view)
  if (time >= view.from && time <= view.from + shown) return view
  return clampView({ ...view, from: time - shown * 0.1 }, duration)
}

const minute = 60
const tickSteps = [0.1, 0.5, 1, 5, 10, 15, 30, minute, 2 * minute, 5 * minute, 10 * minute, 30 * minute, 60 * minute]
const minLabelPx = 60

export type Tick = { readonly time: Ms; readonly px: number }

/** The visible ruler ticks, as dense as their labels allow. */
export function visibleTicks(view: View, duration: Ms): { readonly step: Ms; readonly ticks: Tick[] } {
  const seconds = tickSteps.find((step) => step * view.pxPerSecond >= minLabelPx) ?? 120 * minute
  const step = seconds * 1000
  const ticks: Tick[] = []
  const end = Math.min(duration, view.from + visibleDuration(view))
  for (let index = Math.ceil(view.from / step); index * step <= end; index++) {
    const time = Math.round(index * step)
    ticks.push({ time, px: toPx(view, time) })
  }
  return { step, ticks }
}

/** Number of parts between two labels. */
export function minorParts(step: Ms): number {
  const seconds = step / 1000
  if (seconds < 1) return step === 100 ? 2 : 5
  if (seconds === 15) return 3
  if (seconds === 2 * minute || seconds === 120 * minute) return 4
  return [30, minute, 30 * minute, 60 * minute].includes(seconds) ? 6 : 5
}

/** '0:07', '12:34', '1:02:03'; with tenths if the ruler is that close. */
export function timeLabel(time: Ms, step: Ms = 1000): string {
  const tenth = Math.round(Math.max(0, time) / 100) % 10
  return step < 1000 ? `${formatDuration(time)}.${tenth}` : formatDuration(time)
}

/**
 * The nearest target within reach, otherwise the time itself. Reach is in px, because pointing accuracy does not depend
 * on the zoom.
 */
export function snap(
  view: View,
  time: Ms,
  targets: readonly Ms[],
  reachPx = 8,
): { readonly time: Ms; readonly target: Ms | null } {
  const reach = (reachPx / view.pxPerSecond) * 1000
  let nearest: Ms | null = null
  for (const target of targets) {
    const distance = Math.abs(target - time)
    if (distance <= reach && (nearest === null || distance < Math.abs(nearest - time))) nearest = target
  }
  return { time: nearest ?? time, target: nearest }
}
