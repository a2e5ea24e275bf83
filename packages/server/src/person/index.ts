export { personColumn, toPerson, createPersonView, type PersonRow, type PersonView } from './person.ts'
