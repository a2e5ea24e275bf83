import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'

/** Milliseconds after the last change: colours follow the typing, they do not hold it up. */
const restMs = 60

/** Colours code blocks while they are written. It watches the page and not the document, so keys elsewhere cost nothing. */
export const CodePainter = Extension.create({
  name: 'codePainter',

  addProseMirrorPlugins() {
    return [
      new Plugin({
        key: new PluginKey('codePainter'),
        view: ({ dom }) => {
          const changed = new Set<Element>()
          let unpaint: ((pre: Element) => void) | null = null
          let timer: ReturnType<typeof setTimeout> | undefined
          let isGone = false
          const paint = async (): Promise<void> => {
            // Without a network the colours wait for the next change.
            const colours = await import('../code/code-colours.ts').catch(() => null)
            if (isGone || !colours) return
            unpaint = colours.unpaintCode
            for (const pre of changed) colours.paintCode(pre)
            changed.clear()
          }
          const note = (node: Node): void => {
            const element = node instanceof Element ? node : node.parentElement
            const around = element?.closest('pre')
            if (around) changed.add(around)
            else for (const pre of element?.querySelectorAll('pre') ?? []) changed.add(pre)
          }
          const wait = (): void => {
            if (changed.size === 0) return
            clearTimeout(timer)
            timer = setTimeout(() => void paint(), restMs)
          }
          const observer = new MutationObserver((records) => {
            for (const { target, addedNodes, removedNodes } of records) {
              // What lies beside a change in the whole note did not change.
              if (target !== dom) note(target)
              for (const node of [...addedNodes, ...removedNodes]) if (node instanceof Element) note(node)
            }
            wait()
          })
          observer.observe(dom, { subtree: true, childList: true, characterData: true })
          note(dom)
          wait()
          return {
            destroy() {
              isGone = true
              clearTimeout(timer)
              observer.disconnect()
              if (unpaint) dom.querySelectorAll('pre').forEach(unpaint)
            },
          }
        },
      }),
    ]
  },
})
