export { personColumn, toPerson, viewOfPeople, type PersonRow, type PersonView } from './person.ts'
