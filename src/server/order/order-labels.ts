import type { OrderState } from '../../domain/order.ts'

/** Status labels of orders on the wire. */
export const orderLabels: Record<OrderState, string> = {
  reported: 'Gemeldet',
  confirmed: 'Bestaetigt',
  released: 'Freigegeben',
  cancelled: 'Storniert',
}
