import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'

/** Milliseconds after the last change, so that colouring never delays typing. */
const debounceMs = 60

/**
 * Colours code blocks during editing. It observes the DOM instead of the document, so keystrokes elsewhere cost
 * nothing.
 */
export const CodeHighlighter = Extension.create({
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
            // Offline, colouring waits for the next change.
            const colours = await import('../code/code-highlight.ts').catch(() => null)
            if (isGone || !colours) return
            unpaint = colours.unhighlightCode
            for (const pre of changed) colours.highlightCode(pre)
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
            timer = setTimeout(() => void paint(), debounceMs)
          }
          const observer = new MutationObserver((records) => {
            for (const { target, addedNodes, removedNodes } of records) {
              // Blocks beside one that is added or removed did not change.
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
