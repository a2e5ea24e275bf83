export { SlackSection } from './slack-section.tsx'
