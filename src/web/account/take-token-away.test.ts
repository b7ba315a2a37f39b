import { expect, test } from 'vitest'
import type { PageContext } from '../../contract/page-context.ts'
import { takeTokenAway } from './take-token-away.ts'

test.each([
  ['/de/meinedaten?edit=bank&token=', '/de/meinedaten?edit=bank'],
  ['//de/?token=', '/de/'],
  ['///nochmal.example/de?token=', '/nochmal.example/de'],
  ['/\\nochmal.example?token=', '/nochmal.example'],
])('an address is left without its token, and never for another host: %s', (address, to) => {
  for (const autoLogin of [true, false]) {
    const page = { user: null, tenant: { autoLogin } } as PageContext
    const request = new Request(`http://localhost${address}`)
    expect(answerOf(() => takeTokenAway(page, request)).headers.get('Location')).toBe(to)
  }
})

function answerOf(leave: () => void): Response {
  try {
    leave()
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
  throw new Error('Nothing was taken away')
}
