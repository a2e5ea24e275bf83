export { SeatCost } from './seat-cost.tsx'
