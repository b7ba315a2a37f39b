import { formatCents } from '../../domain/money.ts'
import type { Tx } from '../db/connection.ts'
import { sumOwed } from './note-list-store.ts'

/**
 * Why a tenant may not remove its sales partners, or null. Without the setting nothing more is credited, and partners lose the
 * pages with their balance and account.
 */
export async function judgeRemoval(tx: Tx, tenant: string): Promise<string | null> {
  const { partners, orders, orderCents, noteCents } = await sumOwed(tx, tenant)
  if (partners === 0) return null
  const who = partners === 1 ? '1 sales partner is' : `${partners} sales partners are`
  const open = `${orders} open ${orders === 1 ? 'order' : 'orders'}`
  const what = [
    ...(orders > 0 ? [`${formatCents(orderCents, 'en')} net for ${open}`] : []),
    ...(noteCents === 0 ? [] : [`${formatCents(noteCents, 'en')} on unpaid credit notes`]),
  ].join(' and ')
  return `salesPartners: ${who} still owed ${what}, and would no longer get to it. "sales-partners deactivate" ends new orders; remove it when all is paid`
}
