import { expect, test } from 'vitest'
import type { PageContext } from '../../contract/page-context.ts'
import { logInSilently } from './log-in-silently.ts'

test.each([
  ['/de/meinedaten?edit=bank&token=', '/de/meinedaten?edit=bank'],
  ['//de/?token=', '/de/'],
  ['///nochmal.example/de?token=', '/nochmal.example/de'],
  ['/\\nochmal.example?token=', '/nochmal.example'],
])('an address is left without its token, and never for another host: %s', async (address, to) => {
  for (const autoLogin of [true, false]) {
    const page = { user: null, tenant: { autoLogin } } as PageContext
    const request = new Request(`http://localhost${address}`)
    const answer = await logInSilently(page, request).catch((thrown: unknown) => thrown)
    expect((answer as Response).headers.get('Location')).toBe(to)
  }
})
