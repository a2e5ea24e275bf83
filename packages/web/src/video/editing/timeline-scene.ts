/** The state that the parts of the timeline share, updated in every frame. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { articleDuration, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { snapTargetsOf } from '../timeline/snap-targets.ts'
import { fitView, isFit, keepWithin, snap, type View } from '../timeline/timeline-geometry.ts'
import type { BlockDrop } from '../timeline/block-drop.ts'
import { createSignal, type Signal } from './signal.ts'
import type { TrimRange, VideoDesk } from './video-desk.ts'

export type DraggedBlock = { readonly id: string; readonly px: number; readonly drop: BlockDrop }

export type TimelineScene = {
  readonly view: Signal<View>
  readonly head: Signal<Ms>
  /** The trim range during a drag; it is committed when the drag ends. */
  readonly trim: Signal<TrimRange | null>
  /** The tree with the border at its dragged position. */
  readonly tree: Signal<ParagraphTree>
  readonly duration: () => Ms
  /** The time that something has snapped to. */
  readonly guide: Signal<Ms | null>
  readonly dragged: Signal<DraggedBlock | null>
  /** Changes when the colours of the page change. */
  readonly theme: Signal<number>
  readonly isSnapping: Signal<boolean>
  /** Until this time (performance.now) the play head stays where it was put and does not follow the player. */
  readonly hold: Signal<number>
  /** Whether the view pages when the play head leaves it. */
  readonly following: Signal<boolean>
}

const snapKey = 'knowreel.timeline-snap'
/** The width until it is measured. */
const firstWidth = 1000

export function useTimelineScene(desk: VideoDesk): TimelineScene {
  const [scene] = useState(() => createScene(desk))
  const { tree, trim, duration } = desk

  useLayoutEffect(() => {
    const before = scene.view.read()
    const wasWhole = isFit(before, articleDuration(scene.tree.read()))
    scene.tree.write(tree)
    scene.view.write(wasWhole ? fitView(duration, before.width) : keepWithin(before, duration))
    scene.head.write(Math.min(scene.head.read(), Math.max(0, duration - 1)))
  }, [scene, tree, duration])
  useLayoutEffect(() => scene.trim.write(trim), [scene, trim])

  useEffect(() => {
    const watcher = new MutationObserver(() => scene.theme.write(scene.theme.read() + 1))
    watcher.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => watcher.disconnect()
  }, [scene])
  return scene
}

function createScene({ tree, trim, duration }: VideoDesk): TimelineScene {
  const shownTree = createSignal(tree)
  const isSnapping = createSignal(readSetting(snapKey) !== '0')
  isSnapping.subscribe(() => writeSetting(snapKey, isSnapping.read() ? '1' : '0'))
  return {
    view: createSignal(fitView(duration, firstWidth)),
    head: createSignal(0),
    trim: createSignal(trim),
    tree: shownTree,
    duration: () => articleDuration(shownTree.read()),
    guide: createSignal<Ms | null>(null),
    dragged: createSignal<DraggedBlock | null>(null),
    theme: createSignal(0),
    isSnapping,
    hold: createSignal(0),
    following: createSignal(true),
  }
}

/** The value of the latest render, for callbacks that run later. */
export function useLatest<Value>(value: Value): { readonly current: Value } {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

type SnapWishes = {
  /** The dragged times, which must not snap to themselves. */
  readonly without?: readonly Ms[]
  readonly withHead?: boolean
  readonly withTrim?: boolean
  /** The modifier key that disables snapping is held. */
  readonly isLoose: boolean
}

/** Returns the time that the pointer means, and shows the guide if it has snapped. */
export function snapTo(scene: TimelineScene, tree: ParagraphTree, time: Ms, wishes: SnapWishes): Ms {
  if (wishes.isLoose || !scene.isSnapping.read()) {
    scene.guide.write(null)
    return time
  }
  const targets = [...snapTargetsOf(tree)]
  const trim = scene.trim.read()
  if (wishes.withHead) targets.push(scene.head.read())
  if (wishes.withTrim && trim) targets.push(trim.from, trim.to)
  const allowed = wishes.without ? targets.filter((target) => !wishes.without?.includes(target)) : targets
  const snapped = snap(scene.view.read(), time, allowed)
  scene.guide.write(snapped.target)
  return snapped.time
}
