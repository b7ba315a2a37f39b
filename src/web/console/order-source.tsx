import { useTexts } from '../runtime/texts.ts'

const sources = ['feed', 'file', 'claim', 'hand', 'shop', 'tracking'] as const

/** How the contract of an order became known. */
export function OrderSource({ source }: { source: string }) {
  const t = useTexts('consoleOrders')
  const known = sources.find((one) => one === source)
  return known ? t(`source.${known}`) : source
}
