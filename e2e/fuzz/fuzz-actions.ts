/** Actions of people in a note: keys, toolbar commands, pasting and losing the network. */
import type { Page } from '@playwright/test'
import { runCommand, selectAtFraction, paste } from './fuzz-page.ts'
import type { Random } from './fuzz-random.ts'
import {
  type Action,
  pasteAttachment,
  pasteImage,
  changeCells,
  changeCodeLanguage,
  changeImage,
  dragBlock,
  findAndReplace,
  pressKeyOnNode,
  undoAndRedo,
} from './fuzz-widgets.ts'

const words = ['gateway ', 'é́ ', '漢字 ', 'שלום ', '👩‍👩‍👧‍👦', '🇳🇴', 'zero\u200bwidth ', 'a  b ', '<b>&amp;', 'x']

/** Text outside ASCII is inserted directly, since no key produces an emoji. */
const write: Action = async (page, random) => {
  const text = random.pick(words)
  if (/^[\u0020-\u007e]+$/.test(text)) await page.keyboard.type(text)
  else await page.keyboard.insertText(text)
}
const pressKey =
  (...keys: string[]): Action =>
  (page, random) =>
    page.keyboard.press(random.pick(keys))
const runEditorCommand =
  (name: string, ...values: unknown[]): Action =>
  (page) =>
    runCommand(page, name, ...values)
const pickAction =
  (...actions: Action[]): Action =>
  (page, random) =>
    random.pick(actions)(page, random)

const blocks = pickAction(
  runEditorCommand('setParagraph'),
  runEditorCommand('toggleHeading', { level: 1 }),
  runEditorCommand('toggleHeading', { level: 4 }),
  runEditorCommand('toggleBulletList'),
  runEditorCommand('toggleOrderedList'),
  runEditorCommand('toggleTaskList'),
  runEditorCommand('toggleBlockquote'),
  runEditorCommand('toggleCodeBlock'),
  runEditorCommand('setHorizontalRule'),
  runEditorCommand('changeIndent', 1),
  runEditorCommand('changeIndent', -1),
  runEditorCommand('setAlignment', 'center'),
  runEditorCommand('setAlignment', null),
)
const marks = pickAction(
  pressKey('Control+b', 'Control+i', 'Control+u', 'Control+e'),
  runEditorCommand('setTextStyle', { color: '#c4302b' }),
  runEditorCommand('setTextStyle', { fontFamily: 'Lato', fontSize: 18 }),
  runEditorCommand('setTextStyle', { color: null, fontFamily: null, fontSize: null }),
  runEditorCommand('toggleHighlight', { color: '#d3e4fb' }),
  runEditorCommand('setLink', { href: 'https://halden.example/' }),
  runEditorCommand('unsetLink'),
)
const tables = pickAction(
  runEditorCommand('insertTable', { rows: 3, cols: 3, withHeaderRow: true }),
  runEditorCommand('addRowBefore'),
  runEditorCommand('addRowAfter'),
  runEditorCommand('deleteRow'),
  runEditorCommand('addColumnBefore'),
  runEditorCommand('addColumnAfter'),
  runEditorCommand('deleteColumn'),
  runEditorCommand('mergeOrSplit'),
  runEditorCommand('toggleHeaderRow'),
  runEditorCommand('toggleHeaderColumn'),
  runEditorCommand('deleteTable'),
)
const columns = pickAction(
  runEditorCommand('insertColumns', 'two-column'),
  runEditorCommand('setColumnLayout', 'sidebar-left'),
  runEditorCommand('setColumnLayout', 'sidebar-right'),
  runEditorCommand('removeColumns'),
)
const boxes = pickAction(
  runEditorCommand('setCallout', 'info'),
  runEditorCommand('setCallout', 'danger'),
  runEditorCommand('unwrapBox', 'callout'),
  runEditorCommand('setToggle'),
  runEditorCommand('unwrapBox', 'toggle'),
  runEditorCommand('insertTableOfContents'),
  pressKey('Control+Enter'),
)
const pastedContents: readonly Record<string, string>[] = [
  { 'text/plain': '# Plan\n\n- [x] done\n- [ ] open\n\n| a | b |\n| - | - |\n| 1 | 2 |' },
  { 'text/plain': '> [!WARNING]\n> mind it\n\n<details>\n<summary>More</summary>\n\n- a\n- b\n\n</details>\n\n[TOC]' },
  { 'text/plain': 'https://docs.google.com/document/d/1aBcDeFgHiJkLmNoPqRsTuVwXyZ/edit' },
  { 'text/plain': 'plain', 'text/html': '<h2>Title</h2><ul><li>one<ul><li>two</li></ul></li></ul><p><b>bold</b></p>' },
  { 'text/plain': 'row', 'text/html': '<table><tr><td colspan=2>wide</td></tr><tr><td>a</td><td>b</td></tr></table>' },
  {
    'text/plain': 'from elsewhere',
    'text/html':
      '<style>p{color:red}</style><div class=MsoNormal><p style="text-align:center;color:#c4302b"><i>set</i> <u>off</u> <span style="font-size:18pt">large</span></p>' +
      '<ol start=3><li><p>three</p><blockquote><p>said</p></blockquote></li></ol><pre><code class="language-sql">select 1;\nselect 2;</code></pre>' +
      '<p>see <a href="javascript:alert(1)">this</a> and <a href="https://halden.example/">that</a><br>then<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAwAAAAICAIAAABChommAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQYlWM45MhDEDGMKgIACV1loWDay0sAAAAASUVORK5CYII="></p>' +
      '<table><tr><th rowspan=2>tall</th><td>a</td></tr><tr><td><ul><li>in a cell</li></ul></td></tr></table><hr></div>',
  },
]
const mention = runEditorCommand('insertContent', {
  type: 'mention',
  attrs: { id: '0193cf0a-0000-7000-8000-000000000001', label: 'Maria-Luisa Fernández' },
})

type WeightedAction = {
  readonly weight: number
  readonly name: string
  readonly perform: Action
  /** Maximum length of the selection that the action applies to; 0 means a caret. */
  readonly maxSelection: number
}

const actions: readonly WeightedAction[] = [
  { weight: 22, name: 'write', perform: write, maxSelection: 0 },
  { weight: 6, name: 'write over', perform: write, maxSelection: 12 },
  { weight: 8, name: 'enter', perform: pressKey('Enter', 'Enter', 'Shift+Enter'), maxSelection: 0 },
  { weight: 8, name: 'delete', perform: pressKey('Backspace', 'Delete'), maxSelection: 0 },
  { weight: 6, name: 'delete a range', perform: pressKey('Backspace', 'Delete'), maxSelection: 60 },
  { weight: 8, name: 'mark', perform: marks, maxSelection: 30 },
  { weight: 8, name: 'block', perform: blocks, maxSelection: 20 },
  { weight: 8, name: 'table', perform: tables, maxSelection: 0 },
  { weight: 4, name: 'columns', perform: columns, maxSelection: 0 },
  { weight: 5, name: 'boxes', perform: boxes, maxSelection: 10 },
  {
    weight: 5,
    name: 'move',
    perform: pressKey('Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown', 'Control+Shift+d'),
    maxSelection: 0,
  },
  { weight: 4, name: 'nest', perform: pressKey('Tab', 'Shift+Tab'), maxSelection: 0 },
  { weight: 8, name: 'undo', perform: pressKey('Control+z', 'Control+z', 'Control+Shift+z'), maxSelection: 0 },
  { weight: 3, name: 'paste', perform: (page, random) => paste(page, random.pick(pastedContents)), maxSelection: 4 },
  { weight: 2, name: 'mention', perform: mention, maxSelection: 0 },
  { weight: 2, name: 'undo', perform: undoAndRedo, maxSelection: 0 },
  { weight: 2, name: 'picture', perform: pasteImage, maxSelection: 0 },
  { weight: 1, name: 'attachment', perform: pasteAttachment, maxSelection: 0 },
  { weight: 3, name: 'change a picture', perform: changeImage, maxSelection: 0 },
  { weight: 2, name: 'press on a part', perform: pressKeyOnNode, maxSelection: 0 },
  { weight: 2, name: 'change code', perform: changeCodeLanguage, maxSelection: 0 },
  { weight: 5, name: 'cells', perform: changeCells, maxSelection: 0 },
  { weight: 4, name: 'drag', perform: dragBlock, maxSelection: 0 },
  { weight: 1, name: 'find and replace', perform: findAndReplace, maxSelection: 0 },
]
const totalWeight = actions.reduce((sum, { weight }) => sum + weight, 0)

/** Node size above which the note is shortened now and then; otherwise all editing would end at its limit. */
const LONG_NOTE_SIZE = 6_000

/** Performs one action somewhere below the ledgers and returns its name. */
export async function performRandomAction(page: Page, random: Random): Promise<string> {
  const { name, perform, maxSelection } = pickWeightedAction(random)
  const share = random.below(1_000) / 1_000
  if (await selectAtFraction(page, share, maxSelection === 0 ? 0 : 1 + random.below(maxSelection))) {
    if (!(name === 'move' && (await isInFirstEditableBlock(page)))) await perform(page, random)
  }
  if (random.below(20) === 0) await shortenNote(page, random)
  return name
}

function pickWeightedAction(random: Random): WeightedAction {
  let left = random.below(totalWeight)
  for (const action of actions) {
    left -= action.weight
    if (left < 0) return action
  }
  throw new Error('The weights do not add up')
}

/** The first block below the ledgers must not be moved above them. */
const isInFirstEditableBlock = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.fuzzEditor().state.selection.$from.index(0) <= 2)

const shortenNote = async (page: Page, random: Random): Promise<void> => {
  const size = await page.evaluate(() => window.fuzzEditor().state.doc.nodeSize)
  if (size < LONG_NOTE_SIZE) return
  if (await selectAtFraction(page, random.below(500) / 1_000, 1_500)) await page.keyboard.press('Delete')
}
