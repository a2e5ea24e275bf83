/** The state that the parts of the timeline share, updated in every frame. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { articleDuration, type ParagraphTree } from '@knowreel/shared/video/paragraph/paragraph-tree.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import { readSetting, writeSetting } from '../../platform/browser-storage.ts'
import { snapTargets } from '../timeline/snap-targets.ts'
import { fitView, isFit, clampView, snap, type View } from '../timeline/timeline-geometry.ts'
import type { BlockDrop } from '../timeline/block-drop.ts'
import { createSignal, type Signal } from './signal.ts'
import type { TrimRange, VideoEditorController } from './video-editor-controller.ts'

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
  /** The paragraph whose name is open for typing. */
  readonly renamedId: Signal<string | null>
  /** Changes when the colours of the page change. */
  readonly theme: Signal<number>
  readonly isSnapping: Signal<boolean>
  /** Until this time (performance.now) the play head stays where it was put and does not follow the player. */
  readonly holdUntil: Signal<number>
  /** Whether the view pages when the play head leaves it. */
  readonly isFollowing: Signal<boolean>
}

const snapKey = 'knowreel.timeline-snap'
/** The width until it is measured. */
const initialWidth = 1000

export function useTimelineScene(controller: VideoEditorController): TimelineScene {
  const [scene] = useState(() => createScene(controller))
  const { tree, trim, duration } = controller

  useLayoutEffect(() => {
    const before = scene.view.read()
    const wasWhole = isFit(before, articleDuration(scene.tree.read()))
    scene.tree.write(tree)
    scene.view.write(wasWhole ? fitView(duration, before.width) : clampView(before, duration))
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

function createScene({ tree, trim, duration }: VideoEditorController): TimelineScene {
  const shownTree = createSignal(tree)
  const isSnapping = createSignal(readSetting(snapKey) !== '0')
  isSnapping.subscribe(() => writeSetting(snapKey, isSnapping.read() ? '1' : '0'))
  return {
    view: createSignal(fitView(duration, initialWidth)),
    head: createSignal(0),
    trim: createSignal(trim),
    tree: shownTree,
    duration: () => articleDuration(shownTree.read()),
    guide: createSignal<Ms | null>(null),
    dragged: createSignal<DraggedBlock | null>(null),
    renamedId: createSignal<string | null>(null),
    theme: createSignal(0),
    isSnapping,
    holdUntil: createSignal(0),
    isFollowing: createSignal(true),
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

type SnapOptions = {
  /** The dragged times, which must not snap to themselves. */
  readonly excludedTimes?: readonly Ms[]
  readonly includePlayHead?: boolean
  readonly includeTrim?: boolean
  /** The modifier key that disables snapping is held. */
  readonly isDisabled: boolean
}

/** Returns the time that the pointer means, and shows the guide if it has snapped. */
export function snapTo(scene: TimelineScene, tree: ParagraphTree, time: Ms, options: SnapOptions): Ms {
  if (options.isDisabled || !scene.isSnapping.read()) {
    scene.guide.write(null)
    return time
  }
  const targets = [...snapTargets(tree)]
  const trim = scene.trim.read()
  if (options.includePlayHead) targets.push(scene.head.read())
  if (options.includeTrim && trim) targets.push(trim.from, trim.to)
  const allowed = options.excludedTimes ? targets.filter((target) => !options.excludedTimes?.includes(target)) : targets
  const snapped = snap(scene.view.read(), time, allowed)
  scene.guide.write(snapped.target)
  return snapped.time
}
