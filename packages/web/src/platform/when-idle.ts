/** The longest time that a slow answer holds back what can wait. */
const patienceMs = 5000

let firstAnswers: Promise<unknown> | null = null

/** Of the questions that the script in index.html asked. Once: who takes an answer takes it out of their list. */
const waitForFirst = (): Promise<unknown> =>
  (firstAnswers ??= Promise.race([
    Promise.allSettled(Object.values(window.knowreelEarly ?? {}).filter((answer) => answer !== undefined)),
    new Promise((resolve) => setTimeout(resolve, patienceMs)),
  ]))

/**
 * After what the page shows: the first answers have come and the browser has nothing to do, or two seconds are over since.
 * A browser that only waits for the server is idle too, and what was loaded then would be in the way of the text.
 */
export const whenIdle = (): Promise<void> => waitForFirst().then(nothingToDo)

const nothingToDo = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 2000 })
    else setTimeout(resolve, 1000)
  })
