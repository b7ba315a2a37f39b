import { importOrdersWith } from '../reward/import-orders.ts'
import { ownCaseCheck } from './own-line.ts'

export const importOrders = importOrdersWith(ownCaseCheck)
