export { personColumn, toPerson, type PersonRow, type PersonView } from './person.ts'
