/** The provided templates, as HTML of the note schema. */
import * as texts from './texts.ts'

export type ProvidedTemplate = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly text: string
}

const list = (tag: 'ul' | 'ol', items: readonly string[]): string =>
  `<${tag}>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</${tag}>`
const bullets = (...items: string[]): string => list('ul', items)
const steps = (...items: string[]): string => list('ol', items)
const tasks = (...items: string[]): string => {
  const item = (text: string) => `<li data-type="taskItem" data-checked="false"><p>${text}</p></li>`
  return `<ul data-type="taskList">${items.map(item).join('')}</ul>`
}
const table = (head: readonly string[], ...rows: (readonly string[])[]): string => {
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}><p>${cell}</p></${tag}>`).join('')}</tr>`
  return `<table><tbody>${row('th', head)}${rows.map((cells) => row('td', cells)).join('')}</tbody></table>`
}
const empty = (columns: number): string[] => Array.from({ length: columns }, () => '')

const howTo = [
  '<p>What this guide helps you do, in one sentence, and who it is for.</p>',
  '<h2>Before you start</h2>',
  tasks('Access or permission you need', 'Tools or files to have at hand', 'Time it takes: about 10 minutes'),
  '<h2>Steps</h2>',
  steps(
    '<strong>First step.</strong> One action per step, starting with a verb.',
    '<strong>Second step.</strong> Say what you see when it worked.',
    '<strong>Third step.</strong> Link to the page or tool where it happens.',
  ),
  '<h2>Check the result</h2>',
  '<p>How you know that it worked.</p>',
  '<h2>If something goes wrong</h2>',
  table(['Problem', 'Cause', 'Solution'], empty(3), empty(3)),
  '<h2>Related</h2>',
  bullets('Links to related articles', 'Who to ask'),
]

const meeting = [
  '<p><strong>Date:</strong> </p>',
  '<p><strong>Participants:</strong> </p>',
  '<p><strong>Goal:</strong> What must be clear when we leave?</p>',
  '<h2>Agenda</h2>',
  table(['Topic', 'Led by', 'Minutes'], ['', '', '10'], ['', '', '15'], ['', '', '5']),
  '<h2>Notes</h2>',
  bullets('', ''),
  '<h2>Decisions</h2>',
  bullets('What was decided, and why'),
  '<h2>Action items</h2>',
  tasks('Task – owner – due date', 'Task – owner – due date'),
  '<h2>Next meeting</h2>',
  '<p>Date, and topics that were left open.</p>',
]

const decision = [
  table(['Status', 'Decided by', 'Date'], ['Proposed / Accepted / Replaced', '', '']),
  '<h2>Context</h2>',
  '<p>The problem, and the facts and limits that matter. Somebody who joins next year must understand it.</p>',
  '<h2>Options</h2>',
  table(
    ['Option', 'Advantages', 'Disadvantages', 'Cost'],
    ['A', '', '', ''],
    ['B', '', '', ''],
    ['Do nothing', '', '', ''],
  ),
  '<h2>Decision</h2>',
  '<p>We will … because …</p>',
  '<h2>Consequences</h2>',
  bullets('What becomes easier', 'What becomes harder', 'What we must watch'),
  '<h2>Review</h2>',
  '<p>When we look at this again, and what would change our minds.</p>',
]

const runbook = [
  '<p>When to use this runbook: the alert or the symptom that leads here.</p>',
  table(['Service', 'Owner', 'Escalate to', 'Severity'], empty(4)),
  '<h2>1. Assess</h2>',
  tasks(
    'Who is affected, and since when?',
    'What changed recently?',
    'Name a person who leads, and a person who communicates',
  ),
  '<h2>2. Mitigate</h2>',
  steps(
    'Stop the damage first: roll back, switch over or turn off.',
    'Follow the procedure or run the command below.',
    'Check that users can work again.',
  ),
  '<pre><code># command to copy</code></pre>',
  '<h2>3. Communicate</h2>',
  tasks('Inform support and the teams concerned', 'Update the status page', 'Announce the next update, and keep to it'),
  '<h2>Timeline</h2>',
  table(['Time', 'What happened', 'Who'], empty(3), empty(3), empty(3)),
  '<h2>4. After the incident</h2>',
  '<p><strong>Root cause:</strong> </p>',
  '<p><strong>What went well, what did not:</strong> </p>',
  tasks('Follow-up – owner – due date', 'Update this runbook'),
]

const onboarding = [
  '<p>Welcome! This list guides your first weeks. Check off what is done, and add what was missing for the next person.</p>',
  table(['Role', 'Start date', 'Manager', 'Buddy'], empty(4)),
  '<h2>Before the first day</h2>',
  tasks('Accounts and equipment are ready', 'Invited to the regular meetings', 'Buddy knows about the start'),
  '<h2>First day</h2>',
  tasks('Sign in everywhere and turn on two-factor sign-in', 'Meet the team', 'Read how we work'),
  '<h2>First week</h2>',
  tasks(
    'One-to-one with the manager: expectations for the first month',
    'Tour of product and customers',
    'Finish a first small task',
  ),
  '<h2>First month</h2>',
  tasks(
    'Own a task from start to finish',
    'Talk to a customer, or listen to a call',
    'Feedback conversation in both directions',
  ),
  '<h2>People to know</h2>',
  table(['Name', 'Ask them about'], empty(2), empty(2), empty(2)),
  '<h2>Read first</h2>',
  bullets('Links to the most important articles'),
]

const brief = [
  '<p>The project in two sentences: what we do, and for whom.</p>',
  table(['Lead', 'Team', 'Start', 'Target date', 'Status'], ['', '', '', '', 'Planned']),
  '<h2>Problem</h2>',
  '<p>What is difficult today, and how do we know?</p>',
  '<h2>Goals</h2>',
  bullets('Result that can be measured', 'Result that can be measured'),
  '<h2>Not included</h2>',
  bullets('What we deliberately leave out'),
  '<h2>Milestones</h2>',
  table(['Milestone', 'Owner', 'Date'], empty(3), empty(3), empty(3)),
  '<h2>Risks</h2>',
  table(['Risk', 'Probability', 'What we do about it'], empty(3), empty(3)),
  '<h2>Next steps</h2>',
  tasks('Task – owner – due date', 'Task – owner – due date'),
]

const provided = (id: string, title: string, description: string, text: readonly string[]): ProvidedTemplate => ({
  id,
  title,
  description,
  text: text.join(''),
})

export const providedTemplates: readonly ProvidedTemplate[] = [
  provided('how-to', texts.howToGuide, texts.howToGuideHelp, howTo),
  provided('meeting', texts.meetingNotes, texts.meetingNotesHelp, meeting),
  provided('decision', texts.decisionRecord, texts.decisionRecordHelp, decision),
  provided('runbook', texts.runbook, texts.runbookHelp, runbook),
  provided('onboarding', texts.onboardingChecklist, texts.onboardingChecklistHelp, onboarding),
  provided('brief', texts.projectBrief, texts.projectBriefHelp, brief),
]
