/** What people do to a note: keys, toolbar commands, pasting and losing the network. */
import type { Page } from '@playwright/test'
import { command, goSomewhere, paste } from './fuzz-page.ts'
import type { Random } from './fuzz-random.ts'
import {
  type Action,
  bringAttachment,
  bringPicture,
  changeCells,
  changeCode,
  changePicture,
  dragBlock,
  findAndReplace,
  pressOnPart,
  undoStorm,
} from './fuzz-widgets.ts'

const words = ['gateway ', 'é́ ', '漢字 ', 'שלום ', '👩‍👩‍👧‍👦', '🇳🇴', 'zero\u200bwidth ', 'a  b ', '<b>&amp;', 'x']

/** Text outside ASCII is inserted directly, since no key produces an emoji. */
const write: Action = async (page, random) => {
  const text = random.pick(words)
  if (/^[\u0020-\u007e]+$/.test(text)) await page.keyboard.type(text)
  else await page.keyboard.insertText(text)
}
const press =
  (...keys: string[]): Action =>
  (page, random) =>
    page.keyboard.press(random.pick(keys))
const run =
  (name: string, ...values: unknown[]): Action =>
  (page) =>
    command(page, name, ...values)
const oneOf =
  (...actions: Action[]): Action =>
  (page, random) =>
    random.pick(actions)(page, random)

const blocks = oneOf(
  run('setParagraph'),
  run('toggleHeading', { level: 1 }),
  run('toggleHeading', { level: 4 }),
  run('toggleBulletList'),
  run('toggleOrderedList'),
  run('toggleTaskList'),
  run('toggleBlockquote'),
  run('toggleCodeBlock'),
  run('setHorizontalRule'),
  run('changeIndent', 1),
  run('changeIndent', -1),
  run('setAlignment', 'center'),
  run('setAlignment', null),
)
const marks = oneOf(
  press('Control+b', 'Control+i', 'Control+u', 'Control+e'),
  run('setTextStyle', { color: '#c4302b' }),
  run('setTextStyle', { fontFamily: 'Lato', fontSize: 18 }),
  run('setTextStyle', { color: null, fontFamily: null, fontSize: null }),
  run('toggleHighlight', { color: '#d3e4fb' }),
  run('setLink', { href: 'https://halden.example/' }),
  run('unsetLink'),
)
const tables = oneOf(
  run('insertTable', { rows: 3, cols: 3, withHeaderRow: true }),
  run('addRowBefore'),
  run('addRowAfter'),
  run('deleteRow'),
  run('addColumnBefore'),
  run('addColumnAfter'),
  run('deleteColumn'),
  run('mergeOrSplit'),
  run('toggleHeaderRow'),
  run('toggleHeaderColumn'),
  run('deleteTable'),
)
const columns = oneOf(
  run('insertColumns', 'two-column'),
  run('setColumnLayout', 'sidebar-left'),
  run('setColumnLayout', 'sidebar-right'),
  run('removeColumns'),
)
const pasted: readonly Record<string, string>[] = [
  { 'text/plain': '# Plan\n\n- [x] done\n- [ ] open\n\n| a | b |\n| - | - |\n| 1 | 2 |' },
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
const mention = run('insertContent', {
  type: 'mention',
  attrs: { id: '0193cf0a-0000-7000-8000-000000000001', label: 'Maria-Luisa Fernández' },
})

type Weighted = {
  readonly weight: number
  readonly name: string
  readonly act: Action
  /** Maximum length of the selection that the action applies to; 0 means a caret. */
  readonly extent: number
}

const actions: readonly Weighted[] = [
  { weight: 22, name: 'write', act: write, extent: 0 },
  { weight: 6, name: 'write over', act: write, extent: 12 },
  { weight: 8, name: 'enter', act: press('Enter', 'Enter', 'Shift+Enter'), extent: 0 },
  { weight: 8, name: 'delete', act: press('Backspace', 'Delete'), extent: 0 },
  { weight: 6, name: 'delete a range', act: press('Backspace', 'Delete'), extent: 60 },
  { weight: 8, name: 'mark', act: marks, extent: 30 },
  { weight: 8, name: 'block', act: blocks, extent: 20 },
  { weight: 8, name: 'table', act: tables, extent: 0 },
  { weight: 4, name: 'columns', act: columns, extent: 0 },
  { weight: 5, name: 'move', act: press('Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown', 'Control+Shift+d'), extent: 0 },
  { weight: 4, name: 'nest', act: press('Tab', 'Shift+Tab'), extent: 0 },
  { weight: 8, name: 'undo', act: press('Control+z', 'Control+z', 'Control+Shift+z'), extent: 0 },
  { weight: 3, name: 'paste', act: (page, random) => paste(page, random.pick(pasted)), extent: 4 },
  { weight: 2, name: 'mention', act: mention, extent: 0 },
  { weight: 2, name: 'undo', act: undoStorm, extent: 0 },
  { weight: 2, name: 'picture', act: bringPicture, extent: 0 },
  { weight: 1, name: 'attachment', act: bringAttachment, extent: 0 },
  { weight: 3, name: 'change a picture', act: changePicture, extent: 0 },
  { weight: 2, name: 'press on a part', act: pressOnPart, extent: 0 },
  { weight: 2, name: 'change code', act: changeCode, extent: 0 },
  { weight: 5, name: 'cells', act: changeCells, extent: 0 },
  { weight: 4, name: 'drag', act: dragBlock, extent: 0 },
  { weight: 1, name: 'find and replace', act: findAndReplace, extent: 0 },
]
const weights = actions.reduce((sum, { weight }) => sum + weight, 0)

/** Node size above which the note is shortened now and then; otherwise all editing would end at its limit. */
const LONG_NOTE = 6_000

/** Performs one action somewhere below the ledgers and returns its name. */
export async function doSomething(page: Page, random: Random): Promise<string> {
  const { name, act, extent } = choose(random)
  const share = random.below(1_000) / 1_000
  if (await goSomewhere(page, share, extent === 0 ? 0 : 1 + random.below(extent))) {
    if (!(name === 'move' && (await isFirst(page)))) await act(page, random)
  }
  if (random.below(20) === 0) await shorten(page, random)
  return name
}

function choose(random: Random): Weighted {
  let left = random.below(weights)
  for (const action of actions) {
    left -= action.weight
    if (left < 0) return action
  }
  throw new Error('The weights do not add up')
}

/** The first block below the ledgers must not be moved above them. */
const isFirst = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.fuzzEditor().state.selection.$from.index(0) <= 2)

const shorten = async (page: Page, random: Random): Promise<void> => {
  const size = await page.evaluate(() => window.fuzzEditor().state.doc.nodeSize)
  if (size < LONG_NOTE) return
  if (await goSomewhere(page, random.below(500) / 1_000, 1_500)) await page.keyboard.press('Delete')
}
