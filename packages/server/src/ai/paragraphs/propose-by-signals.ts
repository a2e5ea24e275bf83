/**
 * Paragraphs without a model: from pauses, navigations, clicks and changes of the picture. Each signal adds to the weight
 * of a moment; the heaviest moments that are far enough apart begin paragraphs. Pure.
 */
import type { ProposedStart } from '@knowreel/shared/ai/paragraph-proposal.ts'
import type { Ms } from '@knowreel/shared/video/play-map.ts'
import type { Recorded } from '../recording/read-recording.ts'
import { silencesOf } from '../recording/silences.ts'

type Signal = { readonly time: Ms; readonly weight: number }

const weights = { navigation: 3, click: 0.75, change: 0.75 } as const
/** A pause counts as much as this many of its milliseconds. */
const msPerPauseWeight = 1200
const maxPauseWeight = 2.5
const minPauseMs: Ms = 1000
/** Signals this close belong to one moment. */
const groupMs: Ms = 2500
/** A click or a small change alone begins nothing. */
const minWeight = 1
const minDistanceMs: Ms = 10_000
const averageLengthMs: Ms = 40_000
const maxProposals = 40

const maxTitleLength = 60

export function proposeBySignals(recorded: Recorded): ProposedStart[] {
  const { duration } = recorded
  if (duration < 2 * minDistanceMs) return []
  const moments = momentsOf(signalsOf(recorded))
  const wanted = Math.min(maxProposals, Math.max(2, Math.round(duration / averageLengthMs)))
  const starts: Ms[] = [0]
  for (const { time } of moments.toSorted((one, other) => other.weight - one.weight || one.time - other.time)) {
    if (starts.length >= wanted) break
    const isApart = starts.every((start) => Math.abs(start - time) >= minDistanceMs) && duration - time >= minDistanceMs
    if (isApart) starts.push(time)
  }
  // A recording without any signal has nothing to divide it.
  if (starts.length < 2) return []
  return starts
    .toSorted((one, other) => one - other)
    .map((start, at, all) => ({
      title: titleAt(recorded, start, all[at + 1] ?? duration) ?? `Paragraph #${at + 1}`,
      start,
      level: 1 as const,
    }))
}

function signalsOf(recorded: Recorded): Signal[] {
  const pauses = silencesOf(recorded).flatMap(({ start, end }) =>
    end - start < minPauseMs || start === 0 || end >= recorded.duration
      ? []
      : [{ time: end, weight: Math.min(maxPauseWeight, (end - start) / msPerPauseWeight) }],
  )
  const steps = recorded.steps.map(({ time, kind }) => ({ time, weight: weights[kind] }))
  const changes = recorded.changes.map((time) => ({ time, weight: weights.change }))
  return [...pauses, ...steps, ...changes].toSorted((one, other) => one.time - other.time)
}

/** Neighbouring signals as one moment: the time of the heaviest, with diminishing weight of each further one. */
function momentsOf(signals: readonly Signal[]): Signal[] {
  const groups: Signal[][] = []
  for (const signal of signals) {
    const group = groups.at(-1)
    const first = group?.[0]
    if (group && first && signal.time - first.time <= groupMs) group.push(signal)
    else groups.push([signal])
  }
  return groups
    .map((group) => {
      const ordered = group.toSorted((one, other) => other.weight - one.weight)
      const weight = ordered.reduce((sum, signal, at) => sum + signal.weight / (at + 1), 0)
      return { time: ordered[0]?.time ?? 0, weight }
    })
    .filter(({ weight }) => weight >= minWeight)
}

/** The page that is opened there, what is said first, what is clicked, or what is shown. */
function titleAt({ steps, spoken, shown }: Recorded, from: Ms, to: Ms): string | null {
  const inside = ({ time }: { time: Ms }) => time >= from - groupMs && time < to
  const page = steps.find(
    (step) => step.kind === 'navigation' && step.title !== '' && Math.abs(step.time - from) <= groupMs,
  )
  const said = spoken.find(({ start, end }) => end > from + 200 && start < to)
  const clicked = steps.find((step) => step.kind === 'click' && step.title !== '' && inside(step))
  const read = shown.find(({ start, text }) => start >= from - groupMs && start < to && /\p{L}{3}/u.test(text))
  const title = page?.title ?? said?.text ?? clicked?.title ?? read?.text
  return title === undefined ? null : shortTitle(title)
}

export function shortTitle(text: string): string {
  const line = text
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/[.,;:!?…]+$/u, '')
  if (line.length <= maxTitleLength) return line
  const cut = line.slice(0, maxTitleLength)
  const end = cut.lastIndexOf(' ')
  return `${(end > maxTitleLength / 2 ? cut.slice(0, end) : cut).trimEnd()}…`
}
