import { expect, test } from 'vitest'
import { feedOrder } from '../contract/auftraege.ts'
import { readOrderFile } from '../server/order/read-order-file.ts'
import { orderFileHelp } from './order-file-help.ts'

test('the example of the help is a file that can be imported', () => {
  const example = orderFileHelp.slice(orderFileHelp.indexOf('Example:') + 1)
  const text = example.map((line) => line.trim()).join('\n')
  const lines = readOrderFile(new TextEncoder().encode(text))
  expect(lines).toHaveLength(3)
  for (const line of lines)
    expect(feedOrder.safeDecode('order' in line ? line.order : {}).success).toBe(true)
})
