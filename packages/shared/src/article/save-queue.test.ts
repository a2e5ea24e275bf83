import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSaveQueue, saveCount, reduceSaveQueue, type SaveEvent, type SaveQueue } from './save-queue.ts'

const request: SaveEvent = { type: 'request' }
const saved: SaveEvent = { type: 'saved' }
const failed: SaveEvent = { type: 'failed' }
const manualAsked: SaveEvent = { type: 'manualAsked' }

function run(...events: SaveEvent[]): { queue: SaveQueue; effects: string[] } {
  let queue = createSaveQueue()
  const effects: string[] = []
  for (const event of events) {
    const step = reduceSaveQueue(queue, event)
    queue = step.queue
    if (step.effect) effects.push(step.effect)
  }
  return { queue, effects }
}

describe('autosave', () => {
  test('saves immediately when nothing is in flight', () => {
    expect(run(request).effects).toEqual(['save'])
  })

  test('counts requests while a save is in flight, and runs one more afterwards', () => {
    const { queue, effects } = run(request, request, request, request)
    expect(effects).toEqual(['save'])
    expect(queue.pendingRequests).toBe(3)
    expect(saveCount(queue)).toBe(2)
    expect(run(request, request, request, saved).effects).toEqual(['save', 'save'])
    expect(run(request, request, request, saved, saved)).toEqual({
      queue: createSaveQueue(),
      effects: ['save', 'save'],
    })
  })

  test('reports unsaved changes after a failure and does not retry forever', () => {
    const { queue, effects } = run(request, failed)
    expect(effects).toEqual(['save'])
    expect(queue).toMatchObject({ phase: 'idle', isUnsaved: true })
    expect(run(request, failed, request, saved).queue.isUnsaved).toBe(false)
  })

  test('is off during a manual save or publish and on afterwards', () => {
    expect(run(manualAsked, request, request).effects).toEqual(['manual'])
    expect(run(manualAsked, request, { type: 'manualEnded', isSaved: true }).effects).toEqual(['manual', 'save'])
  })

  test('a manual save waits for the one in flight and includes everything requested before', () => {
    expect(run(request, request, manualAsked).effects).toEqual(['save'])
    expect(run(request, request, manualAsked, saved).effects).toEqual(['save', 'manual'])
    const ended = run(request, request, manualAsked, saved, { type: 'manualEnded', isSaved: true })
    expect(ended).toEqual({ queue: createSaveQueue(), effects: ['save', 'manual'] })
  })

  test('a refused publish leaves the change to an ordinary save', () => {
    const refused: SaveEvent = { type: 'manualEnded', isSaved: false }
    expect(run(request, request, manualAsked, saved, refused).effects).toEqual(['save', 'manual', 'save'])
    expect(run(manualAsked, refused).effects).toEqual(['manual'])
  })

  test('a second click on the button does nothing', () => {
    expect(run(manualAsked, manualAsked).effects).toEqual(['manual'])
    expect(run(request, manualAsked, manualAsked, saved).effects).toEqual(['save', 'manual'])
  })

  test('saves the requests counted while it was off', () => {
    const off: SaveEvent = { type: 'switched', isOn: false }
    expect(run(off, request, request).effects).toEqual([])
    expect(run(off, request, request, { type: 'switched', isOn: true }).effects).toEqual(['save'])
  })
})

test('at any time at most one save is in flight, and a later success covers every request', () => {
  const events = fc.array(
    fc.constantFrom<SaveEvent['type'][]>('request', 'saved', 'failed', 'manualAsked', 'manualEnded'),
    { maxLength: 60 },
  )
  fc.assert(
    fc.property(events, (types) => {
      let queue = createSaveQueue()
      let inFlight: 'save' | 'manual' | null = null
      let unsaved = 0
      let carried = 0
      const feed = (event: SaveEvent) => {
        const step = reduceSaveQueue(queue, event)
        queue = step.queue
        if (step.effect === null) return
        expect(inFlight).toBeNull()
        inFlight = step.effect
        carried = unsaved
      }
      const end = (isSaved: boolean) => {
        const ended = inFlight
        if (ended === null) return
        inFlight = null
        if (isSaved) unsaved -= carried
        carried = 0
        feed(ended === 'manual' ? { type: 'manualEnded', isSaved } : { type: isSaved ? 'saved' : 'failed' })
      }
      for (const type of types) {
        if (type === 'request') unsaved++
        if (type === 'saved' || type === 'manualEnded') end(true)
        else if (type === 'failed') end(false)
        else feed({ type } as SaveEvent)
        if (inFlight === null) expect(queue.isUnsaved).toBe(unsaved > 0)
      }
      // Once responses succeed again and a save is requested, everything is saved.
      unsaved++
      feed(request)
      for (let i = 0; i < 4; i++) end(true)
      expect({ unsaved, isUnsaved: queue.isUnsaved, phase: queue.phase }).toEqual({
        unsaved: 0,
        isUnsaved: false,
        phase: 'idle',
      })
    }),
  )
})
