import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { feedOrder } from '../contract/auftraege.ts'
import { readOrderFile } from '../server/order/read-order-file.ts'
import { orderFileHelp } from './order-file-help.ts'

const isRead = (text: string, count: number) => {
  const lines = readOrderFile(new TextEncoder().encode(text))
  expect(lines).toHaveLength(count)
  for (const line of lines)
    expect(feedOrder.safeDecode('order' in line ? line.order : {}).success).toBe(true)
}

test('the example of the help is a file that can be imported', () => {
  isRead(
    orderFileHelp
      .slice(orderFileHelp.indexOf('Example:') + 1)
      .map((line) => line.trim())
      .join('\n'),
    3,
  )
})

test('the example of the operations page is one too', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
  isRead(/```csv\n([^`]+)```/.exec(page)?.[1]?.trim() ?? '', 3)
})
